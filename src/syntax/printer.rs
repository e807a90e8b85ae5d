//! Text of a tree, in either notation, with as few parentheses as it can be read back with.
//!
//! The tree must have the shape that the reader of the notation gives: in αProlog `f(X,Y)` is `f` with one pair. Tokens
//! are kept apart by a space only where they would run together; names that the notation does not read stand in quotes,
//! in αProlog in back quotes, which it does not have.

use super::ast::{Ast, Node, NodeId};
use super::operators::{AplOperators, Associativity, Operator, Operators};
use super::read::Notation;
use super::token::{is_apl_symbol, is_plain_atom, is_plain_identifier, is_symbol_char};
use crate::source::deep;
use crate::term::{Symbol, Symbols, sym};

/// Writes terms, goals and types of a tree.
pub struct Printer<'a> {
    /// The tree.
    pub ast: &'a Ast,
    /// The names.
    pub symbols: &'a Symbols,
    /// The operators of the Prolog notation.
    pub operators: &'a Operators,
    /// The operators of the αProlog notation.
    pub apl_operators: &'a AplOperators,
    /// The notation to write.
    pub notation: Notation,
}

/// The strength of an application in αProlog: stronger than any operator.
const APPLICATION: u32 = 900;
/// The strength of what needs no parentheses anywhere.
const OPERAND: u32 = 1000;

