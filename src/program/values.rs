//! Values and types that stand in no file: what a user types, or what was stored.
//!
//! [`ValueReader`] reads `W = [b], N = s(z)` against a property: each of its variables has a ground value of its type, or
//! it is said what is wrong and where. Values are read by their types, so that nothing is left to infer: a constant is a
//! character where a character is expected. The names are those of the program; it is not changed.

use super::signature::builtin;
use super::type_expr::{Alias, TypeReader, TypeVars};
use super::types::{Type, TypeId, TypeKind, TypeRef, Types};
use super::{Check, Formula, MOST_CONSTANTS, Program, ProgramItem, Scope};
use crate::source::{Diagnostic, FileId, Range, SourceMap, Span, deep};
use crate::syntax::{ItemKind, Node, NodeId, Notation, Reading, read_text};
use crate::term::{Functor, Symbol, Term, TermId, Var, sym};
use rustc_hash::FxHashSet;

/// Values of a property's variables.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The formula of the property, and behind its terms those of the values.
    pub formula: Formula,
    /// The variables with their values.
    pub bindings: Vec<(Var, TermId)>,
    /// How many constructors the values have.
    pub size: u32,
}

/// Why a text is not what it should be: the text, and what is wrong with it.
#[derive(Debug)]
pub struct Misread {
    /// Where the text stands.
    pub sources: SourceMap,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads values of properties of one program.
pub struct ValueReader<'p> {
    program: &'p Program,
    constants: Functor,
    reading: Reading,
    types: Types,
}

impl Program {
    /// The variables of a property that have a name, and that no goal inside it has for itself: its values are theirs.
    pub fn named_variables(&self, check: &Check) -> Vec<Var> {
        let bound = check.formula.bound_vars();
        let vars = (0..check.formula.vars.len() as u32).map(Var);
        vars.filter(|var| !bound.contains(var) && self.is_named(&check.formula, *var)).collect()
    }

    /// Whether the text gives a variable a name.
    pub fn is_named(&self, formula: &Formula, var: Var) -> bool {
        let name = formula.vars[var.0 as usize].name;
        name != sym::UNDERSCORE && !self.symbols.text(name).ends_with('·')
    }

    /// The open types of a property: their numbers, and their references.
    pub fn open_types(&self, check: &Check) -> Vec<(u32, TypeRef)> {
        let mut open = std::collections::BTreeMap::new();
        let mut seen = FxHashSet::default();
        let mut todo: Vec<TypeRef> = check.formula.vars.iter().map(|variable| variable.ty).collect();
        while let Some(ty) = todo.pop() {
            if self.signature.types.is_closed(ty) || !seen.insert(ty) {
                continue;
            }
            match self.signature.types.get(ty) {
                Type::Var(number) => {
                    open.insert(*number, ty);
                }
                Type::App(_, args) => todo.extend(args.iter().copied()),
            }
        }
        open.into_iter().collect()
    }

    /// The type that a text is, without variables.
    pub fn read_type(&mut self, text: &str, notation: Notation) -> Result<TypeRef, Misread> {
        let mut reading = self.reading();
        let (name, text) = match notation {
            Notation::Prolog => ("type.pl", format!(":- pred type({text}).")),
            Notation::AlphaProlog => ("type.apl", format!("pred type({text}).")),
        };
        let sources = read_text(name, &text, &mut reading);
        let args = match reading.items.as_slice() {
            [item] => match &item.kind {
                ItemKind::Predicate { args, .. } => args.clone(),
                _ => vec![],
            },
            _ => vec![],
        };
        if args.len() != 1 && !reading.diagnostics.has_errors() {
            let diagnostic = Diagnostic::error(whole(&text), "this is not one type");
            return Err(Misread { sources, diagnostics: vec![diagnostic] });
        }
        let mut reader = TypeReader {
            reading: &mut reading,
            signature: self.signature.clone(),
            abbreviations: self.abbreviations().collect(),
            undeclared: FxHashSet::default(),
            notation,
        };
        let mut vars = TypeVars { names: vec![], closed: true };
        let types = reader.type_exprs(&args, &mut vars, FileId(0), &Scope::default());
        let signature = reader.signature;
        match types.as_slice() {
            &[ty] if !reading.diagnostics.has_errors() => {
                self.signature = signature;
                Ok(ty)
            }
            _ => Err(Misread { sources, diagnostics: reading.diagnostics.sorted().into_iter().cloned().collect() }),
        }
    }

