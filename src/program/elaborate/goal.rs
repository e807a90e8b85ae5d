//! Goals: control, built-in relations and calls.
//!
//! Only what differs in meaning differs in the result: `forall`, `once`, `\\=` and `call/N` become what they stand for. A
//! goal with calls of functions in its terms becomes several, the calls first.

use super::super::PredId;
use super::super::formula::{Comparison, Goal, GoalId};
use super::super::infer::Ty;
use super::super::signature::{FunctorKind, Predicate, PredicateKind, builtin};
use super::super::type_expr::TypeVars;
use super::super::types::{Type, TypeId};
use super::{Binding, Elaborator, Why};
use crate::source::{Range, deep};
use crate::syntax::{Node, NodeId, Notation};
use crate::term::{Name, Symbol, Var, sym};

impl Elaborator<'_> {
    /// A goal as one goal.
    pub(super) fn goal(&mut self, node: NodeId) -> GoalId {
        let mut goals = vec![];
        self.goals(node, &mut goals);
        let range = self.t.reading.ast.range(node);
        self.conjunction(goals, range)
    }

    /// All of some goals as one.
    pub(super) fn conjunction(&mut self, goals: Vec<GoalId>, range: Range) -> GoalId {
        match goals.as_slice() {
            [] => self.b.formula.add_goal(Goal::True, range),
            [single] => *single,
            _ => self.b.formula.add_goal(Goal::And(goals), range),
        }
    }

    /// The goals of a conjunction, with what must run before each.
    pub(super) fn goals(&mut self, node: NodeId, out: &mut Vec<GoalId>) {
        deep(|| {
            let parts = self.t.reading.ast.chain(node, sym::COMMA);
            if parts.len() > 1 {
                parts.into_iter().for_each(|part| self.goals(part, out));
                return;
            }
            let outer = std::mem::take(&mut self.b.calls);
            let goal = self.single(node);
            out.extend(std::mem::replace(&mut self.b.calls, outer));
            out.push(goal);
        });
    }

    fn add_goal(&mut self, goal: Goal, range: Range) -> GoalId {
        self.b.formula.add_goal(goal, range)
    }

    fn single(&mut self, node: NodeId) -> GoalId {
        let range = self.t.reading.ast.range(node);
        let (name, args) = match self.t.reading.ast.node(node) {
            Node::Apply(name, args) => (name, self.t.reading.ast.args(args).to_vec()),
            Node::Var(_) | Node::Wildcard => {
                let hint = "the language is first-order: a goal is known when the program is read";
                self.error_hint(range, "a variable cannot be a goal", hint);
                return self.add_goal(Goal::Fail, range);
            }
            _ => {
                self.error(range, "a goal was expected here");
                return self.add_goal(Goal::Fail, range);
            }
        };
        let args = match (self.b.notation, name, args.as_slice()) {
            (Notation::AlphaProlog, sym::FINDALL, &[tuple]) => self.t.reading.ast.chain(tuple, sym::COMMA),
            _ => args,
        };
        if let Some(control) = self.control(name, &args, node, range) {
            return control;
        }
        if let Some(relation) = self.relation(name, &args, range) {
            return relation;
        }
        self.call(name, &args, node, range)
    }

    fn control(&mut self, name: Symbol, args: &[NodeId], node: NodeId, range: Range) -> Option<GoalId> {
        let goal = match (name, args) {
            (sym::TRUE, []) => Goal::True,
            (sym::FAIL | sym::FALSE, []) => Goal::Fail,
            (sym::CUT, []) => Goal::Cut,
            (sym::NOT | sym::NOT_WORD, &[goal]) => Goal::Not(self.goal(goal)),
            (sym::SEMICOLON, _) if args.len() == 2 => return Some(self.disjunction(node, range)),
            (sym::ARROW, &[condition, then]) => {
                let (condition, then) = (self.goal(condition), self.goal(then));
                let otherwise = self.add_goal(Goal::Fail, range);
                Goal::If(condition, then, otherwise)
            }
            (sym::ONCE, &[goal]) => {
                let condition = self.goal(goal);
                let (then, otherwise) = (self.add_goal(Goal::True, range), self.add_goal(Goal::Fail, range));
                Goal::If(condition, then, otherwise)
            }
            (sym::IGNORE, &[goal]) => {
                let condition = self.goal(goal);
                let (then, otherwise) = (self.add_goal(Goal::True, range), self.add_goal(Goal::True, range));
                Goal::If(condition, then, otherwise)
            }
            (sym::FORALL, &[condition, action]) if self.b.notation == Notation::Prolog => {
                let mut goals = vec![];
                self.goals(condition, &mut goals);
                let action_range = self.t.reading.ast.range(action);
                let action = self.goal(action);
                goals.push(self.add_goal(Goal::Not(action), action_range));
                let both = self.conjunction(goals, range);
                Goal::Not(both)
            }
            (sym::FINDALL, &[template, goal, list]) => {
                let element = self.infer.fresh();
                let ty = self.infer.app(TypeId::LIST, &[element]);
                let template = self.term(template, element, Why::Argument(name, 3, 0));
                let list = self.term(list, ty, Why::Argument(name, 3, 2));
                let goal = self.goal(goal);
                Goal::FindAll(template, goal, list)
            }
            (sym::EXISTS | sym::FOR_ALL | sym::NEW, &[vars, body]) => {
                return Some(self.quantifier(name, vars, body, range));
            }
            (sym::CALL, &[goal]) => {
                self.no_cut(goal);
                return Some(self.goal(goal));
            }
            (sym::CALL, &[goal, ref more @ ..]) => return Some(self.call_with(goal, more, node, range)),
            (sym::PHRASE, &[body, ref lists @ ..]) if matches!(lists.len(), 1 | 2) => {
                return Some(self.phrase(body, lists, node, range));
            }
            (sym::NECK, &[_, _]) => {
                self.error_hint(range, "a clause cannot be a goal", "in a check, => stands between the two sides");
                Goal::Fail
            }
            (sym::SOFT_ARROW, &[_, _]) => {
                self.error_hint(range, "*-> is not part of the language", "write (C, T ; \\+ C, E)");
                Goal::Fail
            }
            (sym::IMPLIES, &[_, _]) => {
                self.error_hint(range, "an implication cannot be a goal", "=> separates the two sides of a check");
                Goal::Fail
            }
            _ => return None,
        };
        Some(self.add_goal(goal, range))
    }

    /// `a ; b ; (c -> t ; e)`
    fn disjunction(&mut self, node: NodeId, range: Range) -> GoalId {
        let mut goals = vec![];
        self.disjuncts(node, &mut goals);
        match goals.as_slice() {
            [single] => *single,
            _ => self.add_goal(Goal::Or(goals), range),
        }
    }

    fn disjuncts(&mut self, node: NodeId, out: &mut Vec<GoalId>) {
        let ast = &self.t.reading.ast;
        let Some((left, right)) = ast.as_binary(node, sym::SEMICOLON) else {
            let goal = self.goal(node);
            out.push(goal);
            return;
        };
        if let Some((condition, then)) = ast.as_binary(left, sym::ARROW) {
            let range = ast.range(node);
            let (condition, then, otherwise) = (self.goal(condition), self.goal(then), self.goal(right));
            out.push(self.add_goal(Goal::If(condition, then, otherwise), range));
            return;
        }
        deep(|| {
            self.disjuncts(left, out);
            self.disjuncts(right, out);
        });
    }

    /// A cut inside `call` is local to it, which nothing else here can say.
    fn no_cut(&mut self, goal: NodeId) {
        let ast = &self.t.reading.ast;
        let mut todo = vec![goal];
        while let Some(node) = todo.pop() {
            match ast.as_apply(node) {
                Some((sym::CUT, [])) => {
                    let range = ast.range(node);
                    self.error_hint(range, "a cut inside call/1 is not supported", "write once(G), or (C -> T ; E)");
                    return;
                }
                Some((sym::COMMA | sym::SEMICOLON | sym::ARROW, parts)) => todo.extend(parts),
                _ => {}
            }
        }
    }

    /// `call(p(X), Y)`: the predicate must be known.
    fn call_with(&mut self, goal: NodeId, more: &[NodeId], node: NodeId, range: Range) -> GoalId {
        let ast = &self.t.reading.ast;
        let Some((name, args)) = ast.as_apply(goal) else {
            let hint = "name the predicate: call(p, X)";
            self.error_hint(range, "call/N works on known predicates only", hint);
            return self.add_goal(Goal::Fail, range);
        };
        let all: Vec<_> = args.iter().chain(more).copied().collect();
        self.call(name, &all, node, range)
    }

    /// `phrase(nt(X), L)`: the nonterminal with what it is to read.
    fn phrase(&mut self, body: NodeId, lists: &[NodeId], node: NodeId, range: Range) -> GoalId {
        let ast = &mut self.t.reading.ast;
        let mut all = lists.to_vec();
        if all.len() == 1 {
            all.push(ast.constant(sym::NIL, range));
        }
        self.call_with(body, &all, node, range)
    }

    /// Binds the variables (or names) of a quantifier; gives them, and what their identifiers meant before.
    pub(super) fn bind_all(&mut self, list: NodeId, names: bool) -> (Vec<Binding>, Vec<(Symbol, Option<Binding>)>) {
        let ast = &self.t.reading.ast;
        let vars = match ast.node(list) {
            Node::List(items, None) => ast.args(items).to_vec(),
            _ => vec![list],
        };
        let (mut bound, mut outer) = (vec![], vec![]);
        for var in vars {
            let (var, ty) = match self.t.reading.ast.as_binary(var, sym::COLON) {
                Some((var, ty)) => (var, Some(ty)),
                None => (var, None),
            };
            let range = self.t.reading.ast.range(var);
            let name = match self.t.reading.ast.node(var) {
                Node::Var(name) => Some(name),
                _ => self.t.reading.ast.as_constant(var),
            };
            let Some(name) = name else {
                self.error(range, "a variable was expected here");
                continue;
            };
            let ty = match ty {
                Some(ty) => self.annotation(ty),
                None => self.infer.fresh(),
            };
            let binding = match names {
                true => {
                    self.b.name_checks.push((ty, range));
                    Binding::Name(self.new_name(name, ty))
                }
                false => Binding::Var(self.new_var(name, ty)),
            };
            outer.push((name, self.b.bindings.insert(name, binding)));
            bound.push(binding);
        }
        (bound, outer)
    }

    fn annotation(&mut self, ty: NodeId) -> Ty {
        let scope = self.b.scope.clone();
        let ty = self.t.type_expr(ty, &mut TypeVars::default(), self.b.formula.file, &scope);
        self.infer.instantiate(ty, &mut vec![], &self.t.signature.types)
    }

    fn quantifier(&mut self, name: Symbol, list: NodeId, body: NodeId, range: Range) -> GoalId {
        let (bound, outer) = self.bind_all(list, name == sym::NEW);
        let body = self.goal(body);
        for (name, before) in outer.into_iter().rev() {
            match before {
                Some(before) => self.b.bindings.insert(name, before),
                None => self.b.bindings.remove(&name),
            };
        }
        let vars: Vec<Var> =
            bound.iter().filter_map(|b| if let Binding::Var(var) = b { Some(*var) } else { None }).collect();
        let names: Vec<Name> =
            bound.iter().filter_map(|b| if let Binding::Name(name) = b { Some(*name) } else { None }).collect();
        let goal = match name {
            sym::NEW => Goal::New(names, body),
            sym::EXISTS => Goal::Exists(vars, body),
            _ => Goal::ForAll(vars, body),
        };
        self.add_goal(goal, range)
    }

    /// The built-in relations between terms.
    fn relation(&mut self, name: Symbol, args: &[NodeId], range: Range) -> Option<GoalId> {
        let &[left, right] = args else { return None };
        let comparison = match name {
            sym::LESS => Comparison::Less,
            sym::AT_MOST | sym::APL_AT_MOST => Comparison::AtMost,
            sym::GREATER => Comparison::Greater,
            sym::AT_LEAST => Comparison::AtLeast,
            sym::SAME_NUMBER => Comparison::Equal,
            sym::OTHER_NUMBER => Comparison::NotEqual,
            sym::EQUAL => return Some(self.equation(left, right, range)),
            sym::NOT_EQUAL => {
                let outer = std::mem::take(&mut self.b.calls);
                let equation = self.equation(left, right, range);
                let mut goals = std::mem::replace(&mut self.b.calls, outer);
                goals.push(equation);
                let inner = self.conjunction(goals, range);
                return Some(self.add_goal(Goal::Not(inner), range));
            }
            sym::IS => return Some(self.evaluation(left, right, range)),
            sym::FRESH => {
                let (names, ty) = (self.infer.fresh(), self.infer.fresh());
                let left = self.name_term(left, names);
                let right = self.term(right, ty, Why::OtherSide);
                return Some(self.add_goal(Goal::Fresh(left, right), range));
            }
            sym::EQUIVARIANT => {
                let ty = self.infer.fresh();
                let (left, right) = (self.term(left, ty, Why::OtherSide), self.term(right, ty, Why::OtherSide));
                return Some(self.add_goal(Goal::Equivariant(left, right), range));
            }
            _ => return None,
        };
        let int: Ty = self.t.signature.types.app(TypeId::INT, &[]).into();
        let (left, right) = (self.term(left, int, Why::Arithmetic), self.term(right, int, Why::Arithmetic));
        Some(self.add_goal(Goal::Compare(comparison, left, right), range))
    }

    /// `t = u`; an equation with a call of a function is that call.
    fn equation(&mut self, left: NodeId, right: NodeId, range: Range) -> GoalId {
        let ty = self.infer.fresh();
        for (term, call) in [(left, right), (right, left)] {
            let Some((name, args)) = self.t.reading.ast.as_apply(call) else { continue };
            let args = args.to_vec();
            let constructor = self.find_functor(name, &args, FunctorKind::Constructor).is_some();
            let function = self.t.find_function(name, &args, self.b.notation, &self.b.scope);
            if let Some(function) = function.filter(|_| !constructor && !self.b.bindings.contains_key(&name)) {
                let result = self.term(term, ty, Why::OtherSide);
                return self.function_goal(function, name, &args, call, result, ty, Why::OtherSide);
            }
        }
        let (left, right) = (self.term(left, ty, Why::OtherSide), self.term(right, ty, Why::OtherSide));
        self.add_goal(Goal::Unify(left, right), range)
    }

    /// `X is E`: integers in Prolog; in αProlog, too, what its other functions give.
    fn evaluation(&mut self, left: NodeId, right: NodeId, range: Range) -> GoalId {
        let plain = self.t.reading.ast.as_apply(right).is_none_or(|(_, args)| args.is_empty());
        let ty: Ty = match self.b.notation {
            Notation::Prolog if plain && !self.nominal => self.t.signature.types.app(TypeId::INT, &[]).into(),
            _ => self.infer.fresh(),
        };
        let left = self.term(left, ty, Why::OtherSide);
        let right = self.term(right, ty, Why::Arithmetic);
        self.add_goal(Goal::Is(left, right), range)
    }

    /// The types of a predicate's arguments for one call of it.
    pub(super) fn predicate_types(&mut self, predicate: PredId) -> Vec<Ty> {
        if let Some(types) = self.mono.get(&predicate) {
            return types.clone();
        }
        if let Some(types) = self.scheme(predicate) {
            return types;
        }
        let mut vars = vec![];
        let def = &self.t.signature.predicates[predicate.0 as usize];
        def.args.iter().map(|ty| self.infer.instantiate(*ty, &mut vars, &self.t.signature.types)).collect()
    }

    fn call(&mut self, name: Symbol, args: &[NodeId], node: NodeId, range: Range) -> GoalId {
        let found = self.t.find_call(name, args, self.b.notation, &self.b.scope);
        if let Some(predicate) = found.or_else(|| self.generator(name, args)) {
            let types = self.predicate_types(predicate);
            let terms = self.arguments(args, &types, name, node);
            return self.add_goal(Goal::Call(predicate, terms), range);
        }
        if let Some(goal) = self.truth(name, args, node, range) {
            return goal;
        }
        self.unknown_predicate(name, args, range);
        for arg in args {
            let ty = self.infer.fresh();
            self.term(*arg, ty, Why::Element);
        }
        self.add_goal(Goal::Fail, range)
    }

    /// A function with a truth value as its result, used as a goal.
    fn truth(&mut self, name: Symbol, args: &[NodeId], node: NodeId, range: Range) -> Option<GoalId> {
        let function = self.t.find_function(name, args, self.b.notation, &self.b.scope);
        let evaluable = self.find_functor(name, args, FunctorKind::Evaluable);
        let boolean: Ty = self.t.signature.types.app(TypeId::BOOL, &[]).into();
        if let Some(function) = function {
            let result = self.app(builtin::TRUE, &[], range);
            return Some(self.function_goal(function, name, args, node, result, boolean, Why::OtherSide));
        }
        if self.b.notation == Notation::Prolog {
            return None;
        }
        evaluable?;
        let term = self.term(node, boolean, Why::Arithmetic);
        let truth = self.app(builtin::TRUE, &[], range);
        Some(self.add_goal(Goal::Is(truth, term), range))
    }

    /// `gen_T`: the values of a type.
    fn generator(&mut self, name: Symbol, args: &[NodeId]) -> Option<PredId> {
        let (1, Some(ty)) = (args.len(), self.t.text(name).strip_prefix("gen_")) else { return None };
        let ty = self.t.reading.symbols.get(ty)?;
        let full = self.t.find_type(ty, &self.b.scope)?;
        let id = self.t.signature.find_type(full)?;
        // The generator stands in the namespace of its type.
        let text = self.t.text(full);
        let short = text.rfind('.').map_or(0, |dot| dot + 1);
        let name = format!("{}gen_{}", &text[..short], &text[short..]);
        let name = self.t.reading.symbols.intern(&name);
        if let Some(known) = self.t.signature.find_predicate(name, 1) {
            return Some(known);
        }
        let params = self.t.signature.type_defs[id.0 as usize].params.len();
        let params: Vec<_> = (0..params).map(|n| self.t.signature.types.add(Type::Var(n as u32))).collect();
        let ty = self.t.signature.types.app(id, &params);
        let generator = Predicate { trusted: true, ..Predicate::new(name, vec![ty], PredicateKind::Generator, None) };
        Some(self.t.signature.add_predicate(generator))
    }
}
