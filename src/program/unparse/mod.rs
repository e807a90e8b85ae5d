//! From a program back to text, in either notation.
//!
//! A clause becomes a tree again, in the shape that the reader of the notation gives (`goal`, `term`), and
//! `syntax::Printer` writes the tree; `declaration` does the same for types and predicates. What is read back is the same
//! program, up to the names of variables that the other notation cannot write.

mod declaration;
mod goal;
mod goal_printer;
mod term;

pub use goal_printer::GoalPrinter;

use super::{Clause, ClauseId, Formula, GoalId, Predicate, Program, ProgramItem, TypeRef};
use crate::source::{FileId, Range};
use crate::syntax::{Ast, Node, NodeId, Notation, Printer};
use crate::term::{Symbol, Symbols, TermId, sym};
use rustc_hash::FxHashMap;

/// The longest line that a clause with one goal is written in.
const LINE: usize = 90;

impl Program {
    /// The text of what stands in the files that are not left out; `None` if a type is too large to be written.
    pub fn print(&self, notation: Notation, leave_out: &[FileId]) -> Option<String> {
        let items: Vec<_> =
            self.items.iter().filter(|(file, _)| !leave_out.contains(file)).map(|(_, item)| item).collect();
        let mut writer = Writer { unparser: Unparser::new(self, notation), out: String::new(), last: None };
        // An operator is known from the start, whatever the text did: the printer writes with all of them.
        let is_operator = |item: &&&ProgramItem| matches!(item, ProgramItem::Operator(_));
        items.iter().filter(is_operator).for_each(|item| writer.item(item));
        let translated = items.first().is_some_and(|_| {
            self.items.iter().any(|(file, _)| !leave_out.contains(file) && self.notation_of(*file) != notation)
        });
        if translated && notation == Notation::AlphaProlog {
            writer.inferred_types();
            items.iter().filter(|item| is_type(item)).for_each(|item| writer.item(item));
            items.iter().filter(|item| matches!(item, ProgramItem::Predicate(_))).for_each(|item| writer.item(item));
            writer.inferred_predicates(&items);
            let rest = items.iter().filter(|item| !is_type(item) && !matches!(item, ProgramItem::Predicate(_)));
            rest.filter(|item| !is_operator(item)).for_each(|item| writer.item(item));
        } else {
            items.iter().filter(|item| !is_operator(item)).for_each(|item| writer.item(item));
        }
        (!writer.unparser.too_large).then_some(writer.out)
    }

    /// The text of a clause, as a person would write it.
    pub fn print_clause(&self, clause: &Clause, notation: Notation) -> String {
        Unparser::new(self, notation).clause(clause)
    }

    /// The text of a goal of a formula.
    pub fn print_goal(&self, formula: &Formula, goal: GoalId, notation: Notation) -> String {
        let mut unparser = Unparser::new(self, notation);
        unparser.start(formula);
        let goal = unparser.goal(formula, goal);
        unparser.printer().whole(goal)
    }

    /// The text of a term of a formula.
    pub fn print_term(&self, formula: &Formula, term: TermId, notation: Notation) -> String {
        let mut unparser = Unparser::new(self, notation);
        unparser.start(formula);
        let term = unparser.term(formula, term);
        unparser.printer().part(term)
    }
}

/// Prints terms of one program, many of them: what a printer needs is made once.
pub struct TermPrinter<'p>(Unparser<'p>);

