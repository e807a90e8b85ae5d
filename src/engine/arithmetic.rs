//! Integers: in place where they are small, of any size where they are not.

use super::code::{Arithmetic, Op, Pc};
use super::machine::{Machine, bits};
use super::run::Flow;
use super::word::{Tag, Word};
use crate::program::{Comparison, Program};
use crate::term::{Symbol, Term, TermId, Terms, sym};
use dashu_int::IBig;
use dashu_int::ops::{Abs, DivRemEuclid, Gcd};
use std::cmp::Ordering;

/// The most bits of an integer that a shift, a product or a power may make.
const MOST_BITS: usize = 1 << 24;

/// From how many bits on computing takes so long that the limits are looked at at the next call.
const MANY_BITS: usize = 1 << 14;

/// Why an expression has no value.
enum NoValue {
    /// A variable in it has none.
    Needs(usize),
    /// It is not defined.
    Undefined(&'static str),
}

impl Machine<'_> {
    /// The value of the operations from a place on, if all in it is small.
    #[inline]
    pub(super) fn fast_value(&self, from: Pc, count: u32) -> Option<Word> {
        Word::int(self.fast(from, count, &mut [0; STACK], 1)?)
    }

    #[inline]
    pub(super) fn fast_compare(&self, how: Comparison, from: Pc, count: u32) -> Option<bool> {
        let mut stack = [0; STACK];
        let right = self.fast(from, count, &mut stack, 2)?;
        Some(holds(how, stack[0].cmp(&right)))
    }

    /// Computes on a small stack; the last of so many values is the result.
    #[inline]
    fn fast(&self, from: Pc, count: u32, stack: &mut [i64; STACK], values: usize) -> Option<i64> {
        let ops = &self.code.ops[from as usize..(from + count) as usize];
        // Nearly all expressions are a value and a number.
        if let [left, right, Op::Apply(function)] = ops
            && values == 1
        {
            return fast_binary(*function, self.operand(*left)?, self.operand(*right)?);
        }
        if let ([left, right], 2) = (ops, values) {
            stack[0] = self.operand(*left)?;
            return self.operand(*right);
        }
        let mut depth = 0;
        for op in ops {
            match *op {
                Op::Number(value) => {
                    *stack.get_mut(depth)? = i64::from(value);
                    depth += 1;
                }
                Op::Value(slot) => {
                    let word = self.deref(self.slot(slot));
                    if word.tag() != Tag::Int {
                        return None;
                    }
                    *stack.get_mut(depth)? = word.as_int();
                    depth += 1;
                }
                Op::Apply(function) => {
                    if is_unary(function) {
                        stack[depth - 1] = fast_unary(function, stack[depth - 1])?;
                    } else {
                        depth -= 1;
                        stack[depth - 1] = fast_binary(function, stack[depth - 1], stack[depth])?;
                    }
                }
                _ => return None,
            }
        }
        debug_assert_eq!(depth, values);
        Some(stack[depth - 1])
    }

    #[inline]
    fn operand(&self, op: Op) -> Option<i64> {
        match op {
            Op::Number(value) => Some(i64::from(value)),
            Op::Value(slot) => {
                let word = self.deref(self.slot(slot));
                (word.tag() == Tag::Int).then_some(word.as_int())
            }
            _ => None,
        }
    }

    /// `is` where the fast way did not do.
    #[cold]
    pub(super) fn slow_is(&mut self, slot: u16, count: u32) -> Option<Flow> {
        let at = self.here();
        match self.slow(self.pc, count) {
            Ok(mut values) => {
                self.pc += count;
                let value = values.pop().expect("an expression has a value");
                let word = self.integer(value);
                (!self.unify(self.slot(slot), word)).then_some(Flow::Fail)
            }
            Err(reason) => self.no_value(&reason, at, count),
        }
    }

    /// A comparison where the fast way did not do.
    #[cold]
    pub(super) fn slow_compare(&mut self, how: Comparison, count: u32) -> Option<Flow> {
        let at = self.here();
        match self.slow(self.pc, count) {
            Ok(values) => {
                self.pc += count;
                (!holds(how, values[0].cmp(&values[1]))).then_some(Flow::Fail)
            }
            Err(reason) => self.no_value(&reason, at, count),
        }
    }

    fn no_value(&mut self, reason: &NoValue, at: Pc, count: u32) -> Option<Flow> {
        match *reason {
            NoValue::Needs(var) => match self.need(at, var) {
                None => {
                    self.pc = at + 1 + count;
                    None
                }
                flow => flow,
            },
            NoValue::Undefined(what) => {
                self.undefined(what, self.code.places.get(&at).copied());
                Some(Flow::Fail)
            }
        }
    }

