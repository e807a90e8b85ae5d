//! The αProlog notation: declarations, namespaces, directives and clauses, as αProlog 0.4 has them.
//!
//! The kind of an item is told by its first tokens; `term` reads the terms and types in it. After a mistake reading goes
//! on at the next item.

mod term;

use super::ast::{Expectation, ItemKind, PredicateRef};
use super::dcg;
use super::operators::{Associativity, Fixity, Place};
use super::read::{Files, Notation, Parsed, Problem, Reading, Tokens, check_bound, read_used};
use super::token::{Tok, Token};
use crate::source::{FileId, Range};
use crate::term::{Symbol, sym};

/// Reads a file.
pub fn read(files: &mut dyn Files, file: FileId, reading: &mut Reading) {
    let tokens = Tokens::new(files.sources(), file, Notation::AlphaProlog, reading);
    let mut reader = AlphaReader { tokens, files, namespaces: vec![] };
    while reader.item() {}
    for opened in std::mem::take(&mut reader.namespaces) {
        reader.tokens.report(Problem::new(opened, "this namespace is never closed").hint("close it with )."));
        let end = reader.tokens.last.end;
        reader.tokens.push_item(ItemKind::Leave, end);
    }
}

struct AlphaReader<'r, 'f> {
    tokens: Tokens<'r>,
    files: &'f mut dyn Files,
    /// Where the open namespaces were opened.
    namespaces: Vec<Range>,
}

impl AlphaReader<'_, '_> {
    /// Reads one item; false at the end of the file.
    fn item(&mut self) -> bool {
        let start = self.tokens.start_item();
        if self.tokens.peek().tok == Tok::Eof {
            return false;
        }
        if let Err(problem) = self.read_item(start) {
            self.tokens.report(problem);
            // A full stop inside a line belongs to a quantifier more often than it ends a clause.
            self.tokens.recover(|behind| behind.starts_line || behind.tok == Tok::Eof || behind.spaced);
        }
        true
    }

    fn read_item(&mut self, start: u32) -> Parsed<()> {
        let first = self.tokens.peek().tok.clone();
        let second = self.tokens.peek_at(1).tok.clone();
        let kind = match (first, second) {
            (Tok::Close, _) if !self.namespaces.is_empty() => {
                self.tokens.next();
                self.namespaces.pop();
                ItemKind::Leave
            }
            (Tok::Atom(sym::NAMESPACE), Tok::Atom(name) | Tok::Var(name)) => {
                let range = self.tokens.next().range;
                self.tokens.next();
                self.tokens.expect(&Tok::Open, "`(`")?;
                self.namespaces.push(range);
                self.tokens.push_item(ItemKind::Enter(name), start);
                return Ok(());
            }
            (Tok::Atom(sym::NECK), _) => {
                return Err(self
                    .tokens
                    .unexpected("a declaration or clause")
                    .hint("αProlog's declarations have no :-"));
            }
            (Tok::Atom(sym::PRED), _) => self.predicate()?,
            (Tok::Atom(sym::FUNC), _) => self.function(true)?,
            (Tok::Atom(sym::CNST), _) => self.function(false)?,
            (Tok::Atom(sym::TYPE), Tok::Atom(_) | Tok::Var(_)) => self.abbreviation()?,
            (Tok::Atom(sym::INFIXL | sym::INFIXR | sym::INFIXN), _) => self.operator()?,
            (Tok::Atom(sym::QUESTION), _) => {
                self.tokens.next();
                ItemKind::Query(self.term(0)?)
            }
            (Tok::Atom(sym::FRESH), Tok::Atom(_)) => match self.directive()? {
                Some(kind) => kind,
                None => return Ok(()),
            },
            _ => match self.signature()? {
                Some(kind) => kind,
                None => return self.clause(start),
            },
        };
        self.tokens.expect(&Tok::End, "an operator or a full stop")?;
        self.tokens.push_item(kind, start);
        Ok(())
    }

