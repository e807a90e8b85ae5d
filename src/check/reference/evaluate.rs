//! Integer expressions of the reference solver.

use super::store::{Node, Ref, Store};
use crate::engine::{Origin, Programs};
use crate::program::Comparison;
use crate::source::deep;
use crate::term::sym;
use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest, Gcd};
use std::cmp::Ordering;

/// Why an expression has no value.
pub enum NoValue {
    /// A variable in it has none.
    Needs(Ref),
    /// It is not defined.
    Undefined,
    /// It is not of integers.
    GaveUp(String),
}

/// The most bits of an integer that a shift, a product or a power may make.
const MOST_BITS: usize = 1 << 24;

/// The value of an expression; its functors are those of the program or of the library.
pub fn evaluate(store: &Store, programs: &Programs, origin: Origin, term: Ref) -> Result<IBig, NoValue> {
    let Node::App(functor, args) = &store.nodes[store.deref(term).0] else {
        return store.integer(term).map_err(NoValue::Needs);
    };
    let values = args.iter().map(|arg| deep(|| evaluate(store, programs, origin, *arg)));
    let values: Vec<IBig> = values.collect::<Result<_, _>>()?;
    let zero = IBig::ZERO;
    Ok(match (programs.get(origin).signature.functor(*functor).name, values.as_slice()) {
        (sym::PLUS, [a, b]) => a + b,
        (sym::MINUS, [a, b]) => a - b,
        (sym::TIMES, [a, b]) if a.bit_len() + b.bit_len() > MOST_BITS => return Err(NoValue::Undefined),
        (sym::TIMES, [a, b]) => a * b,
        (sym::INT_DIVISION | sym::DIV | sym::MOD | sym::REM, [_, b]) if *b == zero => return Err(NoValue::Undefined),
        (sym::INT_DIVISION, [a, b]) => a / b,
        (sym::REM, [a, b]) => a % b,
        // Rounding down differs from rounding towards zero where there is a rest and the signs differ.
        (sym::DIV, [a, b]) => a / b - IBig::from(u8::from(a % b != zero && (*a < zero) != (*b < zero))),
        (sym::MOD, [a, b]) => ((a % b) + b) % b,
        (sym::MIN, [a, b]) => a.min(b).clone(),
        (sym::MAX, [a, b]) => a.max(b).clone(),
        (sym::POWER | sym::CARET, [a, b]) => power(a, b).ok_or(NoValue::Undefined)?,
        (sym::XOR, [a, b]) => a ^ b,
        (sym::BIT_AND, [a, b]) => a & b,
        (sym::BIT_OR, [a, b]) => a | b,
        (sym::GCD, [a, b]) if *a == zero || *b == zero => (a + b).abs(),
        (sym::GCD, [a, b]) => a.gcd(b).into(),
        (sym::SHIFT_LEFT, [a, b]) => shift(a, b).ok_or(NoValue::Undefined)?,
        (sym::SHIFT_RIGHT, [a, b]) => shift(a, &-b).ok_or(NoValue::Undefined)?,
        (sym::MINUS, [a]) => -a,
        (sym::PLUS, [a]) => a.clone(),
        (sym::ABS, [a]) => a.clone().abs(),
        (sym::SIGN, [a]) => IBig::from(a.cmp(&zero) as i8),
        (sym::ABSTRACTION, [a]) => !a,
        _ => return Err(NoValue::GaveUp("a function that is not of integers".into())),
    })
}

fn power(base: &IBig, exponent: &IBig) -> Option<IBig> {
    let is_small = *base == IBig::ONE || *base == IBig::NEG_ONE;
    if *exponent < IBig::ZERO {
        return is_small.then(|| if exponent % 2 == 0 { IBig::ONE } else { base.clone() });
    }
    if is_small || *base == IBig::ZERO {
        let exponent = if *exponent == IBig::ZERO { 0 } else { usize::from(exponent % 2 != 0) + 2 };
        return Some(base.pow(exponent));
    }
    let exponent = usize::try_from(exponent).ok()?;
    (base.bit_len().saturating_mul(exponent) <= MOST_BITS).then(|| base.pow(exponent))
}

fn shift(value: &IBig, by: &IBig) -> Option<IBig> {
    if *by <= IBig::ZERO {
        return Some(value >> usize::try_from(-by).unwrap_or(usize::MAX).min(2 * MOST_BITS));
    }
    let most = MOST_BITS.saturating_sub(value.bit_len());
    usize::try_from(by).ok().filter(|by| *by <= most).map(|by| value << by)
}

/// Whether two integers that are ordered so compare so.
pub fn compares(how: Comparison, order: Ordering) -> bool {
    match how {
        Comparison::Less => order.is_lt(),
        Comparison::AtMost => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::AtLeast => order.is_ge(),
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
    }
}
