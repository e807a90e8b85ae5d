//! The Prolog notation: items made of terms.
//!
//! `term` reads a term up to its full stop; what kind of item it is, a declaration, a directive, a check or a clause, is
//! told from the term. After a mistake reading goes on at the next item.

mod term;

use super::ast::{Expectation, ItemKind, Node, NodeId, PredicateRef, Sort};
use super::dcg;
use super::operators::{Associativity, Fixity, Place};
use super::read::{Files, Notation, Parsed, Problem, Reading, Tokens, check_bound, read_used};
use super::token::{Tok, Token};
use crate::source::{Diagnostic, FileId, Range, Warning};
use crate::term::{Symbol, sym};

/// Reads a file.
pub fn read(files: &mut dyn Files, file: FileId, reading: &mut Reading) {
    let tokens = Tokens::new(files.sources(), file, Notation::Prolog, reading);
    let mut reader = PrologReader { tokens, files };
    while reader.item() {}
}

struct PrologReader<'r, 'f> {
    tokens: Tokens<'r>,
    files: &'f mut dyn Files,
}

impl PrologReader<'_, '_> {
    /// Reads one item; false at the end of the file.
    fn item(&mut self) -> bool {
        let start = self.tokens.start_item();
        if self.tokens.peek().tok == Tok::Eof {
            return false;
        }
        let ends = self.is_end_of_file();
        if let Err(problem) = self.read_item(start) {
            self.tokens.report(problem);
            self.tokens.recover(|_| true);
        }
        !ends
    }

    fn is_end_of_file(&mut self) -> bool {
        self.tokens.peek().tok == Tok::Atom(sym::END_OF_FILE) && self.tokens.peek_at(1).tok == Tok::End
    }

    fn read_item(&mut self, start: u32) -> Parsed<()> {
        if self.is_end_of_file() {
            return Ok(());
        }
        let hash = self.tokens.peek().tok == Tok::Atom(sym::FRESH);
        if hash && matches!(self.tokens.peek_at(1).tok, Tok::Atom(_)) && !self.tokens.peek_at(1).spaced {
            let kind = self.hash_directive()?;
            self.tokens.expect(&Tok::End, "a full stop")?;
            self.tokens.push_item(kind, start);
            return Ok(());
        }
        // `pred(x).` is a fact; `pred p(t).` is a declaration as the Blame Game paper has them.
        let call = self.tokens.peek_at(1).tok == Tok::OpenCall;
        let term = self.term(1200)?;
        self.tokens.expect(&Tok::End, "an operator or a full stop")?;
        self.interpret(term, start, call)
    }

    /// `#check "name" 10 : formula`, `#validate`, `#invalidate`
    fn hash_directive(&mut self) -> Parsed<ItemKind> {
        let hash = self.tokens.next().range;
        let word = self.tokens.next();
        let expected = match word.tok {
            Tok::Atom(sym::CHECK) => Expectation::Holds,
            Tok::Atom(sym::VALIDATE) => Expectation::Valid,
            Tok::Atom(sym::INVALIDATE) => Expectation::Invalid,
            _ => {
                return Err(Problem::new(hash.to(word.range), "unknown directive")
                    .hint("the directives with # are #check, #validate and #invalidate"));
            }
        };
        let name = match self.tokens.next() {
            Token { tok: Tok::Str(name) | Tok::Atom(name) | Tok::Quoted(name), range, .. } => (name, range),
            other => return Err(Problem::new(other.range, "the name of the check is missing").hint(CHECK_FORM)),
        };
        let bound = match self.tokens.peek().clone() {
            Token { tok: Tok::Int(bound), range, .. } => {
                self.tokens.next();
                Some(check_bound(&bound, range)?)
            }
            _ => None,
        };
        self.tokens.expect(&Tok::Atom(sym::COLON), "a colon").map_err(|p| p.hint(CHECK_FORM))?;
        let formula = self.term(1200)?;
        Ok(ItemKind::Check { name, bound, expected, formula })
    }

