//! αProlog's terms: application by juxtaposition, under nine levels of operators that the text may add to.
//!
//! As in αProlog, a comma is left ambiguous between pairs and conjunctions, and `f(X,Y)` is `f` applied to one pair; what
//! is meant is settled when types are known.

use super::super::ast::{Node, NodeId};
use super::super::operators::{AplOperators, Associativity};
use super::super::read::{Parsed, Problem};
use super::super::token::{Tok, Token};
use super::AlphaReader;
use crate::source::{Range, deep};
use crate::term::{Symbol, sym};

impl AlphaReader<'_, '_> {
    /// A term whose operators bind at least this strongly.
    pub(super) fn term(&mut self, least: u32) -> Parsed<NodeId> {
        deep(|| {
            let left = self.prefix()?;
            self.infix(left, least)
        })
    }

    /// Quantifiers, negation, and applications.
    fn prefix(&mut self) -> Parsed<NodeId> {
        let Token { tok, range, .. } = self.tokens.peek().clone();
        match tok {
            Tok::Atom(name @ (sym::EXISTS | sym::FORALL | sym::NEW))
                if matches!(self.tokens.peek_at(1).tok, Tok::Atom(_) | Tok::Var(_)) =>
            {
                self.tokens.next();
                self.quantifier(name, range)
            }
            Tok::Atom(sym::LAMBDA) => {
                Err(Problem::new(range, "lambda terms are not part of the language").hint("use an abstraction x\\t"))
            }
            Tok::Atom(sym::NOT_WORD) => {
                self.tokens.next();
                let goal = deep(|| self.prefix())?;
                let range = range.to(self.tokens.last);
                Ok(self.tokens.reading.ast.apply(sym::NOT, &[goal], range))
            }
            _ => self.application(),
        }
    }

    /// `exists X, Y : t. G`: the body reaches as far as it can.
    fn quantifier(&mut self, name: Symbol, range: Range) -> Parsed<NodeId> {
        let mut vars = vec![];
        loop {
            let (var, at) = self.identifier("a variable")?;
            if self.tokens.reading.symbols.text(var).contains('.') {
                return Err(Problem::new(at, "the dot of a quantifier needs a space behind it"));
            }
            let mut node = self.tokens.reading.ast.add(Node::Var(var), at);
            if self.tokens.accept(&Tok::Atom(sym::COLON)) {
                let ty = self.term(AplOperators::COMMA + 1)?;
                let range = at.to(self.tokens.last);
                node = self.tokens.reading.ast.apply(sym::COLON, &[node, ty], range);
            }
            vars.push(node);
            if !self.tokens.accept(&Tok::Comma) {
                break;
            }
        }
        self.tokens.expect(&Tok::End, "a dot and the quantified goal")?;
        let body = self.term(0)?;
        let range = range.to(self.tokens.last);
        let ast = &mut self.tokens.reading.ast;
        let vars = ast.list(&vars, None, range);
        let name = if name == sym::FORALL { sym::FOR_ALL } else { name };
        Ok(ast.apply(name, &[vars, body], range))
    }

    fn infix(&mut self, mut left: NodeId, least: u32) -> Parsed<NodeId> {
        loop {
            let name = match self.tokens.peek().tok {
                Tok::Atom(name) => name,
                Tok::Comma => sym::COMMA,
                _ => return Ok(left),
            };
            let Some((strength, associativity)) = self.tokens.reading.apl_operators.infix(name) else {
                return Ok(left);
            };
            if strength < least {
                return Ok(left);
            }
            if name == sym::FRESH {
                self.note_line_start();
            }
            self.tokens.next();
            let right = self.term(if associativity == Associativity::Right { strength } else { strength + 1 })?;
            left = self.combine(name, left, right)?;
            let next = match self.tokens.peek().tok {
                Tok::Atom(next) => self.tokens.reading.apl_operators.infix(next),
                _ => None,
            };
            if associativity == Associativity::None && next.is_some_and(|(other, _)| other == strength) {
                return Err(self.tokens.unexpected("parentheses around one of the two"));
            }
        }
    }

