//! Declarations, checks and queries back to text.

use super::super::types::{Type, TypeDef, TypeKind, var_name};
use super::super::{Check, Goal, PredId, PredicateKind, Program, ProgramItem, TypeId, TypeRef};
use super::Unparser;
use crate::source::{Range, deep};
use crate::syntax::{Associativity, Expectation, Fixity, NodeId, Notation, Place};
use crate::term::{Functor, Symbol, sym};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most parts that a type is written with. Types that share their parts may have exponentially many.
const LARGEST: usize = 100_000;

impl Unparser<'_> {
    /// The text of an item other than a clause; `None` if the notation has no place for it.
    pub(super) fn item(&mut self, item: &ProgramItem) -> Option<String> {
        self.ast = crate::syntax::Ast::default();
        self.written = 0;
        let prolog = self.notation == Notation::Prolog;
        Some(match item {
            ProgramItem::Operator(fixity) => return self.operator(*fixity),
            ProgramItem::Type(id, whole) => self.type_declaration(*id, *whole),
            // Prolog has the constructors with their type.
            ProgramItem::Functor(_) if prolog => return None,
            ProgramItem::Functor(functor) => self.constructor(*functor),
            ProgramItem::Abbreviation(abbreviation) => {
                let params = abbreviation.params.clone();
                self.explained = Some(abbreviation.name);
                let ty = self.ty(abbreviation.ty, Some(&params));
                self.explained = None;
                self.equation(abbreviation.name, &params, ty, None)
            }
            ProgramItem::Predicate(id) => self.predicate(*id),
            ProgramItem::Trusted(ids) => self.marks("trusted", ids),
            ProgramItem::Assumable(ids) => self.marks("assumable", ids),
            ProgramItem::Discontiguous(ids) => self.marks("discontiguous", ids),
            ProgramItem::Properties(name) if prolog => {
                self.stop(format!(":- properties({})", self.printer().name(*name)))
            }
            ProgramItem::Properties(name) => {
                self.stop(format!("#properties {}", self.printer().string(self.symbols.text(*name))))
            }
            ProgramItem::Generator(ty, id) => {
                let ty = self.ty(*ty, None);
                let printer = self.printer();
                let name = printer.name(self.program.signature.predicate(*id).name);
                match self.notation {
                    Notation::Prolog => self.stop(format!(":- generator({}, {name})", printer.part(ty))),
                    Notation::AlphaProlog => self.stop(format!("#generator {} {name}", printer.operand(ty))),
                }
            }
            ProgramItem::Check(id) => self.check(&self.program.checks[id.0 as usize]),
            ProgramItem::Query(n) => {
                let query = &self.program.queries[*n];
                self.start(&query.formula);
                let goal = self.goal(&query.formula, query.goal);
                self.stop(format!("{} {}", if prolog { "?-" } else { "?" }, self.printer().whole(goal)))
            }
            ProgramItem::Clause(_) => unreachable!("clauses are written by themselves"),
        })
    }

    fn operator(&mut self, fixity: Fixity) -> Option<String> {
        let name = self.symbols.text(fixity.name).to_owned();
        match (self.notation, fixity.alpha) {
            (Notation::Prolog, false) => {
                let kind = match fixity.place {
                    Place::Infix(Associativity::None) => "xfx",
                    Place::Infix(Associativity::Left) => "yfx",
                    Place::Infix(Associativity::Right) => "xfy",
                    Place::Prefix(false) => "fx",
                    Place::Prefix(true) => "fy",
                    Place::Postfix(false) => "xf",
                    Place::Postfix(true) => "yf",
                };
                let node = self.apply(fixity.name, &[]);
                Some(self.stop(format!(":- op({}, {kind}, {})", fixity.level, self.printer().part(node))))
            }
            (Notation::AlphaProlog, true) => {
                let kind = match fixity.place {
                    Place::Infix(Associativity::Left) => "infixl",
                    Place::Infix(Associativity::Right) => "infixr",
                    _ => "infixn",
                };
                Some(self.stop(format!("{kind} {name} {}", fixity.level)))
            }
            _ => None,
        }
    }

    /// A type expression. Its variables have the names of the parameters, or letters.
    fn ty(&mut self, ty: TypeRef, params: Option<&[Symbol]>) -> NodeId {
        deep(|| self.ty_step(ty, params))
    }

    fn ty_step(&mut self, ty: TypeRef, params: Option<&[Symbol]>) -> NodeId {
        let program = self.program;
        // What has a name of its own is written by it, except where the name is explained.
        if let Some((name, 0)) = self.abbreviations.get(&ty).copied()
            && self.explained != Some(name)
        {
            return self.apply(name, &[]);
        }
        self.written += 1;
        if self.written > LARGEST {
            self.too_large = true;
            return self.apply(sym::UNIT, &[]);
        }
        let (id, args) = match program.signature.types.get(ty) {
            Type::Var(index) => {
                let name = match params.and_then(|params| params.get(*index as usize)) {
                    Some(name) => *name,
                    None => self.symbols.intern(&var_name(*index)),
                };
                return self.var(name);
            }
            Type::App(id, args) => (*id, args),
        };
        let args: Vec<_> = args.iter().map(|arg| self.ty(*arg, params)).collect();
        match id {
            TypeId::LIST if self.notation == Notation::AlphaProlog => self.ast.list(&args, None, Range::default()),
            TypeId::PAIR | TypeId::ABSTRACTION => self.apply(program.signature.type_defs[id.0 as usize].name, &args),
            TypeId::UNIT => self.apply(sym::UNIT, &args),
            _ => self.apply(program.signature.type_defs[id.0 as usize].name, &args),
        }
    }

    fn type_declaration(&mut self, id: TypeId, whole: bool) -> String {
        let def = &self.program.signature.type_defs[id.0 as usize];
        match (&def.kind, self.notation) {
            (TypeKind::Name, Notation::Prolog) => self.stop(format!(":- name_type {}", self.printer().name(def.name))),
            (TypeKind::Name, Notation::AlphaProlog) => {
                self.stop(format!("{} : name_type", self.printer().name(def.name)))
            }
            (TypeKind::Refined(base, predicate), _) => {
                let base = self.ty(*base, Some(&def.params));
                self.equation(def.name, &def.params, base, *predicate)
            }
            (TypeKind::Data(constructors), Notation::Prolog) => self.data_type(def, constructors),
            (TypeKind::Data(constructors), Notation::AlphaProlog) => {
                let kind = "type -> ".repeat(def.params.len());
                let mut lines = vec![self.stop(format!("{} : {kind}type", self.printer().name(def.name)))];
                // Constructors that are items of their own come when their time comes.
                if whole {
                    lines.extend(constructors.iter().map(|constructor| self.constructor(*constructor)));
                }
                lines.join("\n")
            }
            (TypeKind::Builtin, _) => unreachable!("built-in types are not declared"),
        }
    }

    /// `:- type t(A) ---> c ; d(t(A)).`
    fn data_type(&mut self, def: &TypeDef, constructors: &[Functor]) -> String {
        let params: Vec<_> = def.params.iter().map(|param| self.var(*param)).collect();
        let head = self.apply(def.name, &params);
        let mut shown = vec![];
        for constructor in constructors {
            let functor = self.program.signature.functor(*constructor);
            let args: Vec<_> = functor.args.iter().map(|ty| self.ty(*ty, Some(&def.params))).collect();
            let node = self.apply(functor.name, &args);
            shown.push(self.printer().part(node));
        }
        let head = self.printer().part(head);
        match shown.as_slice() {
            [] => self.stop(format!(":- type {head}")),
            _ => self.stop(format!(":- type {head} ---> {}", shown.join(" ; "))),
        }
    }

    /// `c : t1 -> t2 -> t.`
    fn constructor(&mut self, id: Functor) -> String {
        let functor = self.program.signature.functor(id);
        let (before, parts) = self.argument_types(functor.name, &functor.args);
        let result = self.ty(functor.result, None);
        let printer = self.printer();
        let mut shown: Vec<_> = match self.is_curried(&functor.args, functor.curried) {
            true => parts.iter().map(|part| printer.operand(*part)).collect(),
            false => vec![parts.iter().map(|part| printer.part(*part)).collect::<Vec<_>>().join(", ")],
        };
        if parts.len() > 1 && shown.len() == 1 {
            shown = vec![format!("({})", shown[0])];
        }
        shown.retain(|part| !part.is_empty());
        shown.push(printer.whole(result));
        self.stop(format!("{before}{} : {}", printer.name(functor.name), shown.join(" -> ")))
    }

    /// The types of a declaration's arguments. αProlog reads a single pair as two arguments; where it is one, an
    /// abbreviation says so, and is declared before if there is none.
    fn argument_types(&mut self, name: Symbol, types: &[TypeRef]) -> (String, Vec<NodeId>) {
        let program = self.program;
        let single = match (self.notation, types) {
            (Notation::AlphaProlog, &[single]) if self.is_pair(single) => single,
            _ => return (String::new(), types.iter().map(|ty| self.ty(*ty, None)).collect()),
        };
        let count = program.signature.types.var_count(single);
        let known =
            self.abbreviations.get(&single).filter(|(_, params)| *params == count as usize).map(|(name, _)| *name);
        let params: Vec<_> = (0..count).map(|n| self.symbols.intern(&var_name(n))).collect();
        let (before, abbreviation) = if let Some(known) = known {
            (String::new(), known)
        } else {
            let fresh = format!("{}_pair", self.symbols.text(name));
            let fresh = self.symbols.intern(&fresh);
            let ty = self.ty(single, Some(&params));
            (format!("{}\n", self.equation(fresh, &params, ty, None)), fresh)
        };
        let vars: Vec<_> = params.iter().map(|param| self.var(*param)).collect();
        (before, vec![self.apply(abbreviation, &vars)])
    }

    fn is_pair(&self, ty: TypeRef) -> bool {
        matches!(self.program.signature.types.get(ty), Type::App(TypeId::PAIR, _))
    }

    /// Whether arguments of these types are written one after the other: as a tuple, a pair at its end would be two.
    pub(super) fn is_curried(&self, types: &[TypeRef], curried: bool) -> bool {
        curried || types.len() > 1 && types.last().is_some_and(|last| self.is_pair(*last))
    }

    /// `type t A = u where p`
    fn equation(&mut self, name: Symbol, params: &[Symbol], ty: NodeId, invariant: Option<PredId>) -> String {
        let vars: Vec<_> = params.iter().map(|param| self.var(*param)).collect();
        let printer = self.printer();
        let condition = match invariant {
            Some(id) => format!(" where {}", printer.name(self.program.signature.predicate(id).name)),
            None => String::new(),
        };
        match self.notation {
            Notation::Prolog => {
                let head = self.apply(name, &vars);
                let equation = self.apply(sym::EQUAL, &[head, ty]);
                self.stop(format!(":- type {}{condition}", self.printer().whole(equation)))
            }
            Notation::AlphaProlog => {
                let vars: Vec<_> = vars.iter().map(|var| format!(" {}", printer.operand(*var))).collect();
                self.stop(format!("type {}{} = {}{condition}", printer.name(name), vars.join(""), printer.whole(ty)))
            }
        }
    }

    fn predicate(&mut self, id: PredId) -> String {
        self.written = 0;
        let predicate = self.program.signature.predicate(id);
        let (result, args) = match predicate.args.split_last() {
            Some((result, args)) if predicate.function => (Some(*result), args),
            _ => (None, predicate.args.as_slice()),
        };
        let (before, types) = self.argument_types(predicate.name, args);
        let result = result.map(|ty| self.ty(ty, None));
        if self.notation == Notation::Prolog {
            let mut node = self.apply(predicate.name, &types);
            if let Some(result) = result {
                node = self.apply(sym::EQUAL, &[node, result]);
            }
            let word = if predicate.function { "func" } else { "pred" };
            return self.stop(format!(":- {word} {}", self.printer().whole(node)));
        }
        let curried = self.is_curried(args, predicate.curried);
        let printer = self.printer();
        // Here the name stands first, even that of an operator.
        let shown: Vec<_> =
            types.iter().map(|ty| if curried { printer.operand(*ty) } else { printer.part(*ty) }).collect();
        let arguments = match (shown.as_slice(), curried) {
            ([], _) => String::new(),
            (_, true) => format!(" {}", shown.join(" ")),
            (_, false) => format!("({})", shown.join(", ")),
        };
        let name = printer.name(predicate.name);
        match result.map(|result| printer.whole(result)) {
            None => self.stop(format!("{before}pred {name}{arguments}")),
            Some(result) if types.is_empty() => self.stop(format!("{before}cnst {name} = {result}")),
            Some(result) => self.stop(format!("{before}func {name}{arguments} = {result}")),
        }
    }

    fn marks(&self, word: &str, ids: &[PredId]) -> String {
        let printer = self.printer();
        let refs = ids.iter().map(|id| {
            let predicate = self.program.signature.predicate(*id);
            format!("{}/{}", printer.name(predicate.name), predicate.arity())
        });
        let refs = refs.collect::<Vec<_>>().join(", ");
        match self.notation {
            Notation::Prolog => self.stop(format!(":- {word} {refs}")),
            Notation::AlphaProlog => self.stop(format!("#{word} {refs}")),
        }
    }

    fn check(&mut self, check: &Check) -> String {
        self.start(&check.formula);
        let word = match check.expected {
            Expectation::Holds => "check",
            Expectation::Valid => "validate",
            Expectation::Invalid => "invalidate",
        };
        let mut formula = self.goal(&check.formula, check.conclusion);
        if *check.formula.goal(check.hypotheses) != Goal::True {
            let hypotheses = self.goal(&check.formula, check.hypotheses);
            formula = self.apply(sym::IMPLIES, &[hypotheses, formula]);
        }
        let printer = self.printer();
        match self.notation {
            Notation::Prolog => {
                let bound = check.bound.map_or(String::new(), |bound| format!("{bound}, "));
                self.stop(format!(":- {word}({}, {bound}{})", printer.name(check.name), printer.part(formula)))
            }
            Notation::AlphaProlog => {
                let bound = check.bound.map_or(String::new(), |bound| format!(" {bound}"));
                let name = printer.string(self.symbols.text(check.name));
                self.stop(format!("#{word} {name}{bound} : {}", printer.whole(formula)))
            }
        }
    }

    /// The types that have a name of their own: abbreviations of something that is not a name itself.
    pub(super) fn abbreviations(program: &Program) -> FxHashMap<TypeRef, (Symbol, usize)> {
        let mut known = FxHashMap::default();
        for (_, item) in &program.items {
            if let ProgramItem::Abbreviation(abbreviation) = item
                && let Type::App(_, args) = program.signature.types.get(abbreviation.ty)
                && !args.is_empty()
            {
                known.entry(abbreviation.ty).or_insert((abbreviation.name, abbreviation.params.len()));
            }
        }
        known
    }

    /// The declarations of types that were inferred.
    pub(super) fn inferred_types(&mut self) -> Vec<String> {
        let defs = &self.program.signature.type_defs;
        let inferred = |def: &TypeDef| def.span.is_none() && matches!(def.kind, TypeKind::Data(_));
        let ids = (0..defs.len()).filter(|n| inferred(&defs[*n]));
        ids.map(|n| self.type_declaration(TypeId(n as u32), true)).collect()
    }

    /// The declarations of predicates that were inferred, of those that have clauses among some items.
    pub(super) fn inferred_predicates(&mut self, items: &[&ProgramItem]) -> Vec<String> {
        let program = self.program;
        let mut seen = FxHashSet::default();
        let mut lines = vec![];
        for item in items {
            let ProgramItem::Clause(id) = item else { continue };
            let predicate = program.clause(*id).predicate;
            let kind = program.signature.predicate(predicate).kind;
            if kind == PredicateKind::Inferred && seen.insert(predicate) {
                lines.push(self.predicate(predicate));
            }
        }
        lines
    }
}