impl<'p> TermPrinter<'p> {
    /// A printer for a program.
    pub fn new(program: &'p Program) -> TermPrinter<'p> {
        TermPrinter(Unparser::new(program, Notation::Prolog))
    }

    fn start(&mut self, formula: &Formula, notation: Notation) {
        self.0.notation = notation;
        self.0.ast = Ast::default();
        self.0.start(formula);
    }

    /// The text of a term of a formula.
    pub fn term(&mut self, formula: &Formula, term: TermId, notation: Notation) -> String {
        self.start(formula, notation);
        let term = self.0.term(formula, term);
        self.0.printer().part(term)
    }

    /// The text of a goal of a formula.
    pub fn goal(&mut self, formula: &Formula, goal: GoalId, notation: Notation) -> String {
        self.start(formula, notation);
        let goal = self.0.goal(formula, goal);
        self.0.printer().whole(goal)
    }

    /// `X = t`, for a name and a term of a formula.
    pub fn equation(&mut self, name: Symbol, formula: &Formula, term: TermId, notation: Notation) -> String {
        self.start(formula, notation);
        let term = self.0.term(formula, term);
        let var = self.0.var(name);
        let equation = self.0.apply(sym::EQUAL, &[var, term]);
        self.0.printer().part(equation)
    }
}

fn is_type(item: &ProgramItem) -> bool {
    matches!(item, ProgramItem::Type(..) | ProgramItem::Functor(_) | ProgramItem::Abbreviation(_))
}

/// Makes trees of a program's parts.
struct Unparser<'p> {
    program: &'p Program,
    notation: Notation,
    ast: Ast,
    /// The program's names, and those that variables got.
    symbols: Symbols,
    /// How the variables of the formula at hand are written; `None` for an anonymous one.
    vars: Vec<Option<Symbol>>,
    names: Vec<Symbol>,
    /// The types that have a name of their own, with the number of its parameters.
    abbreviations: FxHashMap<TypeRef, (Symbol, usize)>,
    /// The abbreviation whose meaning is being written.
    explained: Option<Symbol>,
    /// How many parts of types were written for the item at hand.
    written: usize,
    /// Whether a type was too large to be written.
    too_large: bool,
    /// How many parts of terms may still be written; dots stand for the rest.
    left: usize,
}

impl<'p> Unparser<'p> {
    fn new(program: &'p Program, notation: Notation) -> Unparser<'p> {
        let symbols = program.symbols.clone();
        Unparser {
            program,
            notation,
            ast: Ast::default(),
            symbols,
            vars: vec![],
            names: vec![],
            abbreviations: Self::abbreviations(program),
            explained: None,
            written: 0,
            too_large: false,
            left: usize::MAX,
        }
    }

    fn printer(&self) -> Printer<'_> {
        Printer {
            ast: &self.ast,
            symbols: &self.symbols,
            operators: &self.program.operators,
            apl_operators: &self.program.apl_operators,
            notation: self.notation,
        }
    }

    fn stop(&self, sentence: String) -> String {
        self.printer().stop(sentence)
    }

    fn apply(&mut self, name: Symbol, args: &[NodeId]) -> NodeId {
        self.ast.apply(name, args, Range::default())
    }

    /// A name applied as a declaration says: in αProlog one after the other, or as one tuple.
    fn call(&mut self, name: Symbol, args: &[NodeId], curried: bool) -> NodeId {
        if self.notation == Notation::AlphaProlog && !curried && args.len() > 1 {
            let tuple = self.right_chain(sym::COMMA, args);
            return self.apply(name, &[tuple]);
        }
        self.apply(name, args)
    }

    /// `a, (b, (c, d))`
    fn right_chain(&mut self, name: Symbol, parts: &[NodeId]) -> NodeId {
        let (last, before) = parts.split_last().expect("a chain has a last part");
        before.iter().rev().fold(*last, |rest, part| self.apply(name, &[*part, rest]))
    }

    fn var(&mut self, name: Symbol) -> NodeId {
        self.ast.add(Node::Var(name), Range::default())
    }

