//! The edits of clauses: what there is, that all of it is typed and new, and that it repairs what is known to be wrong.

mod common;

use blame::edit::{Edit, EditKind, edits, edits_of, relaxations};
use blame::program::{Clause, ClauseId, Program};
use blame::report::DiagnosticsText;
use blame::syntax::Notation;
use common::{clause_core, files_in, load, program, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A clause in one line.
fn line(program: &Program, clause: &Clause) -> String {
    program.print_clause(clause, Notation::Prolog).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Types and predicates for clauses.
const NAMES: &str = "
:- type nat ---> z ; s(nat).
:- type t ---> a ; b ; f(t, nat) ; g(t, nat).
:- pred p(nat, nat). :- pred q(nat, nat). :- pred r(nat). :- pred n(int, int). :- pred l(list(nat)). :- pred e(t).
:- pred w(list(char)). :- pred x(list(A), A).
";

/// The program of a clause, and the clause.
fn with_names(clause: &str) -> (Program, ClauseId) {
    let program = program(&[("t.pl", &format!("{NAMES}{clause}"))]);
    let id = ClauseId(program.clauses.len() as u32 - 1);
    (program, id)
}

/// The edits of one kind of a clause are these clauses, in this order.
fn check(kind: EditKind, clause: &str, expected: &[&str]) {
    let (program, id) = with_names(clause);
    let all = edits(&program, id);
    let found: Vec<_> = all.iter().filter(|edit| edit.kind == kind).map(|edit| line(&program, &edit.clause)).collect();
    assert_eq!(found, expected, "{} of {clause}", kind.name());
}

#[test]
fn goals_are_left_out() {
    let clause = "p(X, Y) :- r(X), r(Y), !.";
    check(EditKind::GoalLeftOut, clause, &["p(X, Y) :- r(Y), !.", "p(X, Y) :- r(X), !."]);
    check(EditKind::CutLeftOut, clause, &["p(X, Y) :- r(X), r(Y)."]);
    check(EditKind::GoalLeftOut, "r(X) :- q(X, X).", &["r(X)."]);
    check(
        EditKind::GoalLeftOut,
        "r(X) :- \\+ (q(X, _), r(X)).",
        &["r(X).", "r(X) :- \\+ r(X).", "r(X) :- \\+ q(X, _)."],
    );
}

#[test]
fn goals_are_joined_otherwise() {
    let either = "p(X, Y) :- ( r(X) ; r(Y) ).";
    check(EditKind::DisjunctLeftOut, either, &["p(X, Y) :- r(Y).", "p(X, Y) :- r(X)."]);
    check(EditKind::DisjunctionToConjunction, either, &["p(X, Y) :- r(X), r(Y)."]);
    check(EditKind::ConjunctionToDisjunction, "p(X, Y) :- r(X), r(Y), !.", &["p(X, Y) :- (r(X) ; r(Y)), !."]);
    let conditional = "p(X, Y) :- ( r(X) -> r(Y) ; q(X, Y) ).";
    check(EditKind::BranchKept, conditional, &["p(X, Y) :- r(X), r(Y).", "p(X, Y) :- r(Y).", "p(X, Y) :- q(X, Y)."]);
    check(EditKind::BranchesSwapped, conditional, &["p(X, Y) :- (r(X) -> q(X, Y) ; r(Y))."]);
    let condition = "r(X) :- ( r(X), X = z -> r(z) ; r(s(X)) ).";
    check(EditKind::ConditionNegated, condition, &["r(X) :- (\\+ (r(X), X = z) -> r(z) ; r(s(X)))."]);
}

#[test]
fn goals_are_negated() {
    check(EditKind::GoalNegated, "r(X) :- q(X, X).", &["r(X) :- \\+ q(X, X)."]);
    check(EditKind::NegationDropped, "r(X) :- \\+ q(X, X).", &["r(X) :- q(X, X)."]);
    check(EditKind::Equation, "p(X, Y) :- X = Y.", &["p(X, Y) :- X \\= Y."]);
    check(EditKind::Equation, "p(X, Y) :- X \\= Y.", &["p(X, Y) :- X = Y."]);
}

#[test]
fn arithmetic_becomes_other_arithmetic() {
    let comparisons = ["=<", ">", ">=", "=:=", "=\\="].map(|other| format!("n(X, Y) :- X {other} Y."));
    check(EditKind::Comparison, "n(X, Y) :- X < Y.", &comparisons.each_ref().map(String::as_str));
    let expected = ["X - 2", "X * 2", "X // 2", "X mod 2", "min(X, 2)", "max(X, 2)", "X + 2 + 1", "X + 2 - 1"];
    let expected = expected.map(|other| format!("n(X, Y) :- Y is {other}."));
    let mut expected: Vec<_> = expected.iter().map(String::as_str).collect();
    expected.extend(["n(X, Y) :- Y is X + 1 + 2.", "n(X, Y) :- Y is X - 1 + 2."]);
    check(EditKind::Arithmetic, "n(X, Y) :- Y is X + 2.", &expected);
    check(EditKind::IntegerChanged, "n(1, 5).", &["n(2, 5).", "n(0, 5).", "n(1, 6).", "n(1, 4).", "n(1, 0)."]);
}

#[test]
fn variables_become_others() {
    let clause = "p(X, Y) :- q(X, Y).";
    check(
        EditKind::VariableReplaced,
        clause,
        &["p(Y, Y) :- q(X, Y).", "p(X, X) :- q(X, Y).", "p(X, Y) :- q(Y, Y).", "p(X, Y) :- q(X, X)."],
    );
    check(EditKind::VariableFreed, clause, &["p(_, Y) :- q(X, Y).", "p(X, _) :- q(X, Y)."]);
    check(EditKind::VariablesSwapped, clause, &["p(Y, X) :- q(X, Y)."]);
    check(EditKind::ArgumentsSwapped, "r(X) :- q(s(X), z).", &["r(X) :- q(z, s(X))."]);
    check(EditKind::VariableToConstant, "r(X) :- r(X).", &["r(z) :- r(X).", "r(X) :- r(z)."]);
}

#[test]
fn terms_become_others() {
    check(EditKind::ConstructorReplaced, "e(f(a, X)) :- r(X).", &["e(g(a, X)) :- r(X).", "e(f(b, X)) :- r(X)."]);
    check(EditKind::CharacterChanged, "w(\"ab\").", &["w(\"bb\").", "w(\"aa\")."]);
    check(EditKind::TermUnwrapped, "r(s(s(z))).", &["r(s(z))."]);
    check(EditKind::TermWrapped, "r(X) :- r(X).", &["r(s(X)) :- r(X).", "r(X) :- r(s(X))."]);
    check(EditKind::TermWrapped, "x(Ys, X).", &["x([X|Ys], X).", "x([_|Ys], X)."]);
    check(EditKind::TermFreed, "r(s(z)).", &["r(_).", "r(s(_))."]);
    check(EditKind::TermToVariable, "p(s(X), z).", &["p(X, z).", "p(s(X), X)."]);
    check(EditKind::TermReplaced, "l([]).", &["l([_|_])."]);
    check(EditKind::PredicateReplaced, "p(X, Y) :- q(X, Y).", &["p(X, Y) :- p(X, Y)."]);
}

#[test]
fn goals_are_added() {
    check(EditKind::CallAdded, "l([X]).", &["l([X]) :- p(X, X).", "l([X]) :- q(X, X).", "l([X]) :- r(X)."]);
    check(EditKind::EquationAdded, "p(X, Y).", &["p(X, Y) :- X = Y.", "p(X, Y) :- X \\= Y."]);
    check(EditKind::CallThreaded, "r(X) :- r(X).", &["r(X) :- p(X, X1), r(X1).", "r(X) :- q(X, X1), r(X1)."]);
    check(EditKind::CallUnthreaded, "r(X) :- p(X, Y), r(Y).", &["r(X) :- r(X)."]);
}

#[test]
fn words_say_what_an_edit_does() {
    let (program, id) = with_names("p(X, Y) :- r(X), q(X, Y).");
    let all: Vec<_> = edits(&program, id).into_iter().map(|edit| edit.words).collect();
    for expected in [
        "the goal r(X) is left out",
        "r(X) and q(X, Y) become r(X) ; q(X, Y)",
        "q(X, Y) becomes p(X, Y)",
        "Y becomes s(Y) in the head",
        "X and Y change places in the head",
        "the goal r(Y) is added",
        "the goal p(X, X1) is added before r(X)",
    ] {
        assert!(all.iter().any(|words| words == expected), "{expected} is not one of {all:#?}");
    }
}

#[test]
fn relaxations_leave_alone_what_a_negation_needs() {
    let (program, id) = with_names("p(X, Y) :- q(X, Y), r(X), \\+ r(Y).");
    let found: Vec<_> = relaxations(&program, id).iter().map(|edit| line(&program, &edit.clause)).collect();
    assert_eq!(
        found,
        [
            "p(X, Y) :- q(X, Y), \\+ r(Y).",
            "p(X, Y) :- q(X, Y), r(X).",
            "p(_, Y) :- q(X, Y), r(X), \\+ r(Y).",
            "p(X, Y) :- q(_, Y), r(X), \\+ r(Y).",
            "p(X, Y) :- q(X, Y), r(_), \\+ r(Y).",
        ]
    );
}

#[test]
fn terms_may_be_deep_and_clauses_long() {
    let deep = format!("r({}z{}).", "s(".repeat(100_000), ")".repeat(100_000));
    let (program, id) = with_names(&deep);
    assert!(!relaxations(&program, id).is_empty());
    let long = format!("r(X) :- {}r(X).", "q(X, Y), ".repeat(300));
    let (program, id) = with_names(&long);
    assert!((1000..=2000).contains(&edits(&program, id).len()));
}

fn load_file(name: &str) -> Program {
    let text = std::fs::read_to_string(root().join(name)).unwrap();
    program(&[(name, &text)])
}

/// The programs of the project.
fn programs() -> Vec<(String, Program)> {
    let name = |path: &Path| format!("programs/{}", path.file_name().unwrap().to_string_lossy());
    files_in("programs").iter().map(|path| name(path)).map(|name| (name.clone(), load_file(&name))).collect()
}

fn clause_ids(program: &Program) -> impl Iterator<Item = ClauseId> {
    (0..program.clauses.len() as u32).map(ClauseId)
}

/// Each clause of a wrong program that differs from the right one is right after one edit.
fn check_repaired(wrong: &str, right: &str) {
    let (wrong, right) = (load_file(wrong), load_file(right));
    let mut count = 0;
    for (id, clause) in clause_ids(&wrong).zip(&right.clauses) {
        let expected = clause_core(&right, clause);
        if clause_core(&wrong, wrong.clause(id)) == expected {
            continue;
        }
        count += 1;
        let edits = edits(&wrong, id);
        let repair = edits.iter().find(|edit| clause_core(&wrong, &edit.clause) == expected);
        assert!(repair.is_some(), "{} is not repaired by any of {} edits", wrong.clause_name(id), edits.len());
    }
    assert_eq!(count, 1);
}

#[test]
fn the_faulty_programs_are_one_edit_away_from_the_right_ones() {
    check_repaired("programs/grammar.pl", "programs/grammar_fixed.pl");
    check_repaired("programs/sort_bug.pl", "programs/sort.pl");
    check_repaired("programs/heap_bug.pl", "programs/heap.pl");
    check_repaired("programs/rbt_bug.pl", "programs/rbt.pl");
    check_repaired("programs/stlc_bug.apl", "programs/stlc.apl");
    check_repaired("programs/imp_bug.apl", "programs/imp.apl");
}

#[test]
fn edits_are_new_and_typed() {
    let mut counts = vec![];
    for (name, program) in programs() {
        let all: Vec<Vec<Edit>> = clause_ids(&program).map(|id| edits(&program, id)).collect();
        for (id, edits) in clause_ids(&program).zip(&all) {
            counts.push((edits.len(), name.clone(), program.clause_name(id)));
            let mut seen = BTreeSet::new();
            seen.insert(clause_core(&program, program.clause(id)));
            for edit in edits {
                let core = clause_core(&program, &edit.clause);
                assert!(seen.insert(core), "{name}: {} comes twice", line(&program, &edit.clause));
            }
        }
        check_read_back(&name, &program, &all);
    }
    counts.sort();
    let middle = counts.len() / 2;
    println!("least {:?}, median {:?}, most {:?}", counts[0], counts[middle], counts[counts.len() - 1]);
}

#[test]
fn edits_can_be_undone() {
    use EditKind::{
        ArgumentsSwapped, CallAdded, CallThreaded, Comparison, ConstructorReplaced, Equation, GoalNegated,
        PredicateReplaced,
    };
    let program = load_file("programs/sort.pl");
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for id in clause_ids(&program) {
        let original = clause_core(&program, program.clause(id));
        for edit in edits(&program, id).into_iter().step_by(5) {
            let undone = edits_of(&program, &edit.clause);
            let found = undone.iter().any(|other| clause_core(&program, &other.clause) == original);
            let (all, done) = counts.entry(edit.kind.name()).or_default();
            (*all, *done) = (*all + 1, *done + usize::from(found));
            let always = [
                ArgumentsSwapped,
                CallAdded,
                CallThreaded,
                Comparison,
                ConstructorReplaced,
                Equation,
                GoalNegated,
                PredicateReplaced,
            ];
            assert!(found || !always.contains(&edit.kind), "{} is not undone", edit.words);
        }
    }
    println!("{counts:?}");
}

/// Programs in which all clauses are edited are read back as what was printed.
fn check_read_back(name: &str, program: &Program, edits: &[Vec<Edit>]) {
    const ROUNDS: usize = 60;
    let notation = program.notation_of(program.items[0].0);
    let mut changed = program.clone();
    for round in 0..ROUNDS {
        for (clause, edits) in changed.clauses.iter_mut().zip(edits) {
            *clause = edits[(round * edits.len().div_ceil(ROUNDS) + round / 7) % edits.len()].clause.clone();
        }
        let text = changed.print(notation, &[]).unwrap();
        let (again, diagnostics, memory) = load(&[(name, &text)]);
        let render = DiagnosticsText::new(&memory.sources, false);
        let errors: String =
            diagnostics.sorted().into_iter().filter(|d| d.is_error()).map(|d| render.render(d)).collect();
        assert!(errors.is_empty(), "{name}: {errors}");
        for (clause, again_clause) in changed.clauses.iter().zip(&again.clauses) {
            assert_eq!(clause_core(&again, again_clause), clause_core(&changed, clause), "{name}");
        }
    }
}