    /// What a term that ended with a full stop says.
    fn interpret(&mut self, term: NodeId, start: u32, call: bool) -> Parsed<()> {
        let ast = &self.tokens.reading.ast;
        if let Some(directive) = ast.as_unary(term, sym::NECK) {
            return self.directive(directive, start);
        }
        if let Some(goal) = ast.as_unary(term, sym::QUERY) {
            self.tokens.push_item(ItemKind::Query(goal), start);
            return Ok(());
        }
        if ast.as_binary(term, sym::DCG).is_some() {
            let reading = &mut *self.tokens.reading;
            let clause = dcg::translate(&mut reading.ast, &mut reading.symbols, term)?;
            self.tokens.push_item(ItemKind::Clause(clause), start);
            return Ok(());
        }
        if let Some((name, sort)) = ast.as_binary(term, sym::COLON)
            && ast.sort(sort).is_some()
        {
            return Err(Problem::new(ast.range(term), "this is a declaration of αProlog")
                .hint(format!("name the file .apl, or write :- type {} ---> ... .", self.shown_name(name))));
        }
        let kind = match self.paper_declaration(term, call)? {
            Some(kind) => kind,
            None => ItemKind::Clause(term),
        };
        self.tokens.push_item(kind, start);
        Ok(())
    }

    fn shown_name(&self, node: NodeId) -> &str {
        let ast = &self.tokens.reading.ast;
        ast.as_constant(node).map_or("t", |name| self.tokens.reading.symbols.text(name))
    }

