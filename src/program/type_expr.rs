//! Type expressions of the text, with abbreviations expanded.
//!
//! What is wrong with an expression is reported once and stands for a type that fits everything, so that one mistake in a
//! declaration does not show again in each clause.

use super::scope::Scope;
use super::signature::Signature;
use super::types::{Type, TypeDef, TypeId, TypeKind, TypeRef};
use crate::source::{Diagnostic, FileId, Span, deep};
use crate::syntax::{Ast, Node, NodeId, Notation, Reading, written_name};
use crate::term::{Symbol, sym};
use rustc_hash::{FxHashMap, FxHashSet};

/// An abbreviation before, while and after it is expanded.
pub enum Alias {
    /// Not yet.
    Waiting {
        /// Whether it has an invariant, and so is a type of its own.
        refined: bool,
        /// What it stands for.
        node: NodeId,
        /// Its parameters.
        params: Vec<Symbol>,
        /// Where it is declared.
        file: FileId,
        /// What names mean there.
        scope: Scope,
    },
    /// Being expanded: met again, it stands for itself.
    Expanding,
    /// The type, and the number of parameters.
    Done(TypeRef, usize),
}

/// The variables of a type expression: fixed parameters, or those that appear.
#[derive(Default)]
pub struct TypeVars {
    /// Their names; the place is the number of the variable.
    pub names: Vec<Symbol>,
    /// Whether others are mistakes.
    pub closed: bool,
}

/// Reads type expressions against the signature as far as it is known, and reports what is wrong with them.
pub struct TypeReader<'r> {
    /// What was read.
    pub reading: &'r mut Reading,
    /// What is declared.
    pub signature: Signature,
    /// The abbreviations by their full names.
    pub abbreviations: FxHashMap<Symbol, Alias>,
    /// The undeclared predicates that were reported.
    pub undeclared: FxHashSet<(Symbol, usize)>,
    /// The notation of the item at hand, for hints.
    pub notation: Notation,
}