    /// `c : t`, `a, b : t`, `f :: t`; `None` if the item is no signature.
    fn signature(&mut self) -> Parsed<Option<ItemKind>> {
        let mut names = 0;
        let function = loop {
            if !matches!(self.tokens.peek_at(2 * names).tok, Tok::Atom(_) | Tok::Var(_) | Tok::Quoted(_)) {
                return Ok(None);
            }
            names += 1;
            match self.tokens.peek_at(2 * names - 1).tok {
                Tok::Comma => {}
                Tok::Atom(sym::COLON) => break false,
                Tok::Atom(sym::CONS) if names == 1 => break true,
                _ => return Ok(None),
            }
        };
        let mut declared = vec![];
        for _ in 0..names {
            declared.push(self.identifier("a name")?);
            self.tokens.next();
        }
        let ty = self.term(0)?;
        Ok(Some(match self.tokens.reading.ast.sort(ty) {
            Some(sort) if !function => ItemKind::Sort { names: declared, sort },
            _ => ItemKind::Symbol { names: declared, ty, function },
        }))
    }

    fn identifier(&mut self, wanted: &str) -> Parsed<(Symbol, Range)> {
        match self.tokens.peek().tok {
            Tok::Atom(name) | Tok::Var(name) | Tok::Quoted(name) => Ok((name, self.tokens.next().range)),
            _ => Err(self.tokens.unexpected(wanted)),
        }
    }

    fn predicate(&mut self) -> Parsed<ItemKind> {
        self.tokens.next();
        let name = self.identifier("the name of a predicate")?;
        let args = self.operands()?;
        Ok(ItemKind::Predicate { name, args })
    }

    fn function(&mut self, arguments: bool) -> Parsed<ItemKind> {
        self.tokens.next();
        let name = self.identifier("the name of a function")?;
        let args = if arguments { self.operands()? } else { vec![] };
        self.tokens.expect(&Tok::Atom(sym::EQUAL), "`=` and the type of the result")?;
        let result = self.term(0)?;
        Ok(ItemKind::Function { name, args, result })
    }

    /// `type t A = u`
    fn abbreviation(&mut self) -> Parsed<ItemKind> {
        self.tokens.next();
        let name = self.identifier("the name of a type")?;
        let mut params = vec![];
        while let Tok::Atom(param) | Tok::Var(param) = self.tokens.peek().tok {
            if param == sym::EQUAL {
                break;
            }
            params.push(self.identifier("a type parameter")?.0);
        }
        self.tokens.expect(&Tok::Atom(sym::EQUAL), "`=` and a type")?;
        let ty = self.term(0)?;
        let invariant = match self.tokens.peek().tok {
            Tok::Atom(sym::WHERE) => {
                self.tokens.next();
                Some(self.operand()?)
            }
            _ => None,
        };
        Ok(ItemKind::Abbreviation { name, params, ty, invariant })
    }

    fn operator(&mut self) -> Parsed<ItemKind> {
        let associativity = match self.tokens.next().tok {
            Tok::Atom(sym::INFIXL) => Associativity::Left,
            Tok::Atom(sym::INFIXR) => Associativity::Right,
            _ => Associativity::None,
        };
        let (name, _) = self.identifier("an operator")?;
        let token = self.tokens.next();
        let level = match &token.tok {
            Tok::Int(level) => u32::try_from(level).ok().filter(|level| (1..=9).contains(level)),
            _ => None,
        };
        let Some(level) = level else {
            return Err(Problem::new(token.range, "the level of an operator is a number from 1 to 9"));
        };
        self.tokens.reading.apl_operators.declare(name, level, associativity);
        Ok(ItemKind::Operator(Fixity { name, level, place: Place::Infix(associativity), alpha: true }))
    }