    fn slow(&mut self, from: Pc, count: u32) -> Result<Vec<IBig>, NoValue> {
        let mut stack: Vec<IBig> = vec![];
        let code = self.code;
        for op in &code.ops[from as usize..(from + count) as usize] {
            match *op {
                Op::Number(value) => stack.push(value.into()),
                Op::LargeNumber(place) => stack.push(code.bigs[place as usize].clone()),
                Op::Value(slot) => stack.push(self.integer_of(self.slot(slot)).map_err(NoValue::Needs)?),
                Op::Apply(function) => {
                    let right = stack.pop().expect("functions have arguments");
                    let value = if is_unary(function) {
                        unary(function, right)
                    } else {
                        let left = stack.pop().expect("functions have arguments");
                        binary(function, left, right).map_err(NoValue::Undefined)?
                    };
                    if bits(&value) > MANY_BITS {
                        self.check_at = self.steps;
                    }
                    stack.push(value);
                }
                _ => unreachable!("expressions are made of these"),
            }
        }
        Ok(stack)
    }

    /// The integer that a term is, or the variable that it still is.
    pub(super) fn integer_of(&self, word: Word) -> Result<IBig, usize> {
        let word = self.deref(word);
        match word.tag() {
            Tag::Int => Ok(word.as_int().into()),
            Tag::Big => Ok(self.bigs[word.address()].clone()),
            Tag::Ref => Err(word.address()),
            _ => unreachable!("types say that it is an integer"),
        }
    }

    /// A word for an integer.
    pub(super) fn integer(&mut self, value: IBig) -> Word {
        if let Some(word) = i64::try_from(&value).ok().and_then(Word::int) {
            return word;
        }
        self.push_big(value);
        Word::big(self.bigs.len() - 1)
    }
}

/// The value of an integer expression without variables.
pub(super) fn value_of(program: &Program, terms: &Terms, term: TermId) -> Option<IBig> {
    match terms.get(term) {
        Term::Int(value) => Some(value.clone()),
        Term::App(functor, args) => {
            let args = terms.args(*args);
            let function = arithmetic(program.signature.functor(*functor).name, args.len())?;
            let values: Option<Vec<_>> =
                args.iter().map(|arg| crate::source::deep(|| value_of(program, terms, *arg))).collect();
            match <[IBig; 2]>::try_from(values?) {
                Ok([left, right]) => binary(function, left, right).ok(),
                Err(mut one) => Some(unary(function, one.pop()?)),
            }
        }
        _ => None,
    }
}

/// The function of a name with so many arguments.
pub(super) fn arithmetic(name: Symbol, arity: usize) -> Option<Arithmetic> {
    Some(match (name, arity) {
        (sym::PLUS, 2) => Arithmetic::Add,
        (sym::MINUS, 2) => Arithmetic::Subtract,
        (sym::TIMES, 2) => Arithmetic::Multiply,
        (sym::INT_DIVISION, 2) => Arithmetic::Divide,
        (sym::DIV, 2) => Arithmetic::FloorDivide,
        (sym::MOD, 2) => Arithmetic::Modulo,
        (sym::REM, 2) => Arithmetic::Remainder,
        (sym::MIN, 2) => Arithmetic::Min,
        (sym::MAX, 2) => Arithmetic::Max,
        (sym::POWER | sym::CARET, 2) => Arithmetic::Power,
        (sym::XOR, 2) => Arithmetic::Xor,
        (sym::GCD, 2) => Arithmetic::Gcd,
        (sym::SHIFT_LEFT, 2) => Arithmetic::ShiftLeft,
        (sym::SHIFT_RIGHT, 2) => Arithmetic::ShiftRight,
        (sym::BIT_AND, 2) => Arithmetic::And,
        (sym::BIT_OR, 2) => Arithmetic::Or,
        (sym::MINUS, 1) => Arithmetic::Negate,
        (sym::PLUS, 1) => Arithmetic::Keep,
        (sym::ABS, 1) => Arithmetic::Abs,
        (sym::SIGN, 1) => Arithmetic::Sign,
        (sym::ABSTRACTION, 1) => Arithmetic::Complement,
        _ => return None,
    })
}

/// How deep the expressions are that are computed in place.
const STACK: usize = 8;

fn holds(how: Comparison, order: Ordering) -> bool {
    match how {
        Comparison::Less => order.is_lt(),
        Comparison::AtMost => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::AtLeast => order.is_ge(),
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
    }
}

fn is_unary(function: Arithmetic) -> bool {
    use Arithmetic::{Abs, Complement, Keep, Negate, Sign};
    matches!(function, Negate | Keep | Abs | Sign | Complement)
}

fn fast_unary(function: Arithmetic, value: i64) -> Option<i64> {
    Some(match function {
        Arithmetic::Negate => value.checked_neg()?,
        Arithmetic::Abs => value.checked_abs()?,
        Arithmetic::Sign => value.signum(),
        Arithmetic::Complement => !value,
        _ => value,
    })
}