    fn abbreviations(&self) -> impl Iterator<Item = (Symbol, Alias)> + '_ {
        self.items.iter().filter_map(|(_, item)| match item {
            ProgramItem::Abbreviation(known) => Some((known.name, Alias::Done(known.ty, known.params.len()))),
            _ => None,
        })
    }

    /// What reads text as the program's files were read at their ends.
    fn reading(&self) -> Reading {
        let mut reading = Reading::default();
        reading.symbols = self.symbols.clone();
        reading.operators = self.operators.clone();
        reading.apl_operators = self.apl_operators.clone();
        reading
    }
}

/// The place of a whole text.
fn whole(text: &str) -> Span {
    Range::new(0, text.len() as u32).in_file(FileId(0))
}

impl<'p> ValueReader<'p> {
    /// A reader for a program whose constants for open types begin at a functor.
    pub fn new(program: &'p Program, constants: Functor) -> ValueReader<'p> {
        ValueReader { program, constants, reading: program.reading(), types: program.signature.types.clone() }
    }

    /// Reads the values of a property's variables, whose open types stand for `types`, as `Code::new` has it.
    pub fn read(&mut self, check: &Check, types: &[TypeRef], text: &str) -> Result<Assignment, Misread> {
        let notation = self.program.notation_of(check.formula.file);
        let (name, text) = match (notation, text.trim().is_empty()) {
            (Notation::Prolog, true) => ("values.pl", "?- true.".to_owned()),
            (Notation::AlphaProlog, true) => ("values.apl", "? true.".to_owned()),
            (Notation::Prolog, false) => ("values.pl", format!("?- {text}.")),
            (Notation::AlphaProlog, false) => ("values.apl", format!("? {text}.")),
        };
        self.reading.items.clear();
        self.reading.diagnostics = crate::source::Diagnostics::default();
        let sources = read_text(name, &text, &mut self.reading);
        let mut diagnostics: Vec<_> = self.reading.diagnostics.sorted().into_iter().cloned().collect();
        let mut values = Assignment { formula: check.formula.clone(), bindings: vec![], size: 0 };
        if diagnostics.is_empty() {
            self.values(check, types, &text, &mut values, &mut diagnostics);
        }
        if diagnostics.is_empty() { Ok(values) } else { Err(Misread { sources, diagnostics }) }
    }

    fn values(
        &mut self,
        check: &Check,
        types: &[TypeRef],
        text: &str,
        values: &mut Assignment,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let equations = match self.reading.items.as_slice() {
            [item] => match item.kind {
                ItemKind::Query(node) => self.reading.ast.chain(node, sym::COMMA),
                _ => vec![],
            },
            _ => vec![],
        };
        if equations.is_empty() {
            diagnostics.push(Diagnostic::error(whole(text), NO_EQUATIONS));
            return;
        }
        let wanted = self.program.named_variables(check);
        for equation in equations {
            if self.reading.ast.as_constant(equation) == Some(sym::TRUE) {
                continue;
            }
            match self.equation(check, types, equation, &wanted, values) {
                Ok(binding) => values.bindings.push(binding),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        let missing: Vec<_> = wanted
            .iter()
            .filter(|var| values.bindings.iter().all(|(given, _)| given != *var))
            .map(|var| self.variable_name(check, *var))
            .collect();
        if !missing.is_empty() && diagnostics.is_empty() {
            let message = format!("no value is given for {}", missing.join(", "));
            diagnostics.push(Diagnostic::error(whole(text), message));
        }
    }

    fn variable_name(&self, check: &Check, var: Var) -> &'p str {
        self.program.symbols.text(check.formula.vars[var.0 as usize].name)
    }

    /// `X = t`
    fn equation(
        &mut self,
        check: &Check,
        types: &[TypeRef],
        equation: NodeId,
        wanted: &[Var],
        values: &mut Assignment,
    ) -> Result<(Var, TermId), Diagnostic> {
        let ast = &self.reading.ast;
        let Some((left, right)) = ast.as_binary(equation, sym::EQUAL) else {
            return Err(self.error(equation, NO_EQUATIONS));
        };
        let name = match ast.node(left) {
            Node::Var(name) => Some(name),
            _ => ast.as_constant(left),
        };
        let Some(name) = name else { return Err(self.error(left, "a variable was expected here")) };
        let named = |var: &&Var| check.formula.vars[var.0 as usize].name == name;
        let Some(var) = wanted.iter().find(named).copied() else {
            let names: Vec<_> = wanted.iter().map(|var| self.variable_name(check, *var)).collect();
            let property = self.program.symbols.text(check.name);
            let error = self.error(left, format!("{property} has no variable {}", self.reading.symbols.text(name)));
            return Err(match names.is_empty() {
                true => error.hint("it has no variables at all"),
                false => error.hint(format!("its variables are {}", names.join(", "))),
            });
        };
        if values.bindings.iter().any(|(given, _)| *given == var) {
            return Err(self.error(left, format!("{} is given twice", self.reading.symbols.text(name))));
        }
        let ty = self.types.substitute(check.formula.vars[var.0 as usize].ty, types);
        Ok((var, self.value(right, ty, values)?))
    }

    fn error(&self, node: NodeId, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.reading.ast.range(node).in_file(FileId(0)), message)
    }

    fn no_value(&self, node: NodeId, ty: TypeRef) -> Diagnostic {
        let program = self.program;
        let shown = self.types.show(ty, &program.signature.type_defs, &program.symbols);
        if let Type::Var(_) = self.types.get(ty) {
            return self.error(node, "this is no constant").hint(format!("the values of {shown} are c1, c2, ..."));
        }
        self.error(node, format!("this is no value of the type {shown}"))
    }

    fn value(&mut self, node: NodeId, ty: TypeRef, values: &mut Assignment) -> Result<TermId, Diagnostic> {
        deep(|| self.value_step(node, ty, values))
    }

    fn value_step(&mut self, node: NodeId, ty: TypeRef, values: &mut Assignment) -> Result<TermId, Diagnostic> {
        let Type::App(id, args) = self.types.get(ty).clone() else { return self.constant(node, ty, values) };
        match id {
            TypeId::INT => self.integer(node, ty, values),
            TypeId::CHAR => match self.character(node) {
                Some(value) => Ok(values.add(Term::Char(value))),
                None => Err(self.no_value(node, ty)),
            },
            TypeId::LIST => self.list(node, ty, args[0], values),
            TypeId::PAIR => match self.reading.ast.as_binary(node, sym::COMMA) {
                Some((left, right)) => {
                    let parts = [self.value(left, args[0], values)?, self.value(right, args[1], values)?];
                    Ok(values.app(builtin::PAIR, &parts))
                }
                None => Err(self.no_value(node, ty)),
            },
            TypeId::UNIT | TypeId::BOOL => {
                let functor = match (self.reading.ast.as_constant(node), id) {
                    (Some(sym::UNIT | sym::BRACES), TypeId::UNIT) => builtin::UNIT,
                    (Some(sym::TRUE), TypeId::BOOL) => builtin::TRUE,
                    (Some(sym::FALSE), TypeId::BOOL) => builtin::FALSE,
                    _ => return Err(self.no_value(node, ty)),
                };
                Ok(values.app(functor, &[]))
            }
            _ => match self.program.signature.type_defs[id.0 as usize].kind.clone() {
                TypeKind::Data(constructors) => self.construct(node, ty, &args, &constructors, values),
                TypeKind::Refined(base, _) => {
                    let base = self.types.substitute(base, &args);
                    self.value(node, base, values)
                }
                TypeKind::Name | TypeKind::Builtin => Err(self.error(node, "names cannot be given as values yet")),
            },
        }
    }

    /// One of the constants c1, c2, ... of an open type.
    fn constant(&mut self, node: NodeId, ty: TypeRef, values: &mut Assignment) -> Result<TermId, Diagnostic> {
        let name = self.reading.ast.as_constant(node).map(|name| self.reading.symbols.text(name));
        let number = name.and_then(|name| name.strip_prefix('c')?.parse::<u32>().ok());
        match number.filter(|number| (1..=MOST_CONSTANTS).contains(number)) {
            Some(number) => Ok(values.app(Functor(self.constants.0 + number - 1), &[])),
            None => Err(self.no_value(node, ty)),
        }
    }

    fn integer(&mut self, node: NodeId, ty: TypeRef, values: &mut Assignment) -> Result<TermId, Diagnostic> {
        let ast = &self.reading.ast;
        let (number, negative) = match ast.as_unary(node, sym::MINUS) {
            Some(number) => (number, true),
            None => (node, false),
        };
        let Node::Int(index) = ast.node(number) else { return Err(self.no_value(node, ty)) };
        let value = ast.int_value(index).clone();
        Ok(values.add(Term::Int(if negative { -value } else { value })))
    }

    fn character(&self, node: NodeId) -> Option<char> {
        let text = match self.reading.ast.node(node) {
            Node::Char(value) => return Some(value),
            Node::Str(text) => text,
            _ => self.reading.ast.as_constant(node)?,
        };
        let mut chars = self.reading.symbols.text(text).chars();
        chars.next().filter(|_| chars.next().is_none())
    }

    fn list(
        &mut self,
        node: NodeId,
        ty: TypeRef,
        element: TypeRef,
        values: &mut Assignment,
    ) -> Result<TermId, Diagnostic> {
        let (items, tail) = match self.reading.ast.node(node) {
            Node::List(items, tail) => (self.reading.ast.args(items).to_vec(), tail),
            Node::Str(text) => return self.string(node, text, element, values),
            _ if self.reading.ast.as_constant(node) == Some(sym::NIL) => (vec![], None),
            _ => match self.reading.ast.as_binary(node, sym::CONS) {
                Some((first, rest)) => (vec![first], Some(rest)),
                None => return Err(self.no_value(node, ty)),
            },
        };
        let mut elements = vec![];
        for item in items {
            elements.push(self.value(item, element, values)?);
        }
        let rest = match tail {
            Some(tail) => self.value(tail, ty, values)?,
            None => values.app(builtin::NIL, &[]),
        };
        Ok(elements.into_iter().rev().fold(rest, |rest, first| values.app(builtin::CONS, &[first, rest])))
    }

    /// A list of characters, or of constructors with names of one character.
    fn string(
        &mut self,
        node: NodeId,
        text: Symbol,
        element: TypeRef,
        values: &mut Assignment,
    ) -> Result<TermId, Diagnostic> {
        let range = self.reading.ast.range(node);
        let characters: Vec<char> = self.reading.symbols.text(text).chars().collect();
        let mut elements = vec![];
        for character in characters {
            let name = self.reading.symbols.intern(character.encode_utf8(&mut [0; 4]));
            let constant = self.reading.ast.constant(name, range);
            elements.push(self.value(constant, element, values)?);
        }
        let nil = values.app(builtin::NIL, &[]);
        Ok(elements.into_iter().rev().fold(nil, |rest, first| values.app(builtin::CONS, &[first, rest])))
    }

    fn construct(
        &mut self,
        node: NodeId,
        ty: TypeRef,
        types: &[TypeRef],
        constructors: &[Functor],
        values: &mut Assignment,
    ) -> Result<TermId, Diagnostic> {
        let signature = &self.program.signature;
        let ast = &self.reading.ast;
        let (name, mut args) = match ast.node(node) {
            // αProlog has constructors that look like variables.
            Node::Var(name) => (name, vec![]),
            Node::Apply(name, args) => (name, ast.args(args).to_vec()),
            _ => return Err(self.no_value(node, ty)),
        };
        let with = |count: usize| {
            let named = signature.functors_named(name).iter().copied();
            named.filter(|id| constructors.contains(id)).find(|id| signature.functor(*id).args.len() == count)
        };
        let mut found = with(args.len());
        if let (None, &[single]) = (found, args.as_slice()) {
            // αProlog writes several arguments as one tuple.
            args = ast.chain(single, sym::COMMA);
            found = with(args.len());
        }
        let Some(functor) = found else { return Err(self.no_value(node, ty)) };
        let mut parts = vec![];
        for (arg, ty) in args.into_iter().zip(&signature.functor(functor).args) {
            let ty = self.types.substitute(*ty, types);
            parts.push(self.value(arg, ty, values)?);
        }
        Ok(values.app(functor, &parts))
    }
}

/// What is said of anything that gives no variable a value.
const NO_EQUATIONS: &str = "values are written as X = t, Y = u";

impl Assignment {
    fn add(&mut self, term: Term) -> TermId {
        self.size = self.size.saturating_add(1);
        self.formula.term_ranges.push(Range::default());
        self.formula.terms.add(term)
    }

    fn app(&mut self, functor: Functor, args: &[TermId]) -> TermId {
        self.size = self.size.saturating_add(1);
        self.formula.term_ranges.push(Range::default());
        self.formula.terms.app(functor, args)
    }
}