    /// An infix term; `C -> T | E` takes its else branch.
    fn combine(&mut self, name: Symbol, left: NodeId, right: NodeId) -> Parsed<NodeId> {
        let start = self.tokens.reading.ast.range(left);
        if name == sym::ARROW && self.tokens.accept(&Tok::Bar) {
            let otherwise = self.term(AplOperators::BAR + 1)?;
            let range = start.to(self.tokens.last);
            let ast = &mut self.tokens.reading.ast;
            let then = ast.apply(sym::ARROW, &[left, right], range);
            return Ok(ast.apply(sym::SEMICOLON, &[then, otherwise], range));
        }
        let range = start.to(self.tokens.last);
        let ast = &mut self.tokens.reading.ast;
        if name == sym::CONS {
            return Ok(ast.list(&[left], Some(right), range));
        }
        Ok(ast.apply(name, &[left, right], range))
    }

    /// A name applied to operands, or an operand.
    fn application(&mut self) -> Parsed<NodeId> {
        self.check_habit()?;
        let Token { tok, range, .. } = self.tokens.peek().clone();
        let name = match tok {
            Tok::Atom(name) if self.is_operator(name) => return Err(self.tokens.unexpected("a term")),
            Tok::Atom(name) | Tok::Quoted(name) => name,
            Tok::Var(name) if self.operand_starts(1) && name != sym::UNDERSCORE => name,
            _ => return self.operand(),
        };
        if self.tokens.peek_at(1).tok == Tok::OpenBrace {
            return self.operand();
        }
        self.tokens.next();
        let args = self.operands()?;
        let range = range.to(self.tokens.last);
        let ast = &mut self.tokens.reading.ast;
        Ok(ast.apply(name, &args, range))
    }

    fn is_operator(&self, name: Symbol) -> bool {
        name == sym::DCG || self.tokens.reading.apl_operators.infix(name).is_some()
    }

    fn operand_starts(&mut self, n: usize) -> bool {
        match self.tokens.peek_at(n).tok {
            Tok::Atom(name) => {
                !self.is_operator(name) && !matches!(name, sym::COLON | sym::SLASH | sym::WHERE | sym::NOT_WORD)
            }
            Tok::Var(_) | Tok::Quoted(_) | Tok::Int(_) | Tok::Char(_) | Tok::Str(_) | Tok::Open | Tok::OpenList => true,
            _ => false,
        }
    }

    pub(super) fn operands(&mut self) -> Parsed<Vec<NodeId>> {
        let mut operands = vec![];
        while self.operand_starts(0) {
            self.note_line_start();
            self.check_habit()?;
            operands.push(self.operand()?);
        }
        Ok(operands)
    }

    /// What starts a line most likely starts a clause, too: then a full stop is missing.
    fn note_line_start(&mut self) {
        if self.tokens.peek().starts_line {
            let span = self.tokens.peek().range.in_file(self.tokens.file);
            self.tokens.reading.line_starts.push(span);
        }
    }

    /// Operators of Prolog that αProlog does not have are read as names, and mean something else.
    fn check_habit(&mut self) -> Parsed<()> {
        let Tok::Atom(name) = self.tokens.peek().tok else { return Ok(()) };
        let range = self.tokens.peek().range;
        let text = self.tokens.reading.symbols.text(name);
        let hint = match text {
            "\\=" | "!=" => "write not(X = Y)".to_owned(),
            "\\+" => "write not(G)".to_owned(),
            "=<" => "write <=".to_owned(),
            "==" | "\\==" | "@<" | "@=<" | "@>" | "@>=" => format!("write ({text})(X, Y)"),
            _ => return Ok(()),
        };
        Err(Problem::new(range, format!("{text} is no operator of αProlog")).hint(hint))
    }

