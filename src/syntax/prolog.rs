//! The Prolog notation: ISO terms over an operator table, then declarations, clauses and checks made of them.

use super::ast::{Expectation, ItemKind, Node, NodeId, PredicateRef, Sort};
use super::dcg;
use super::operators::{Associativity, Fixity, Place};
use super::read::{Files, Notation, Parsed, Problem, Reading, Tokens, check_bound, read_used};
use super::token::{Tok, Token};
use crate::source::{Diagnostic, FileId, Range, Warning, deep};
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

    fn term(&mut self, max: u32) -> Parsed<NodeId> {
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