impl Printer<'_> {
    /// A whole goal, clause or type.
    pub fn whole(&self, node: NodeId) -> String {
        let mut out = Out::default();
        match self.notation {
            Notation::Prolog => self.prolog(node, 1200, &mut out),
            Notation::AlphaProlog => self.alpha(node, 0, &mut out),
        }
        out.text
    }

    /// The whole body of a clause.
    pub fn body(&self, node: NodeId) -> String {
        let mut out = Out::default();
        match self.notation {
            // Brackets around a disjunction are not needed, but people write them.
            Notation::Prolog => self.prolog(node, 1000, &mut out),
            Notation::AlphaProlog => self.alpha(node, AplOperators::NECK + 1, &mut out),
        }
        out.text
    }

    /// A term that stands among others with commas between them: a goal of a body, an argument.
    pub fn part(&self, node: NodeId) -> String {
        let mut out = Out::default();
        self.write_part(node, &mut out);
        out.text
    }

    fn write_part(&self, node: NodeId, out: &mut Out) {
        match self.notation {
            Notation::Prolog => self.prolog(node, 999, out),
            Notation::AlphaProlog => self.alpha(node, AplOperators::COMMA + 1, out),
        }
    }

    /// A term that stands behind others without anything between, as the arguments of αProlog do.
    pub fn operand(&self, node: NodeId) -> String {
        let mut out = Out::default();
        self.alpha(node, OPERAND, &mut out);
        out.text
    }

    /// A name by itself.
    pub fn name(&self, name: Symbol) -> String {
        let text = self.symbols.text(name);
        match self.notation {
            Notation::Prolog if is_plain_atom(text) => text.to_owned(),
            Notation::Prolog => quote(text, '\''),
            Notation::AlphaProlog if name == sym::CUT => "!".into(),
            Notation::AlphaProlog if self.is_plain(name) => text.to_owned(),
            Notation::AlphaProlog if is_apl_symbol(text) => format!("({text})"),
            Notation::AlphaProlog => quote(text, '`'),
        }
    }

    fn is_plain(&self, name: Symbol) -> bool {
        let text = self.symbols.text(name);
        let reserved =
            matches!(
                name,
                sym::EXISTS | sym::FORALL | sym::NEW | sym::LAMBDA | sym::NOT_WORD | sym::PRED | sym::FUNC | sym::CNST
            ) || matches!(name, sym::TYPE | sym::NAMESPACE | sym::INFIXL | sym::INFIXR | sym::INFIXN | sym::WHERE);
        let capital = text.starts_with(|c: char| c.is_uppercase() || c == '_') && !text.contains('.');
        is_plain_identifier(text) && !reserved && !capital && self.apl_operators.infix(name).is_none()
    }

    /// A sentence with its full stop, which must not run together with a name of symbols.
    pub fn stop(&self, sentence: String) -> String {
        let space = self.notation == Notation::Prolog && sentence.ends_with(is_symbol_char);
        sentence + if space { " ." } else { "." }
    }

    /// A string in double quotes.
    pub fn string(&self, text: &str) -> String {
        quote(text, '"')
    }

    fn prolog(&self, node: NodeId, max: u32, out: &mut Out) {
        deep(|| self.prolog_step(node, max, out));
    }

    fn prolog_step(&self, node: NodeId, max: u32, out: &mut Out) {
        match self.ast.node(node) {
            Node::Var(name) => out.push(self.symbols.text(name)),
            Node::Wildcard => out.push("_"),
            Node::Int(value) => out.push(&self.ast.int_value(value).to_string()),
            Node::Char(c) => out.push(&quote(&c.to_string(), '\'')),
            Node::Str(text) => out.push(&quote(self.symbols.text(text), '"')),
            Node::List(items, tail) => self.list(self.ast.args(items), tail, out),
            Node::Apply(name, args) => self.prolog_apply(name, self.ast.args(args), max, out),
        }
    }

    fn prolog_apply(&self, name: Symbol, args: &[NodeId], max: u32, out: &mut Out) {
        match (name, args) {
            (sym::UNIT, []) => out.push("{}"),
            (_, []) => {
                let operator = max < 999 && self.operators.is_operator(name) || self.highest(name) > max.min(999);
                enclose(operator, out, |out| out.push(&self.name(name)));
            }
            (sym::BRACES, &[inner]) => {
                out.push("{");
                self.prolog(inner, 1200, out);
                out.push("}");
            }
            (sym::SWAP, &[left, right, term]) => enclose(max < 400, out, |out| {
                out.push("(");
                self.prolog(left, 149, out);
                out.push("~");
                self.prolog(right, 149, out);
                out.push(")*");
                self.prolog(term, 399, out);
            }),
            (_, &[left, right]) if self.operator(name, Operators::infix).is_some() => {
                let op = self.operator(name, Operators::infix).expect("it was just seen");
                enclose(op.priority > max, out, |out| {
                    self.prolog(left, op.left, out);
                    let tight = op.priority <= 200 || name == sym::SLASH;
                    match name {
                        sym::COMMA => out.push(", "),
                        _ if tight => out.push(&self.name(name)),
                        _ => out.push(&format!(" {} ", self.name(name))),
                    }
                    self.prolog(right, op.right, out);
                });
            }
            (_, &[operand])
                if self
                    .operator(name, Operators::prefix)
                    .is_some_and(|op| !self.is_call(name, operand, op.priority)) =>
            {
                let op = self.operator(name, Operators::prefix).expect("it was just seen");
                enclose(op.priority > max, out, |out| {
                    out.push(&self.name(name));
                    out.push(if op.priority > 200 { " " } else { "" });
                    // A bracket directly behind the operator would make it a call.
                    out.apart = true;
                    self.prolog(operand, op.right, out);
                });
            }
            (_, &[operand]) if self.operator(name, Operators::postfix).is_some() => {
                let op = self.operator(name, Operators::postfix).expect("it was just seen");
                enclose(op.priority > max, out, |out| {
                    self.prolog(operand, op.left, out);
                    out.push(" ");
                    out.push(&self.name(name));
                });
            }
            _ => {
                out.push(&self.name(name));
                out.push("(");
                for (n, arg) in args.iter().enumerate() {
                    out.push(if n > 0 { ", " } else { "" });
                    self.prolog(*arg, 999, out);
                }
                out.push(")");
            }
        }
    }

    /// The operator of a name that is read as one: a name in quotes is not.
    fn operator(&self, name: Symbol, kind: impl Fn(&Operators, Symbol) -> Option<Operator>) -> Option<Operator> {
        let plain = name == sym::COMMA || is_plain_atom(self.symbols.text(name));
        kind(self.operators, name).filter(|_| plain)
    }

    fn highest(&self, name: Symbol) -> u32 {
        let operators =
            [self.operators.prefix(name), self.operators.infix(name), self.operators.postfix(name)].into_iter();
        operators.flatten().map(|op| op.priority).max().unwrap_or(0)
    }

    /// Whether an operator and its operand are better written as a call: `-(1)` and `-(1^2)`, which do not start with the
    /// number -1, and words that only declarations use as operators.
    fn is_call(&self, name: Symbol, operand: NodeId, priority: u32) -> bool {
        let mut first = operand;
        while let Node::Apply(infix, args) = self.ast.node(first)
            && let &[left, _] = self.ast.args(args)
            && self.operators.infix(infix).is_some()
        {
            first = left;
        }
        priority > 999 && name != sym::NECK && name != sym::QUERY
            || matches!(name, sym::MINUS | sym::PLUS) && matches!(self.ast.node(first), Node::Int(_))
    }

    fn list(&self, items: &[NodeId], tail: Option<NodeId>, out: &mut Out) {
        out.push("[");
        for (n, item) in items.iter().enumerate() {
            out.push(if n > 0 { "," } else { "" });
            self.write_part(*item, out);
        }
        if let Some(tail) = tail {
            out.push("|");
            self.write_part(tail, out);
        }
        out.push("]");
    }

    fn alpha(&self, node: NodeId, least: u32, out: &mut Out) {
        deep(|| self.alpha_step(node, least, out));
    }

    fn alpha_step(&self, node: NodeId, least: u32, out: &mut Out) {
        match self.ast.node(node) {
            Node::Var(name) => out.push(self.symbols.text(name)),
            Node::Wildcard => out.push("_"),
            Node::Int(value) => {
                let text = self.ast.int_value(value).to_string();
                let negative = text.starts_with('-');
                enclose(negative && least > 0, out, |out| out.push(&text));
            }
            Node::Char(c) => out.push(&quote(&c.to_string(), '\'')),
            Node::Str(text) => out.push(&quote(self.symbols.text(text), '"')),
            Node::List(items, tail) => self.list(self.ast.args(items), tail, out),
            Node::Apply(name, args) => self.alpha_apply(name, self.ast.args(args), least, out),
        }
    }

    fn alpha_apply(&self, name: Symbol, args: &[NodeId], least: u32, out: &mut Out) {
        match (name, args) {
            (sym::UNIT | sym::BRACES, []) => out.push("()"),
            (sym::NIL, []) => out.push("[]"),
            (_, []) => out.push(&self.name(name)),
            (sym::NOT, &[goal]) => {
                enclose(least > APPLICATION, out, |out| {
                    out.push("not(");
                    self.alpha(goal, 0, out);
                    out.push(")");
                });
            }
            (sym::EXISTS | sym::FOR_ALL | sym::NEW, &[vars, body]) => {
                enclose(least > 0, out, |out| self.quantifier(name, vars, body, out));
            }
            (sym::SWAP, &[left, right, term]) => {
                out.push("(");
                self.alpha(left, OPERAND, out);
                out.push("~");
                self.alpha(right, OPERAND, out);
                out.push(") ");
                self.alpha(term, OPERAND, out);
            }
            (sym::SUBSTITUTION, &[term, new, old]) => {
                self.alpha(term, OPERAND, out);
                out.push("{");
                self.alpha(new, 0, out);
                out.push("/");
                self.alpha(old, 0, out);
                out.push("}");
            }
            (sym::SEMICOLON, &[left, otherwise]) if self.ast.as_binary(left, sym::ARROW).is_some() => {
                let (condition, then) = self.ast.as_binary(left, sym::ARROW).expect("it was just seen");
                enclose(least > AplOperators::ARROW, out, |out| {
                    self.alpha(condition, AplOperators::BAR + 1, out);
                    out.push(" -> ");
                    self.alpha(then, AplOperators::BAR + 1, out);
                    out.push(" | ");
                    self.alpha(otherwise, AplOperators::BAR + 1, out);
                });
            }
            (_, &[left, right]) if self.apl_operators.infix(name).is_some() => {
                self.alpha_infix(name, left, right, least, out);
            }
            (_, &[single]) => enclose(least > APPLICATION, out, |out| {
                out.push(&self.name(name));
                out.push("(");
                self.alpha(single, 0, out);
                out.push(")");
            }),
            _ => enclose(least > APPLICATION, out, |out| {
                out.push(&self.name(name));
                for arg in args {
                    out.push(" ");
                    self.alpha(*arg, OPERAND, out);
                }
            }),
        }
    }

    fn alpha_infix(&self, name: Symbol, left: NodeId, operand: NodeId, least: u32, out: &mut Out) {
        let (strength, associativity) = self.apl_operators.infix(name).expect("the caller saw an operator");
        let on_left = if associativity == Associativity::Left { strength } else { strength + 1 };
        // αProlog groups minus to the right, which nobody expects: then brackets say so.
        let right = associativity == Associativity::Right && name != sym::MINUS;
        let on_right = if right { strength } else { strength + 1 };
        enclose(strength < least, out, |out| {
            self.alpha(left, on_left, out);
            let text = self.symbols.text(name);
            match name {
                sym::COMMA => out.push(", "),
                sym::ABSTRACTION | sym::CONCRETION => out.push(text),
                _ => out.push(&format!(" {text} ")),
            }
            self.alpha(operand, on_right, out);
        });
    }

    fn quantifier(&self, name: Symbol, vars: NodeId, body: NodeId, out: &mut Out) {
        out.push(if name == sym::FOR_ALL { "forall" } else { self.symbols.text(name) });
        if let Node::List(vars, None) = self.ast.node(vars) {
            for (n, var) in self.ast.args(vars).iter().enumerate() {
                out.push(if n > 0 { ", " } else { " " });
                self.alpha(*var, OPERAND, out);
            }
        }
        out.push(". ");
        self.alpha(body, 0, out);
    }
}