    /// The text of a clause, with its full stop.
    fn clause(&mut self, clause: &Clause) -> String {
        self.ast = Ast::default();
        self.start(&clause.formula);
        let formula = &clause.formula;
        let head = self.head(clause);
        let mut goals = vec![];
        if let Some(label) = clause.label {
            let label = self.apply(label, &[]);
            goals.push(self.apply(sym::RULE, &[label]));
        }
        match formula.goal(clause.body) {
            super::Goal::True => {}
            super::Goal::And(parts) => goals.extend(parts.iter().map(|goal| self.goal(formula, *goal))),
            _ => goals.push(self.goal(formula, clause.body)),
        }
        let printer = self.printer();
        // A body that is one goal needs no parentheses around it.
        let parts: Vec<_> = match goals.as_slice() {
            [single] => vec![printer.body(*single)],
            _ => goals.iter().map(|goal| printer.part(*goal)).collect(),
        };
        let head = printer.part(head);
        printer.stop(match parts.as_slice() {
            [] => head,
            [single] if head.len() + single.len() < LINE => format!("{head} :- {single}"),
            _ => format!("{head} :-\n    {}", parts.join(",\n    ")),
        })
    }

    fn head(&mut self, clause: &Clause) -> NodeId {
        let predicate = self.program.signature.predicate(clause.predicate);
        let args: Vec<_> = clause.head.iter().map(|term| self.term(&clause.formula, *term)).collect();
        self.predicate_call(predicate, &args, |call, result| [call, result])
    }

    /// A call of a predicate; in αProlog, an equation if it is a function, with its sides in the given order.
    fn predicate_call(
        &mut self,
        predicate: &Predicate,
        args: &[NodeId],
        sides: fn(NodeId, NodeId) -> [NodeId; 2],
    ) -> NodeId {
        match args.split_last() {
            Some((result, args)) if predicate.function && self.notation == Notation::AlphaProlog => {
                let curried = self.is_curried(&predicate.args[..args.len()], predicate.curried);
                let call = self.call(predicate.name, args, curried);
                self.apply(sym::EQUAL, &sides(call, *result))
            }
            _ => self.call(predicate.name, args, self.is_curried(&predicate.args, predicate.curried)),
        }
    }
}

/// Writes items one below the other, with an empty line where the subject changes.
struct Writer<'p> {
    unparser: Unparser<'p>,
    out: String,
    last: Option<Subject>,
}

/// What an item is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Operators,
    Types,
    Predicates,
    Marks,
    Clauses(super::PredId),
    Checks,
}

impl Writer<'_> {
    fn line(&mut self, subject: Subject, text: &str) {
        if self.last.is_some_and(|last| last != subject) {
            self.out.push('\n');
        }
        self.last = Some(subject);
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn item(&mut self, item: &ProgramItem) {
        let subject = match item {
            ProgramItem::Operator(_) => Subject::Operators,
            ProgramItem::Type(..) | ProgramItem::Functor(_) | ProgramItem::Abbreviation(_) => Subject::Types,
            ProgramItem::Predicate(_) => Subject::Predicates,
            ProgramItem::Trusted(_) | ProgramItem::Assumable(_) | ProgramItem::Discontiguous(_) => Subject::Marks,
            ProgramItem::Properties(_) | ProgramItem::Generator(..) => Subject::Marks,
            ProgramItem::Clause(id) => Subject::Clauses(self.unparser.program.clause(*id).predicate),
            ProgramItem::Check(_) | ProgramItem::Query(_) => Subject::Checks,
        };
        let text = match item {
            ProgramItem::Clause(id) => Some(self.clause(*id)),
            _ => self.unparser.item(item),
        };
        if let Some(text) = text {
            self.line(subject, &text);
        }
    }

    fn clause(&mut self, id: ClauseId) -> String {
        let program = self.unparser.program;
        self.unparser.clause(program.clause(id))
    }

    /// The types that nobody declared, which αProlog must be told.
    fn inferred_types(&mut self) {
        for text in self.unparser.inferred_types() {
            self.line(Subject::Types, &text);
        }
    }

    /// The predicates of some clauses that nobody declared.
    fn inferred_predicates(&mut self, items: &[&ProgramItem]) {
        for text in self.unparser.inferred_predicates(items) {
            self.line(Subject::Predicates, &text);
        }
    }
}
