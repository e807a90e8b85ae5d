//! Grammar rules: `h --> b` becomes a clause with two more arguments, what is left of the input before and after.

use super::ast::{Ast, Node, NodeId};
use super::read::{Parsed, Problem};
use crate::source::{Range, deep};
use crate::term::{Symbol, Symbols, sym};

/// The clause of a rule `-->`. In αProlog the two arguments are curried, as `p X Y` has them; the tree is the same.
pub(super) fn translate(ast: &mut Ast, symbols: &mut Symbols, rule: NodeId) -> Parsed<NodeId> {
    let (head, body) = ast.as_binary(rule, sym::DCG).expect("the caller saw the arrow");
    let mut translation = Translation { ast, symbols, next: 0 };
    let (first, last) = (translation.variable(), translation.variable());
    let range = translation.ast.range(head);
    // `h, [x] --> b` puts x back before what is left.
    let (head, pushback) = match translation.ast.as_binary(head, sym::COMMA) {
        Some((head, pushback)) => (head, Some(pushback)),
        None => (head, None),
    };
    let head = translation.nonterminal(head, first, last)?;
    let body = match pushback {
        None => translation.body(body, first, last)?,
        Some(pushback) => {
            let middle = translation.variable();
            let body = translation.body(body, first, middle)?;
            let put_back = translation.body(pushback, last, middle)?;
            translation.ast.apply(sym::COMMA, &[body, put_back], range)
        }
    };
    let whole = range.to(translation.ast.range(rule));
    Ok(translation.ast.apply(sym::NECK, &[head, body], whole))
}

struct Translation<'a> {
    ast: &'a mut Ast,
    symbols: &'a mut Symbols,
    next: u32,
}

impl Translation<'_> {
    /// A fresh variable. Its name is one that nobody can write; the printer makes it one that can be read.
    fn variable(&mut self) -> Symbol {
        let name = format!("S{}·", self.next);
        self.next += 1;
        self.symbols.intern(&name)
    }

    fn var(&mut self, name: Symbol, range: Range) -> NodeId {
        self.ast.add(Node::Var(name), range)
    }

    fn nonterminal(&mut self, node: NodeId, before: Symbol, after: Symbol) -> Parsed<NodeId> {
        let range = self.ast.range(node);
        let Some((head, args)) = self.ast.as_apply(node) else {
            return Err(Problem::new(range, "a nonterminal was expected here"));
        };
        let mut args = args.to_vec();
        args.push(self.var(before, range));
        args.push(self.var(after, range));
        Ok(self.ast.apply(head, &args, range))
    }

    fn equal(&mut self, left: NodeId, right: NodeId, range: Range) -> NodeId {
        self.ast.apply(sym::EQUAL, &[left, right], range)
    }

    /// The goal that takes `before` to `after`.
    fn body(&mut self, node: NodeId, before: Symbol, after: Symbol) -> Parsed<NodeId> {
        deep(|| self.body_step(node, before, after))
    }

    fn body_step(&mut self, node: NodeId, before: Symbol, after: Symbol) -> Parsed<NodeId> {
        let range = self.ast.range(node);
        if let Some((left, right)) = self.ast.as_binary(node, sym::COMMA) {
            let middle = self.variable();
            let left = self.body(left, before, middle)?;
            let right = self.body(right, middle, after)?;
            return Ok(self.ast.apply(sym::COMMA, &[left, right], range));
        }
        if let Some((condition, then)) = self.ast.as_binary(node, sym::ARROW) {
            let middle = self.variable();
            let condition = self.body(condition, before, middle)?;
            let then = self.body(then, middle, after)?;
            return Ok(self.ast.apply(sym::ARROW, &[condition, then], range));
        }
        if let Some((left, right)) = self.ast.as_binary(node, sym::SEMICOLON) {
            let left = self.body(left, before, after)?;
            let right = self.body(right, before, after)?;
            return Ok(self.ast.apply(sym::SEMICOLON, &[left, right], range));
        }
        if let Some(goal) = self.ast.as_unary(node, sym::BRACES) {
            let same = self.same(before, after, range);
            return Ok(self.ast.apply(sym::COMMA, &[goal, same], range));
        }
        if let Some(negated) = self.ast.as_unary(node, sym::NOT) {
            let rest = self.variable();
            let inner = self.body(negated, before, rest)?;
            let inner = self.ast.apply(sym::NOT, &[inner], range);
            let same = self.same(before, after, range);
            return Ok(self.ast.apply(sym::COMMA, &[inner, same], range));
        }
        match (self.ast.node(node), self.ast.as_constant(node)) {
            (_, Some(sym::CUT)) => {
                let same = self.same(before, after, range);
                Ok(self.ast.apply(sym::COMMA, &[node, same], range))
            }
            (_, Some(sym::NIL | sym::BRACES)) => Ok(self.same(before, after, range)),
            (Node::List(_, Some(_)), _) => Err(Problem::new(range, "terminals stand in a list without a bar")),
            (Node::List(items, None), _) => {
                let items = self.ast.args(items).to_vec();
                Ok(self.terminals(&items, before, after, range))
            }
            (Node::Str(text), _) => {
                let text = self.symbols.text(text).to_owned();
                let items: Vec<_> = text.chars().map(|c| self.ast.add(Node::Char(c), range)).collect();
                Ok(self.terminals(&items, before, after, range))
            }
            (Node::Char(_), _) => Ok(self.terminals(&[node], before, after, range)),
            _ => self.nonterminal(node, before, after),
        }
    }

    fn same(&mut self, before: Symbol, after: Symbol, range: Range) -> NodeId {
        let (before, after) = (self.var(before, range), self.var(after, range));
        self.equal(before, after, range)
    }

    fn terminals(&mut self, items: &[NodeId], before: Symbol, after: Symbol, range: Range) -> NodeId {
        let (before, after) = (self.var(before, range), self.var(after, range));
        if items.is_empty() {
            return self.equal(before, after, range);
        }
        let list = self.ast.list(items, Some(after), range);
        self.equal(before, list, range)
    }
}