impl TypeReader<'_> {
    /// Reports an error.
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.reading.diagnostics.push(Diagnostic::error(span, message));
    }

    /// The type of what was reported as wrong.
    fn unknown_ref(&mut self) -> TypeRef {
        self.signature.types.app(TypeId::UNKNOWN, &[])
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.reading.symbols.text(symbol)
    }

    /// The text of a symbol as it is written: in quotes if it needs them.
    pub fn name(&self, symbol: Symbol) -> String {
        written_name(self.text(symbol))
    }

    /// Some type expressions.
    pub fn type_exprs(&mut self, nodes: &[NodeId], vars: &mut TypeVars, file: FileId, scope: &Scope) -> Vec<TypeRef> {
        nodes.iter().map(|node| self.type_expr(*node, vars, file, scope)).collect()
    }

    /// A type expression. What is wrong with it is reported, and stands for a type that fits everything.
    pub fn type_expr(&mut self, node: NodeId, vars: &mut TypeVars, file: FileId, scope: &Scope) -> TypeRef {
        deep(|| self.type_expr_step(node, vars, file, scope))
    }

    fn type_expr_step(&mut self, node: NodeId, vars: &mut TypeVars, file: FileId, scope: &Scope) -> TypeRef {
        let ast: &Ast = &self.reading.ast;
        let span = ast.range(node).in_file(file);
        match ast.node(node) {
            Node::Var(name) => match self.find_type(name, scope) {
                Some(_) => self.named_type(name, &[], span, vars, file, scope),
                None => self.type_var(name, vars, span),
            },
            Node::Wildcard if vars.closed => {
                self.error(span, "a type was expected here");
                self.unknown_ref()
            }
            Node::Wildcard => {
                vars.names.push(sym::UNDERSCORE);
                self.signature.types.add(Type::Var(vars.names.len() as u32 - 1))
            }
            Node::List(items, None) if items.len() == 1 => {
                let item = ast.args(items)[0];
                let item = self.type_expr(item, vars, file, scope);
                self.signature.types.app(TypeId::LIST, &[item])
            }
            Node::Apply(name, args) => {
                let args = ast.args(args).to_vec();
                self.named_type(name, &args, span, vars, file, scope)
            }
            _ => {
                self.error(span, "a type was expected here");
                self.unknown_ref()
            }
        }
    }

    fn type_var(&mut self, name: Symbol, vars: &mut TypeVars, span: Span) -> TypeRef {
        let index = match vars.names.iter().position(|other| *other == name) {
            Some(index) => index,
            None if vars.closed => {
                let shown = self.text(name).to_owned();
                let error =
                    Diagnostic::error(span, format!("the type variable {shown} is not a parameter of the type"));
                self.reading.diagnostics.push(error.hint(format!("add {shown} to the parameters of the type")));
                return self.unknown_ref();
            }
            None => {
                vars.names.push(name);
                vars.names.len() - 1
            }
        };
        self.signature.types.add(Type::Var(index as u32))
    }

    /// The full name of a type or abbreviation.
    pub fn find_type(&self, name: Symbol, scope: &Scope) -> Option<Symbol> {
        scope.resolve(name, &self.reading.symbols, |full| {
            let known = self.signature.find_type(full).is_some() || self.abbreviations.contains_key(&full);
            known.then_some(full)
        })
    }

    fn named_type(
        &mut self,
        name: Symbol,
        args: &[NodeId],
        span: Span,
        vars: &mut TypeVars,
        file: FileId,
        scope: &Scope,
    ) -> TypeRef {
        let types = self.type_exprs(args, vars, file, scope);
        match (name, types.as_slice()) {
            (sym::ARROW, _) => {
                let error = Diagnostic::error(span, "types of functions cannot be arguments or results");
                self.reading.diagnostics.push(error.hint("the language is first-order: declare a predicate instead"));
                return self.unknown_ref();
            }
            (sym::COMMA, &[a, b]) => return self.signature.types.app(TypeId::PAIR, &[a, b]),
            (sym::ABSTRACTION, &[a, b]) => {
                let named = match self.signature.types.get(a) {
                    Type::Var(_) => true,
                    Type::App(id, _) => self.signature.type_defs[id.0 as usize].kind == TypeKind::Name,
                };
                if !named {
                    let shown = self.signature.show_type(a, &self.reading.symbols);
                    let error =
                        Diagnostic::error(span, format!("only names can be abstracted, and {shown} is no name type"));
                    self.reading.diagnostics.push(error.hint("declare it with name_type"));
                }
                return self.signature.types.app(TypeId::ABSTRACTION, &[a, b]);
            }
            (sym::UNIT | sym::BRACES, []) => return self.signature.types.app(TypeId::UNIT, &[]),
            _ => {}
        }
        let Some(full) = self.find_type(name, scope) else { return self.unknown_type(name, span) };
        if self.abbreviations.contains_key(&full) {
            let base = self.expand(full, span);
            let wanted = match self.abbreviations[&full] {
                Alias::Done(_, params) => params,
                _ => types.len(),
            };
            self.check_arity(full, wanted, types.len(), span);
            return self.signature.types.substitute(base, &types);
        }
        let id = self.signature.find_type(full).expect("the name was just found");
        let wanted = self.signature.type_defs[id.0 as usize].params.len();
        if !self.check_arity(full, wanted, types.len(), span) {
            return self.unknown_ref();
        }
        self.signature.types.app(id, &types)
    }

    fn check_arity(&mut self, name: Symbol, wanted: usize, found: usize, span: Span) -> bool {
        if wanted != found {
            let message = format!("the type {} takes {}, not {found}", self.text(name), arguments(wanted));
            self.error(span, message);
        }
        wanted == found
    }

    fn unknown_type(&mut self, name: Symbol, span: Span) -> TypeRef {
        if name == sym::STRING {
            let char = self.signature.types.app(TypeId::CHAR, &[]);
            return self.signature.types.app(TypeId::LIST, &[char]);
        }
        // What declares it may stand in text that could not be read.
        if self.reading.broken.contains(&name) {
            self.reading.diagnostics.repeat(span);
            return self.unknown_ref();
        }
        let text = self.text(name).to_owned();
        let mut error = Diagnostic::error(span, format!("unknown type {text}"));
        let names = self.signature.type_names().chain(self.abbreviations.keys().copied());
        let names: Vec<_> = names.map(|name| self.reading.symbols.text(name)).collect();
        error.hint = Some(match self.nearest(&text, names.into_iter()) {
            Some(near) => format!("is {near} meant?"),
            None if self.notation == Notation::AlphaProlog => format!("declare it: {text} : type."),
            None => format!("declare it: :- type {text} ---> ... ."),
        });
        self.reading.diagnostics.push_once(error);
        self.unknown_ref()
    }

    /// The name that is most like a text, unless there are too many mistakes to guess about each.
    pub fn nearest<'a>(&self, text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        if self.reading.diagnostics.are_many() { None } else { nearest(text, names) }
    }

    /// What an abbreviation stands for.
    pub fn expand(&mut self, name: Symbol, span: Span) -> TypeRef {
        let alias = match self.abbreviations.get_mut(&name) {
            Some(Alias::Done(ty, _)) => return *ty,
            Some(Alias::Expanding) => {
                let message = format!("the type abbreviation {} stands for itself", self.text(name));
                let error = Diagnostic::error(span, message);
                self.reading
                    .diagnostics
                    .push(error.hint("declare it as a type with constructors: :- type t ---> c(t) ; ... ."));
                return self.unknown_ref();
            }
            Some(alias) => std::mem::replace(alias, Alias::Expanding),
            None => return self.unknown_ref(),
        };
        let Alias::Waiting { refined, node, params, file, scope } = alias else { unreachable!("the others returned") };
        let count = params.len();
        let mut vars = TypeVars { names: params.clone(), closed: true };
        let mut ty = self.type_expr(node, &mut vars, file, &scope);
        if refined {
            let kind = TypeKind::Refined(ty, None);
            let id = self.signature.add_type(TypeDef { name, params, kind, span: Some(span) });
            let args: Vec<_> = (0..count).map(|i| self.signature.types.add(Type::Var(i as u32))).collect();
            ty = self.signature.types.app(id, &args);
        }
        self.abbreviations.insert(name, Alias::Done(ty, count));
        ty
    }
}

/// `1 argument`, `2 arguments`
pub fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".into(),
        1 => "1 argument".into(),
        _ => format!("{count} arguments"),
    }
}

/// The name that is most like a text, if one is like it at all.
fn nearest<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (text.chars().count() / 3).clamp(1, 3);
    let similar = names.filter(|name| *name != text && name.len().abs_diff(text.len()) <= 4 * limit);
    let close = similar.map(|name| (strsim::damerau_levenshtein(text, name), name));
    close.filter(|(distance, name)| *distance <= limit && *distance < name.chars().count()).min().map(|(_, name)| name)
}
