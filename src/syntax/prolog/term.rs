//! ISO terms over an operator table that the text changes while it is read.
//!
//! The parser climbs: a term is a primary (a number, a variable, a name with its arguments, something in brackets, a
//! prefix operator with its operand) and then as many infix and postfix operators as the priority at hand allows. Each
//! step down goes through `deep`.

use super::super::ast::{Node, NodeId};
use super::super::read::{Parsed, Problem};
use super::super::token::Tok;
use super::PrologReader;
use crate::source::{Range, deep};
use crate::term::{Symbol, sym};

impl PrologReader<'_, '_> {
    pub(super) fn term(&mut self, max: u32) -> Parsed<NodeId> {
        deep(|| {
            let (left, priority) = self.primary(max)?;
            self.infix(left, priority, max)
        })
    }

    fn infix(&mut self, mut left: NodeId, mut priority: u32, max: u32) -> Parsed<NodeId> {
        loop {
            let name = match self.tokens.peek().tok {
                Tok::Atom(name) => name,
                Tok::Comma => sym::COMMA,
                Tok::Bar => sym::BAR,
                _ => return Ok(left),
            };
            let operators = &self.tokens.reading.operators;
            let start = self.tokens.reading.ast.range(left);
            if let Some(op) = operators.infix(name)
                && op.priority <= max
                && priority <= op.left
            {
                self.tokens.next();
                let right = self.term(op.right)?;
                let range = start.to(self.tokens.last);
                // A bar between goals is the disjunction of old; as a term, too, it is `;`.
                let head = if name == sym::BAR { sym::SEMICOLON } else { name };
                left = self.binary(head, left, right, range);
                priority = op.priority;
            } else if let Some(op) = operators.postfix(name)
                && op.priority <= max
                && priority <= op.left
            {
                self.tokens.next();
                let range = start.to(self.tokens.last);
                left = self.tokens.reading.ast.apply(name, &[left], range);
                priority = op.priority;
            } else {
                return Ok(left);
            }
        }
    }

    /// An infix term; `(a~b)*T` is the transposition of αProlog's `(a~b) T`.
    fn binary(&mut self, head: Symbol, left: NodeId, right: NodeId, range: Range) -> NodeId {
        let ast = &mut self.tokens.reading.ast;
        if head == sym::TIMES
            && let Some((a, b)) = ast.as_binary(left, sym::SWAP)
        {
            return ast.apply(sym::SWAP, &[a, b, right], range);
        }
        ast.apply(head, &[left, right], range)
    }

    /// A term before its infix operators, with its priority.
    fn primary(&mut self, max: u32) -> Parsed<(NodeId, u32)> {
        let range = self.tokens.peek().range;
        let node = match self.tokens.peek().tok.clone() {
            Tok::Int(value) => {
                self.tokens.next();
                self.tokens.reading.ast.int(value, range)
            }
            Tok::Var(name) => {
                self.tokens.next();
                if self.tokens.peek().tok == Tok::OpenCall {
                    return Err(Problem::new(range, "a variable cannot have arguments")
                        .hint("names start in lower case, or stand in single quotes"));
                }
                let node = if name == sym::UNDERSCORE { Node::Wildcard } else { Node::Var(name) };
                self.tokens.reading.ast.add(node, range)
            }
            Tok::Str(text) => {
                self.tokens.next();
                self.tokens.reading.ast.add(Node::Str(text), range)
            }
            Tok::Open | Tok::OpenCall => {
                self.tokens.next();
                let inner = self.term(1200)?;
                self.close(&Tok::Close, range, "`)`")?;
                inner
            }
            Tok::OpenList => self.list(range)?,
            Tok::OpenBrace => self.braces(range)?,
            Tok::Atom(name) | Tok::Quoted(name) => return self.name(name, range, max),
            _ => return Err(self.tokens.unexpected("a term")),
        };
        Ok((node, 0))
    }