    /// A declaration without `:-`.
    fn paper_declaration(&mut self, term: NodeId, call: bool) -> Parsed<Option<ItemKind>> {
        let ast = &self.tokens.reading.ast;
        if let Some((names, ty)) = ast.as_binary(term, sym::CONS) {
            return self.signature(names, ty).map(Some);
        }
        let Some((head, &[argument])) = ast.as_apply(term) else { return Ok(None) };
        let compound = ast.as_apply(argument).is_some();
        let is_type =
            ast.as_binary(argument, sym::TYPE_ARROW).is_some() || ast.as_binary(argument, sym::EQUAL).is_some();
        match head {
            sym::PRED if compound && !call => self.declaration(term),
            sym::TYPE | sym::FUNC if is_type && !call => self.declaration(term),
            sym::TRUSTED | sym::ASSUMABLE if !call || ast.as_constant(argument).is_none() => {
                match self.predicate_ref(argument) {
                    Ok(_) => self.declaration(term),
                    Err(_) => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// `a, b :: t` and `t :: type`.
    fn signature(&mut self, names: NodeId, ty: NodeId) -> Parsed<ItemKind> {
        let ast = &self.tokens.reading.ast;
        let mut declared = vec![];
        for name in ast.chain(names, sym::COMMA) {
            declared.push((self.constant(name, "a name")?, ast.range(name)));
        }
        Ok(match ast.sort(ty) {
            Some(sort) => ItemKind::Sort { names: declared, sort },
            None => ItemKind::Symbol { names: declared, ty, function: false },
        })
    }

    fn constant(&self, node: NodeId, wanted: &str) -> Parsed<Symbol> {
        let ast = &self.tokens.reading.ast;
        ast.as_constant(node).ok_or_else(|| Problem::new(ast.range(node), format!("{wanted} was expected here")))
    }

    fn directive(&mut self, directive: NodeId, start: u32) -> Parsed<()> {
        let range = self.tokens.reading.ast.range(directive);
        let ast = &self.tokens.reading.ast;
        let Some((head, args)) = ast.as_apply(directive) else {
            return Err(Problem::new(range, "a directive was expected here"));
        };
        match (head, args) {
            (sym::OP, &[priority, kind, names]) => return self.operator(priority, kind, names, start),
            (sym::ENSURE_LOADED, &[library]) if ast.as_apply(library).is_some_and(|(_, args)| !args.is_empty()) => {
                return Ok(());
            }
            (sym::INCLUDE | sym::USE | sym::ENSURE_LOADED, &[name]) => {
                let name = match ast.node(name) {
                    Node::Str(text) => text,
                    _ => self.constant(name, "the name of a file in quotes")?,
                };
                let name = self.tokens.reading.symbols.text(name).to_owned();
                read_used(self.files, &name, self.tokens.file, range, self.tokens.reading);
                return Ok(());
            }
            // Modules and libraries have no meaning here, and do no harm.
            (sym::MODULE, &[_, _]) | (sym::USE_MODULE, &[_] | &[_, _]) => return Ok(()),
            (sym::SET_PROLOG_FLAG, &[flag, value]) => {
                let symbols = &self.tokens.reading.symbols;
                let text = |node| ast.as_constant(node).map(|name| symbols.text(name));
                if text(flag) == Some("double_quotes") && text(value) != Some("chars") {
                    let span = range.in_file(self.tokens.file);
                    let message = "double quotes are lists of characters here, whatever the flag says";
                    self.tokens.reading.diagnostics.push(Diagnostic::warning(Warning::IgnoredDirective, span, message));
                }
                return Ok(());
            }
            _ => {}
        }
        let kind = self.declaration(directive)?;
        if let Some(kind) = kind {
            self.tokens.push_item(kind, start);
        } else {
            let name = self.tokens.reading.symbols.text(head).to_owned();
            let span = range.in_file(self.tokens.file);
            let warning =
                Diagnostic::warning(Warning::IgnoredDirective, span, format!("the directive {name} is ignored"));
            let close = |word: &&&str| strsim::damerau_levenshtein(word, &name) <= 2;
            self.tokens.reading.diagnostics.push(warning.hint(match DIRECTIVES.iter().find(close) {
                Some(word) => format!("is {word} meant?"),
                None => format!("directives are {}", DIRECTIVES.join(", ")),
            }));
        }
        Ok(())
    }

    /// `:- op(700, xfx, ===)`
    fn operator(&mut self, priority: NodeId, kind: NodeId, names: NodeId, start: u32) -> Parsed<()> {
        let ast = &self.tokens.reading.ast;
        let level = match ast.node(priority) {
            Node::Int(value) => u32::try_from(ast.int_value(value)).ok().filter(|level| *level <= 1200),
            _ => None,
        };
        let Some(level) = level else {
            return Err(Problem::new(ast.range(priority), "the priority of an operator is a number from 0 to 1200"));
        };
        let place = match self.tokens.reading.symbols.text(self.constant(kind, "the kind of an operator")?) {
            "xfx" => Place::Infix(Associativity::None),
            "yfx" => Place::Infix(Associativity::Left),
            "xfy" => Place::Infix(Associativity::Right),
            "fx" => Place::Prefix(false),
            "fy" => Place::Prefix(true),
            "xf" => Place::Postfix(false),
            "yf" => Place::Postfix(true),
            other => {
                let message = format!("{other} is no kind of operator");
                return Err(
                    Problem::new(ast.range(kind), message).hint("the kinds are xfx, xfy, yfx, fx, fy, xf and yf")
                );
            }
        };
        let names = match ast.node(names) {
            Node::List(items, None) => ast.args(items).to_vec(),
            _ => vec![names],
        };
        for node in names {
            let name = self.constant(node, "the name of an operator")?;
            if matches!(name, sym::COMMA | sym::BAR | sym::NIL | sym::BRACES) {
                let range = self.tokens.reading.ast.range(node);
                return Err(Problem::new(range, "this operator cannot be changed"));
            }
            self.tokens.reading.operators.declare(name, level, place);
            self.tokens.push_item(ItemKind::Operator(Fixity { name, level, place, alpha: false }), start);
        }
        Ok(())
    }

    /// The declaration that a directive makes, if it is one.
    fn declaration(&mut self, directive: NodeId) -> Parsed<Option<ItemKind>> {
        let ast = &self.tokens.reading.ast;
        let range = ast.range(directive);
        let Some((head, args)) = ast.as_apply(directive) else { return Ok(None) };
        let kind = match (head, args) {
            (sym::TYPE, &[body]) => self.type_declaration(body)?,
            (sym::NAME_TYPE, &[names]) => {
                let mut declared = vec![];
                for name in ast.chain(names, sym::COMMA) {
                    declared.push((self.constant(name, "the name of a type")?, ast.range(name)));
                }
                ItemKind::Sort { names: declared, sort: Sort::Name }
            }
            (sym::PRED, &[head]) => {
                let Some((name, args)) = ast.as_apply(head) else {
                    return Err(Problem::new(
                        ast.range(head),
                        "a predicate with the types of its arguments was expected",
                    ));
                };
                ItemKind::Predicate { name: (name, ast.range(head)), args: args.to_vec() }
            }
            (sym::FUNC, &[equation]) => {
                let parts = ast.as_binary(equation, sym::EQUAL);
                let Some((head, result)) = parts.and_then(|(head, result)| Some((ast.as_apply(head)?, result))) else {
                    let problem = Problem::new(ast.range(equation), "a function declaration was expected here");
                    return Err(problem.hint("write :- func plus(nat, nat) = nat."));
                };
                let name = (head.0, ast.range(ast.as_binary(equation, sym::EQUAL).expect("it has two sides").0));
                ItemKind::Function { name, args: head.1.to_vec(), result }
            }
            (sym::TRUSTED, predicates) => ItemKind::Trusted(self.predicate_refs(predicates)?),
            (sym::ASSUMABLE, predicates) => ItemKind::Assumable(self.predicate_refs(predicates)?),
            (sym::DISCONTIGUOUS, predicates) => ItemKind::Discontiguous(self.predicate_refs(predicates)?),
            (sym::CHECK | sym::VALIDATE | sym::INVALIDATE, &[name, formula]) => {
                self.check(head, name, None, formula)?
            }
            (sym::CHECK | sym::VALIDATE | sym::INVALIDATE, &[name, bound, formula]) => {
                self.check(head, name, Some(bound), formula)?
            }
            (sym::CHECK | sym::VALIDATE | sym::INVALIDATE, _) => {
                return Err(Problem::new(range, "a check has a name, a bound if you like, and a property")
                    .hint(":- check(name, 10, (p(X), q(X,Y) => r(Y)))."));
            }
            (sym::PROPERTIES, &[name]) => ItemKind::Properties(match ast.node(name) {
                Node::Str(text) => text,
                _ => self.constant(name, "the name of a properties file")?,
            }),
            (sym::GENERATOR, &[ty, predicate]) => {
                let name = self.constant(predicate, "the name of a predicate")?;
                ItemKind::Generator { ty, predicate: (name, ast.range(predicate)) }
            }
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    /// `:- check(name, 10, (H => C))`
    fn check(&self, word: Symbol, name: NodeId, bound: Option<NodeId>, formula: NodeId) -> Parsed<ItemKind> {
        let ast = &self.tokens.reading.ast;
        let expected = match word {
            sym::VALIDATE => Expectation::Valid,
            sym::INVALIDATE => Expectation::Invalid,
            _ => Expectation::Holds,
        };
        let text = match ast.node(name) {
            Node::Str(text) => text,
            _ => self.constant(name, "the name of the check")?,
        };
        let bound = match bound.map(|bound| (ast.node(bound), ast.range(bound))) {
            None => None,
            Some((Node::Int(value), range)) => Some(check_bound(ast.int_value(value), range)?),
            Some((_, range)) => return Err(Problem::new(range, "the bound of a check is a whole number")),
        };
        Ok(ItemKind::Check { name: (text, ast.range(name)), bound, expected, formula })
    }

    /// `t(A) ---> c ; d(t(A))`, `t = list(nat)`, `t = list(nat) where p`
    fn type_declaration(&self, body: NodeId) -> Parsed<ItemKind> {
        let ast = &self.tokens.reading.ast;
        if let Some((head, constructors)) = ast.as_binary(body, sym::TYPE_ARROW) {
            let (name, params) = self.type_head(head)?;
            return Ok(ItemKind::Type { name, params, constructors: ast.chain(constructors, sym::SEMICOLON) });
        }
        let (equation, invariant) = match ast.as_binary(body, sym::WHERE) {
            Some((equation, invariant)) => (equation, Some(invariant)),
            None => (body, None),
        };
        if let Some((head, ty)) = ast.as_binary(equation, sym::EQUAL) {
            let (name, params) = self.type_head(head)?;
            return Ok(ItemKind::Abbreviation { name, params, ty, invariant });
        }
        if invariant.is_none()
            && let Ok((name, params)) = self.type_head(body)
        {
            return Ok(ItemKind::Type { name, params, constructors: vec![] });
        }
        Err(Problem::new(ast.range(body), "a type declaration was expected here")
            .hint("write :- type nat ---> z ; s(nat).  or  :- type ctx = list(ty)."))
    }

    fn type_head(&self, head: NodeId) -> Parsed<((Symbol, Range), Vec<Symbol>)> {
        let ast = &self.tokens.reading.ast;
        let range = ast.range(head);
        let wrong = || Problem::new(range, "the name of a type, with variables as parameters, was expected here");
        let (name, args) = ast.as_apply(head).ok_or_else(wrong)?;
        let mut params = vec![];
        for arg in args {
            match ast.node(*arg) {
                Node::Var(param) if !params.contains(&param) => params.push(param),
                Node::Var(_) => return Err(Problem::new(ast.range(*arg), "this type parameter stands twice")),
                _ => return Err(wrong()),
            }
        }
        Ok(((name, range), params))
    }

    fn predicate_refs(&self, nodes: &[NodeId]) -> Parsed<Vec<PredicateRef>> {
        let ast = &self.tokens.reading.ast;
        let mut refs = vec![];
        for node in nodes {
            let listed = match ast.node(*node) {
                Node::List(items, None) => ast.args(items).to_vec(),
                _ => ast.chain(*node, sym::COMMA),
            };
            for node in listed {
                refs.push(self.predicate_ref(node)?);
            }
        }
        Ok(refs)
    }

    /// `p/2`, or `p(_,_)` as the Blame Game paper has it.
    fn predicate_ref(&self, node: NodeId) -> Parsed<PredicateRef> {
        let ast = &self.tokens.reading.ast;
        let range = ast.range(node);
        if let Some((name, arity)) = ast.as_binary(node, sym::SLASH)
            && let (Some(name), Node::Int(arity)) = (ast.as_constant(name), ast.node(arity))
            && let Ok(arity) = u32::try_from(ast.int_value(arity))
        {
            return Ok(PredicateRef { name, arity, range });
        }
        match ast.as_apply(node) {
            Some((name, args))
                if !args.is_empty()
                    && args.iter().all(|arg| matches!(ast.node(*arg), Node::Wildcard | Node::Var(_))) =>
            {
                Ok(PredicateRef { name, arity: args.len() as u32, range })
            }
            _ => Err(Problem::new(range, "a predicate was expected here").hint("write it as append/3")),
        }
    }
}

const DIRECTIVES: &[&str] = &[
    "type",
    "name_type",
    "pred",
    "func",
    "trusted",
    "assumable",
    "check",
    "validate",
    "invalidate",
    "properties",
    "generator",
    "op",
    "include",
    "discontiguous",
];

const CHECK_FORM: &str = "write #check \"name\" 10 : p(X), q(X,Y) => r(Y).";