    /// An operand with the substitutions behind it: `T{U/V}`.
    pub(super) fn operand(&mut self) -> Parsed<NodeId> {
        let mut operand = deep(|| self.plain_operand())?;
        while self.tokens.peek().tok == Tok::OpenBrace {
            self.tokens.next();
            let new = self.term(0)?;
            self.tokens.expect(&Tok::Atom(sym::SLASH), "`/` and what is replaced")?;
            let old = self.term(0)?;
            self.tokens.expect(&Tok::CloseBrace, "`}`")?;
            let range = self.tokens.reading.ast.range(operand).to(self.tokens.last);
            operand = self.tokens.reading.ast.apply(sym::SUBSTITUTION, &[operand, new, old], range);
        }
        Ok(operand)
    }

    fn plain_operand(&mut self) -> Parsed<NodeId> {
        let range = self.tokens.peek().range;
        let node = match self.tokens.peek().tok.clone() {
            Tok::Open => return self.parenthesis(range),
            Tok::OpenList => return self.list(range),
            Tok::OpenBrace => {
                // A goal among the terminals of a grammar rule.
                self.tokens.next();
                let goal = self.term(0)?;
                let end = self.tokens.expect(&Tok::CloseBrace, "an operator or `}`")?;
                return Ok(self.tokens.reading.ast.apply(sym::BRACES, &[goal], range.to(end)));
            }
            Tok::Int(value) => {
                self.tokens.next();
                return Ok(self.tokens.reading.ast.int(value, range));
            }
            Tok::Var(sym::UNDERSCORE) => Node::Wildcard,
            Tok::Var(name) => Node::Var(name),
            Tok::Char(c) => Node::Char(c),
            Tok::Str(text) => Node::Str(text),
            Tok::Atom(name) if self.is_operator(name) => return Err(self.tokens.unexpected("a term")),
            Tok::Atom(name) | Tok::Quoted(name) => {
                self.tokens.next();
                return Ok(self.tokens.reading.ast.constant(name, range));
            }
            _ => return Err(self.tokens.unexpected("a term")),
        };
        self.tokens.next();
        Ok(self.tokens.reading.ast.add(node, range))
    }

    /// `()`, `(t)`, `(a~b) t`
    fn parenthesis(&mut self, open: Range) -> Parsed<NodeId> {
        self.tokens.next();
        if self.tokens.accept(&Tok::Close) {
            let range = open.to(self.tokens.last);
            return Ok(self.tokens.reading.ast.constant(sym::UNIT, range));
        }
        if self.tokens.peek_at(1).tok == Tok::Atom(sym::SWAP) {
            return self.transposition(open);
        }
        let inner = self.term(0)?;
        self.tokens.expect(&Tok::Close, "an operator or `)`")?;
        Ok(inner)
    }

    fn transposition(&mut self, open: Range) -> Parsed<NodeId> {
        let left = self.operand()?;
        self.tokens.next();
        let right = self.operand()?;
        self.tokens.expect(&Tok::Close, "`)`")?;
        let term = self.operand()?;
        let range = open.to(self.tokens.last);
        Ok(self.tokens.reading.ast.apply(sym::SWAP, &[left, right, term], range))
    }

    fn list(&mut self, open: Range) -> Parsed<NodeId> {
        self.tokens.next();
        if self.tokens.accept(&Tok::CloseList) {
            let range = open.to(self.tokens.last);
            return Ok(self.tokens.reading.ast.constant(sym::NIL, range));
        }
        let mut items = vec![self.term(AplOperators::COMMA + 1)?];
        while self.tokens.accept(&Tok::Comma) {
            items.push(self.term(AplOperators::COMMA + 1)?);
        }
        let tail = match self.tokens.accept(&Tok::Bar) {
            true => Some(self.term(AplOperators::COMMA + 1)?),
            false => None,
        };
        let end = self.tokens.expect(&Tok::CloseList, "`,`, `|` or `]`")?;
        Ok(self.tokens.reading.ast.list(&items, tail, open.to(end)))
    }
}