#[inline]
fn fast_binary(function: Arithmetic, left: i64, right: i64) -> Option<i64> {
    Some(match function {
        Arithmetic::Add => left.checked_add(right)?,
        Arithmetic::Subtract => left.checked_sub(right)?,
        Arithmetic::Multiply => left.checked_mul(right)?,
        Arithmetic::Divide => left.checked_div(right)?,
        Arithmetic::FloorDivide => {
            let quotient = left.checked_div(right)?;
            if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient }
        }
        Arithmetic::Modulo => {
            let rest = left.checked_rem(right)?;
            if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest }
        }
        Arithmetic::Remainder => left.checked_rem(right)?,
        Arithmetic::Min => left.min(right),
        Arithmetic::Max => left.max(right),
        Arithmetic::Xor => left ^ right,
        Arithmetic::And => left & right,
        Arithmetic::Or => left | right,
        _ => return None,
    })
}

fn unary(function: Arithmetic, value: IBig) -> IBig {
    match function {
        Arithmetic::Negate => -value,
        Arithmetic::Abs => value.abs(),
        Arithmetic::Sign => match value.cmp(&IBig::ZERO) {
            Ordering::Less => IBig::NEG_ONE,
            Ordering::Equal => IBig::ZERO,
            Ordering::Greater => IBig::ONE,
        },
        Arithmetic::Complement => !value,
        _ => value,
    }
}

fn binary(function: Arithmetic, left: IBig, right: IBig) -> Result<IBig, &'static str> {
    let zero = right == IBig::ZERO;
    Ok(match function {
        Arithmetic::Add => left + right,
        Arithmetic::Subtract => left - right,
        Arithmetic::Multiply if bits(&left) + bits(&right) > MOST_BITS => return Err(TOO_LARGE),
        Arithmetic::Multiply => left * right,
        Arithmetic::Divide | Arithmetic::FloorDivide | Arithmetic::Modulo | Arithmetic::Remainder if zero => {
            return Err("a division by zero");
        }
        Arithmetic::Divide => left / right,
        Arithmetic::Remainder => left % right,
        Arithmetic::FloorDivide => floor(&left, &right).0,
        Arithmetic::Modulo => floor(&left, &right).1,
        Arithmetic::Min => left.min(right),
        Arithmetic::Max => left.max(right),
        Arithmetic::Power => return power(&left, &right),
        Arithmetic::Xor => left ^ right,
        Arithmetic::And => left & right,
        Arithmetic::Or => left | right,
        Arithmetic::Gcd if zero => left.abs(),
        Arithmetic::Gcd if left == IBig::ZERO => right.abs(),
        Arithmetic::Gcd => (&left).gcd(&right).into(),
        Arithmetic::ShiftLeft => return shift(left, &right),
        Arithmetic::ShiftRight => return shift(left, &-right),
        _ => unreachable!("it has one argument"),
    })
}

/// Quotient downwards, and the remainder with the sign of the divisor.
fn floor(left: &IBig, right: &IBig) -> (IBig, IBig) {
    let negative = *right < IBig::ZERO;
    let (quotient, rest) = left.div_rem_euclid(right);
    let rest = IBig::from(rest);
    if negative && rest != IBig::ZERO { (quotient - IBig::ONE, rest + right) } else { (quotient, rest) }
}

fn power(base: &IBig, exponent: &IBig) -> Result<IBig, &'static str> {
    if *base == IBig::ONE || (*exponent == IBig::ZERO) {
        return Ok(IBig::ONE);
    }
    if *base == IBig::NEG_ONE {
        let even = exponent % IBig::from(2) == IBig::ZERO;
        return Ok(if even { IBig::ONE } else { IBig::NEG_ONE });
    }
    if *exponent < IBig::ZERO {
        return Err(if *base == IBig::ZERO { "a division by zero" } else { "a power that is no integer" });
    }
    if *base == IBig::ZERO {
        return Ok(IBig::ZERO);
    }
    let exponent = usize::try_from(exponent).map_err(|_| TOO_LARGE)?;
    if bits(base).saturating_mul(exponent) > MOST_BITS { Err(TOO_LARGE) } else { Ok(base.pow(exponent)) }
}

const TOO_LARGE: &str = "an integer that is too large to be written";

fn shift(value: IBig, by: &IBig) -> Result<IBig, &'static str> {
    if *by <= IBig::ZERO {
        let by = usize::try_from(-by).unwrap_or(usize::MAX).min(MOST_BITS * 2);
        return Ok(value >> by);
    }
    let most = MOST_BITS.saturating_sub(bits(&value));
    let by = usize::try_from(by).ok().filter(|by| *by <= most).ok_or(TOO_LARGE)?;
    Ok(value << by)
}