/// Writes something, in parentheses if it needs them.
fn enclose(yes: bool, out: &mut Out, write: impl FnOnce(&mut Out)) {
    out.apart |= yes;
    out.push(if yes { "(" } else { "" });
    write(out);
    out.push(if yes { ")" } else { "" });
}

/// Text that grows token by token, with a space only where two would run together.
#[derive(Default)]
struct Out {
    text: String,
    /// Whether a name stands last that a bracket must not touch.
    apart: bool,
}

impl Out {
    fn push(&mut self, token: &str) {
        let Some(first) = token.chars().next() else { return };
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if let Some(last) = self.text.chars().next_back() {
            let touch = is_word(last) || is_symbol_char(last);
            let run = is_symbol_char(last) && is_symbol_char(first) || is_word(last) && is_word(first);
            if run || self.apart && touch && matches!(first, '(' | '{') {
                self.text.push(' ');
            }
        }
        self.apart = false;
        self.text.push_str(token);
    }
}

/// A name as it is written: in single quotes unless one of the notations reads it without.
pub fn written_name(text: &str) -> String {
    if is_plain_atom(text) || is_plain_identifier(text) { text.to_owned() } else { quote(text, '\'') }
}

fn quote(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            _ if c == quote => {
                out.push('\\');
                out.push(c);
            }
            _ if c.is_control() => out.push_str(&format!("\\x{:x}\\", u32::from(c))),
            _ => out.push(c),
        }
    }
    out.push(quote);
    out
}