    fn close(&mut self, tok: &Tok, opened: Range, shown: &str) -> Parsed<Range> {
        self.tokens.expect(tok, &format!("an operator or {shown}")).map_err(|problem| {
            if problem.hint.is_some() {
                return problem;
            }
            if let Tok::Atom(name) = self.tokens.peek().tok
                && name != sym::NECK
                && self.tokens.reading.operators.infix(name).is_some()
            {
                return problem.hint("put the argument in parentheses");
            }
            let position = opened.start;
            let line = self.files.sources().file(self.tokens.file).position(position).line;
            problem.hint(format!("the bracket that is open here was opened in line {line}"))
        })
    }

    fn list(&mut self, open: Range) -> Parsed<NodeId> {
        self.tokens.next();
        if self.tokens.accept(&Tok::CloseList) {
            let range = open.to(self.tokens.last);
            return self.call_or_constant(sym::NIL, range);
        }
        let items = self.arguments()?;
        let tail = if self.tokens.accept(&Tok::Bar) { Some(self.term(999)?) } else { None };
        let end = self.close(&Tok::CloseList, open, "`]`")?;
        Ok(self.tokens.reading.ast.list(&items, tail, open.to(end)))
    }

    fn braces(&mut self, open: Range) -> Parsed<NodeId> {
        self.tokens.next();
        if self.tokens.accept(&Tok::CloseBrace) {
            let range = open.to(self.tokens.last);
            return self.call_or_constant(sym::BRACES, range);
        }
        let inner = self.term(1200)?;
        let end = self.close(&Tok::CloseBrace, open, "`}`")?;
        Ok(self.tokens.reading.ast.apply(sym::BRACES, &[inner], open.to(end)))
    }

    /// Terms with commas between them.
    fn arguments(&mut self) -> Parsed<Vec<NodeId>> {
        let mut items = vec![self.term(999)?];
        while self.tokens.accept(&Tok::Comma) {
            items.push(self.term(999)?);
        }
        Ok(items)
    }

    fn call_or_constant(&mut self, name: Symbol, range: Range) -> Parsed<NodeId> {
        if self.tokens.peek().tok != Tok::OpenCall {
            return Ok(self.tokens.reading.ast.constant(name, range));
        }
        let open = self.tokens.next().range;
        let args = self.arguments()?;
        let end = self.close(&Tok::Close, open, "`)`")?;
        Ok(self.tokens.reading.ast.apply(name, &args, range.to(end)))
    }

    /// A name: a constant, a compound term, a negative number or a prefix operator.
    fn name(&mut self, name: Symbol, range: Range, max: u32) -> Parsed<(NodeId, u32)> {
        let quoted = matches!(self.tokens.next().tok, Tok::Quoted(_));
        let next = self.tokens.peek();
        if let (sym::MINUS, Tok::Int(value), false, false) = (name, next.tok.clone(), next.spaced, quoted) {
            let range = range.to(self.tokens.next().range);
            return Ok((self.tokens.reading.ast.int(-value, range), 0));
        }
        let prefix = self.tokens.reading.operators.prefix(name);
        match prefix {
            Some(op) if !quoted && op.priority <= max && self.operand_follows() => {
                let operand = self.term(op.right)?;
                let range = range.to(self.tokens.last);
                Ok((self.tokens.reading.ast.apply(name, &[operand], range), op.priority))
            }
            _ => {
                let node = self.call_or_constant(name, range)?;
                if quoted {
                    self.tokens.reading.ast.mark_quoted(node);
                }
                Ok((node, 0))
            }
        }
    }

    /// Whether a prefix operator has its operand here, or stands for itself.
    fn operand_follows(&mut self) -> bool {
        match self.tokens.peek().tok {
            Tok::OpenCall
            | Tok::Close
            | Tok::CloseList
            | Tok::CloseBrace
            | Tok::Comma
            | Tok::Bar
            | Tok::End
            | Tok::Eof => false,
            Tok::Atom(next) => {
                let operators = &self.tokens.reading.operators;
                let only_infix = operators.infix(next).is_some() && operators.prefix(next).is_none();
                !only_infix || self.tokens.peek_at(1).tok == Tok::OpenCall
            }
            _ => true,
        }
    }
}