    /// The directives with `#`; `None` for one that adds no item.
    fn directive(&mut self) -> Parsed<Option<ItemKind>> {
        let hash = self.tokens.next().range;
        let word = self.tokens.next();
        let Tok::Atom(name) = word.tok else { unreachable!("the caller saw a name") };
        let kind = match name {
            sym::CHECK => self.check(Expectation::Holds)?,
            sym::VALIDATE => self.check(Expectation::Valid)?,
            sym::INVALIDATE => self.check(Expectation::Invalid)?,
            sym::OPEN => ItemKind::Open(self.identifier("the name of a namespace")?.0),
            sym::TRUSTED => ItemKind::Trusted(self.predicate_refs()?),
            sym::ASSUMABLE => ItemKind::Assumable(self.predicate_refs()?),
            sym::DISCONTIGUOUS => ItemKind::Discontiguous(self.predicate_refs()?),
            sym::PROPERTIES => ItemKind::Properties(self.string("the name of a properties file in quotes")?.0),
            sym::GENERATOR => {
                let ty = self.operand()?;
                let predicate = self.identifier("the name of a predicate")?;
                ItemKind::Generator { ty, predicate }
            }
            sym::USE => {
                let (file, range) = self.string("the name of a file in quotes")?;
                self.tokens.expect(&Tok::End, "a full stop")?;
                let file = self.tokens.reading.symbols.text(file).to_owned();
                read_used(self.files, &file, self.tokens.file, range, self.tokens.reading);
                return Ok(None);
            }
            // What αProlog's own loop does with these has no meaning here.
            sym::TRACE | sym::TYPE | sym::HELP | sym::QUIT => {
                while !matches!(self.tokens.peek().tok, Tok::End | Tok::Eof) {
                    self.tokens.next();
                }
                self.tokens.expect(&Tok::End, "a full stop")?;
                return Ok(None);
            }
            sym::QUERY_WORD => ItemKind::Query(self.term(0)?),
            _ => {
                return Err(Problem::new(hash.to(word.range), "unknown directive").hint(
                    "the directives are #check, #validate, #invalidate, #use, #open, #query, #trusted, #assumable, \
                     #discontiguous, #properties and #generator",
                ));
            }
        };
        Ok(Some(kind))
    }

    fn string(&mut self, wanted: &str) -> Parsed<(Symbol, Range)> {
        match self.tokens.peek().tok {
            Tok::Str(text) => Ok((text, self.tokens.next().range)),
            _ => Err(self.tokens.unexpected(wanted)),
        }
    }

    fn check(&mut self, expected: Expectation) -> Parsed<ItemKind> {
        let name = self.string("the name of the check in quotes")?;
        let bound = match self.tokens.peek().clone() {
            Token { tok: Tok::Int(bound), range, .. } => {
                self.tokens.next();
                Some(check_bound(&bound, range)?)
            }
            _ => None,
        };
        self.tokens.expect(&Tok::Atom(sym::COLON), "a colon")?;
        let formula = self.term(0)?;
        Ok(ItemKind::Check { name, bound, expected, formula })
    }

    fn predicate_refs(&mut self) -> Parsed<Vec<PredicateRef>> {
        let mut refs = vec![];
        loop {
            let (name, range) = self.identifier("a predicate, as append/3,")?;
            self.tokens.expect(&Tok::Atom(sym::SLASH), "`/` and the number of arguments")?;
            let token = self.tokens.next();
            let arity = match &token.tok {
                Tok::Int(arity) => u32::try_from(arity).ok(),
                _ => None,
            };
            let Some(arity) = arity else {
                return Err(Problem::new(token.range, "the number of arguments was expected here"));
            };
            refs.push(PredicateRef { name, arity, range: range.to(token.range) });
            if !self.tokens.accept(&Tok::Comma) {
                return Ok(refs);
            }
        }
    }

    /// A clause, or a grammar rule. Several heads before one body are several clauses.
    fn clause(&mut self, start: u32) -> Parsed<()> {
        let term = self.term(0)?;
        if self.tokens.peek().tok == Tok::Atom(sym::DCG) {
            self.tokens.next();
            let body = self.term(0)?;
            self.tokens.expect(&Tok::End, "an operator or a full stop")?;
            let range = self.tokens.reading.ast.range(term).to(self.tokens.last);
            let reading = &mut *self.tokens.reading;
            let rule = reading.ast.apply(sym::DCG, &[term, body], range);
            let clause = dcg::translate(&mut reading.ast, &mut reading.symbols, rule)?;
            self.tokens.push_item(ItemKind::Clause(clause), start);
            return Ok(());
        }
        self.tokens.expect(&Tok::End, "an operator or a full stop")?;
        let ast = &mut self.tokens.reading.ast;
        let Some((heads, body)) = ast.as_binary(term, sym::NECK) else {
            self.tokens.push_item(ItemKind::Clause(term), start);
            return Ok(());
        };
        for head in ast.chain(heads, sym::COMMA) {
            let ast = &mut self.tokens.reading.ast;
            let clause = ast.apply(sym::NECK, &[head, body], ast.range(term));
            self.tokens.push_item(ItemKind::Clause(clause), start);
        }
        Ok(())
    }
}
