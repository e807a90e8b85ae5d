//! Proofs and failures as people see them.

mod common;

use blame::check::{Checker, Claim};
use blame::engine::{Limits, Proof, Settings};
use blame::explain::{Level, Opening, Pruning, Tree, Why, WhyNotOptions, why, why_not};
use blame::program::{Clause, Formula, Goal, MOST_CONSTANTS, Overlay, Program, Query};
use blame::report::{GraphReport, TreeReport};
use blame::source::{Range, SourceMap};
use blame::syntax::Notation;
use blame::term::Terms;
use common::{Memory, load, root};
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

const LIMITS: Limits = Limits { stop: &NEVER, steps: 20_000_000, memory: 500_000_000 };

fn settings(bound: i32) -> Settings {
    Settings::of_bound(bound)
}

/// A program with a query behind it.
struct Asked {
    program: Program,
    memory: Memory,
    constants: blame::term::Functor,
}

fn asked(text: &str, goal: &str) -> Asked {
    let (mut program, diagnostics, memory) = load(&[("t.pl", text), ("query.pl", &format!("?- {goal}."))]);
    assert!(!diagnostics.has_errors(), "{:?}", diagnostics.sorted());
    let constants = program.signature.add_constants(&mut program.symbols, MOST_CONSTANTS);
    Asked { program, memory, constants }
}

impl Asked {
    fn query(&self) -> &Query {
        self.program.queries.last().unwrap()
    }

    fn report(&self) -> TreeReport<'_> {
        let sources: &SourceMap = &self.memory.sources;
        TreeReport { program: &self.program, sources, notation: Notation::Prolog, places: false }
    }

    /// The tree of the smallest proof.
    fn tree(&self, checker: &Checker) -> Tree {
        let query = self.query();
        match why(checker, query, settings(0), 100, LIMITS) {
            Why::Holds(proof) => Tree::of(&checker.programs, &query.formula, query.goal, &proof, &Opening::default()),
            other => panic!("{other:?}"),
        }
    }
}

/// The tree of the smallest proof of a goal, cut to a level, in words.
fn check_why(text: &str, goal: &str, pruning: &Pruning, expected: &str) {
    let asked = asked(text, goal);
    let tree = asked.tree(&Checker::new(&asked.program, asked.constants)).prune(pruning);
    assert_eq!(asked.report().verbal(&tree), expected, "{goal}");
}

/// Why a goal has no proof.
fn check_why_not(text: &str, goal: &str, expected: &str) {
    let asked = asked(text, goal);
    let checker = Checker::new(&asked.program, asked.constants);
    let options = WhyNotOptions { settings: settings(50), limits: LIMITS, depth: 4 };
    let found = why_not(&checker, &asked.query().formula, asked.query().goal, &options);
    assert_eq!(asked.report().why_not(&found), expected, "{goal}");
    serde_json::to_string(&asked.report().why_not_json(&found)).unwrap();
}

fn grammar() -> String {
    std::fs::read_to_string(root().join("programs/grammar.pl")).unwrap()
}

#[test]
fn the_papers_wrong_answer_is_explained() {
    let expected = "ss([b]) for rule s2, since:\n  ss([]) for fact s1.\n";
    check_why(&grammar(), "ss([b])", &Pruning::to(Level::Full), expected);
}

#[test]
fn the_papers_missing_answer_is_explained_with_what_was_assumed() {
    let asked = asked(&grammar(), "ss([b,a])");
    let program = &asked.program;
    // The fact bb([]), which stands in no text.
    let bb = program.symbols.get("bb").and_then(|name| program.signature.find_predicate(name, 1)).unwrap();
    let mut formula = Formula::new(asked.query().formula.file);
    let nil = formula.terms.app(blame::program::builtin::NIL, &[]);
    formula.term_ranges.push(Range::default());
    let body = formula.add_goal(Goal::True, Range::default());
    let span = asked.query().span;
    let fact = Clause { predicate: bb, position: 3, label: None, head: vec![nil], body, formula, span };
    let mut overlay = Overlay::default();
    let assumed = overlay.insert(program, usize::MAX, fact);
    let checker = Checker::new(program, asked.constants);
    let checker = checker.with(&overlay);
    let query = asked.query();
    let Why::Holds(proof) = why(&checker, query, settings(0), 50, LIMITS) else { panic!("there is a proof") };
    let opening = Opening { assumed: &[assumed], ..Opening::default() };
    let tree = Tree::of(&checker.programs, &query.formula, query.goal, &proof, &opening);
    let expected = "ss([b,a]) for rule s2, since:\n  ss([a]) for rule s3, since:\n    bb([]) is assumed.\n";
    assert_eq!(asked.report().verbal(&tree), expected);
    let boxes = "ss([b,a])  [rule s2]\n└─ ss([a])  [rule s3]\n   └─ bb([])  [assumed]\n";
    assert_eq!(asked.report().boxes(&tree), boxes);
    let skeleton = "rule s2, since:\n  rule s3, since:\n    bb/1 is assumed.\n";
    assert_eq!(asked.report().verbal(&tree.prune(&Pruning::to(Level::Rules))), skeleton);
    assert!(asked.report().svg(&tree).contains("font-weight=\"bold\">bb([])"));
    assert!(asked.report().dot(&tree).contains("bb([])\\nassumed\", style=\"bold,filled\""));
    assert_eq!(tree.clauses().len(), 2);
}

const PROGRAM: &str = "
:- type t ---> a ; b.
:- pred p(t). :- pred q(t). :- pred r(t, int). :- pred s(list(t)). :- pred u(t).
:- trusted u/1.
p(X) :- rule(p_rule), q(X), \\+ s([X]).
p(b) :- X = b, q(X).
q(a).
r(X, N) :- ( q(X) -> N is 1 + 1 ; M is 4 - 1, N = M ).
s([X|_]) :- X = b, u(b).
u(b) :- q(a).
";

#[test]
fn negations_conditions_trust_and_what_can_be_seen_have_their_words() {
    let full = Pruning::to(Level::Full);
    let suspects = Pruning::to(Level::Suspects);
    check_why(
        PROGRAM,
        "p(a)",
        &full,
        "p(a) for rule p_rule, since:\n  q(a) for fact q.1.\n  \\+ s([a]), since s([a]) fails.\n",
    );
    check_why(
        PROGRAM,
        "r(b, N)",
        &full,
        "r(b, 3) for rule r.1, since:\n  \\+ q(b), since q(b) fails.\n  3 is 4 - 1 can be seen.\n  3 = 3 can be seen.\n",
    );
    check_why(PROGRAM, "r(a, N)", &suspects, "r(a, 2) for rule r.1, since:\n  q(a) for fact q.1.\n");
    check_why(PROGRAM, "s([b])", &suspects, "s([b]) for rule s.1, since:\n  u(b) is trusted.\n");
    check_why(PROGRAM, "member(a, [b,a]), q(a)", &full, "member(a, [b,a]) by the library.\nq(a) for fact q.1.\n");
}

#[test]
fn what_is_cut_is_counted() {
    let cut = |depth, most| Pruning { depth: Some(depth), most, ..Pruning::to(Level::Full) };
    let (text, goal) = (grammar(), "ss([b,b,b])");
    check_why(
        &text,
        goal,
        &cut(2, 100),
        "ss([b,b,b]) for rule s2, since:\n  ss([b,b]) for rule s2, since:\n    ... (2 more steps)\n",
    );
    check_why(&text, goal, &cut(9, 1), "ss([b,b,b]) for rule s2, since:\n  ... (3 more steps)\n");
    check_why(&text, goal, &cut(1, 9), "ss([b,b,b]) for rule s2, since:\n  ... (3 more steps)\n");
    let seen = |formula: &Formula, goal| match formula.goal(goal) {
        Goal::Call(_, args) => {
            let list = matches!(formula.terms.children(args[0]).as_slice(), [_, rest] if formula.terms.children(*rest).is_empty());
            list.then_some(17)
        }
        _ => None,
    };
    let pruning = Pruning { seen: Some(&seen), ..Pruning::to(Level::Full) };
    let expected = "ss([b,b]) for rule s2, since:\n  ss([b]) for rule s2, seen in 17 passing cases.\n";
    check_why(&text, "ss([b,b])", &pruning, expected);
}

#[test]
fn each_clause_says_how_far_it_got() {
    check_why_not(
        &grammar(),
        "ss([b,a])",
        "ss([b,a]) fails:\n  fact s1: argument 1 is [b,a], not []\n  rule s2: ss([a]) fails:\n    \
         fact s1: argument 1 is [a], not []\n    rule s2: argument 1 is [a], not [b|W]\n    \
         rule s3: bb([]) matches no clause\n  rule s3: argument 1 is [b,a], not [a|W]\n",
    );
    check_why_not(
        &grammar(),
        "bb([a,b])",
        "bb([a,b]) fails:\n  rule s4: argument 1 is [a,b], not [b|W]\n  rule s5: after bb([b]), bb([b]), as after every \
         other solution, append([b], [b], [b]) fails\n",
    );
    check_why_not(
        PROGRAM,
        "p(b)",
        "p(b) fails:\n  rule p_rule: q(b) matches no clause\n  rule p.2: after b = b, q(b) matches no clause\n",
    );
    check_why_not(PROGRAM, "q(a), \\+ q(a)", "q(a), \\+ q(a) fails:\n  after q(a), \\+ q(a) fails, since q(a) holds\n");
    check_why_not(PROGRAM, "q(a)", "q(a) has a proof\n");
    let cut = "p(1) :- !, fail.\np(X) :- X < 2.\nloop(X) :- loop(X).\n";
    check_why_not(
        cut,
        "p(1)",
        "p(1) fails:\n  rule p.1: after !, fail fails\n  rule p.2: a cut before it left it out\n",
    );
    check_why_not(cut, "loop(1)", "loop(1) fails:\n  rule loop.1: loop(1) fails\n");
}

#[test]
fn a_long_proof_is_shown_without_a_deep_stack() {
    let steps = 20_000;
    let text = "down(z).\ndown(s(N)) :- down(N).\n:- type nat ---> z ; s(nat).\n";
    let asked = asked(text, &format!("down({}z{})", "s(".repeat(steps), ")".repeat(steps)));
    let (program, query) = (&asked.program, asked.query());
    let checker = Checker::new(program, asked.constants);
    let claim = Claim { formula: &query.formula, goal: query.goal, terms: &Terms::default(), values: &[] };
    let proof: Proof = checker.prove(&claim, settings(1_000_000), LIMITS).expect("there is a proof");
    let tree = Tree::of(&checker.programs, &query.formula, query.goal, &proof, &Opening::default());
    assert_eq!(tree.steps(), steps + 1);
    let report = asked.report();
    for text in [report.verbal(&tree), report.boxes(&tree), report.dot(&tree), report.svg(&tree)] {
        assert!(text.lines().count() > steps);
    }
    let json = serde_json::to_string(&report.json(&tree)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).expect("readers can read it");
    assert_eq!(json["nodes"].as_array().unwrap().len(), steps + 1);
    let cut = tree.prune(&Pruning { most: 10, ..Pruning::to(Level::Full) });
    assert!(report.verbal(&cut).ends_with("... (19991 more steps)\n"));
    assert_eq!(tree.prune(&Pruning::to(Level::Suspects)).steps(), steps + 1);
}

/// Whether a text is well-formed as far as we use XML: one root, all that is opened is closed, nothing stands unescaped.
fn check_xml(text: &str) {
    let mut open = vec![];
    let mut rest = text.trim_end();
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        check_characters(before);
        let end = tag.find('>').expect("a tag ends");
        let inside = &tag[1..end];
        assert!(!inside.contains('<') && inside.matches('"').count() % 2 == 0, "{inside}");
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            assert!(!open.is_empty() || rest.is_empty(), "there is one root");
        } else if !inside.ends_with('/') {
            open.push(inside.split(' ').next().unwrap());
        }
    }
    assert!(rest.is_empty() && open.is_empty());
}

fn check_characters(text: &str) {
    assert!(!text.chars().any(|c| c == '>' || c.is_control() && c != '\n'), "{text:?}");
    for (at, _) in text.match_indices('&') {
        let known = ["&lt;", "&gt;", "&amp;", "&quot;"];
        assert!(known.iter().any(|known| text[at..].starts_with(known)), "{text}");
    }
}

#[test]
fn pictures_are_well_formed_whatever_stands_in_them() {
    let text = ":- pred p(string, string, t).\n:- type t ---> 'a<b>' ; '&amp;\"'.\n\
                p(\"<&\\\"\", X, 'a<b>') :- q(X).\nq(_).\n:- check(c, (p(_, _, _) => fail)).\n";
    let asked = asked(text, "p(X, \"]]>\\t\\x1\\\", Y)");
    let checker = Checker::new(&asked.program, asked.constants);
    let tree = asked.tree(&checker);
    check_xml(&asked.report().svg(&tree));
    let dot = asked.report().dot(&tree);
    for line in dot.lines() {
        assert_eq!(line.replace("\\\\", "").replace("\\\"", "").matches('"').count() % 2, 0, "{line}");
    }
    let blamed: Vec<_> = asked.program.signature.predicates_named(asked.program.symbols.get("q").unwrap()).to_vec();
    let graph = GraphReport::new(&asked.program, &blamed);
    check_xml(&graph.svg());
    assert!(graph.text().contains("q/1 (blamed)\n") && graph.text().contains("c (check): p/3\n"), "{}", graph.text());
    for path in common::files_in("programs") {
        let name = path.to_string_lossy().into_owned();
        let (program, _, _) = load(&[(&name, &std::fs::read_to_string(&path).unwrap())]);
        let graph = GraphReport::new(&program, &[]);
        check_xml(&graph.svg());
        assert!(!graph.text().is_empty() && graph.dot().ends_with("}\n"));
    }
}

/// Every answer of the programs, shown in each way and at each level.
#[test]
fn each_answer_of_the_programs_has_a_tree() {
    let rows = std::fs::read_to_string(root().join("tests/answers.txt")).unwrap();
    let mut trees = 0;
    for line in rows.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<_> = line.split(" | ").collect();
        let [file, _, goal, answers] = parts.as_slice() else { panic!("not a row of four: {line}") };
        if Notation::of(file) != Notation::Prolog {
            continue;
        }
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        let (mut program, diagnostics, memory) = load(&[("t.pl", &text), ("query.pl", &format!("?- {goal}."))]);
        if diagnostics.has_errors() {
            // The goal calls what stands in the properties.
            continue;
        }
        let constants = program.signature.add_constants(&mut program.symbols, MOST_CONSTANTS);
        let asked = Asked { program, memory, constants };
        let checker = Checker::new(&asked.program, asked.constants);
        let query = asked.query();
        let limits = Limits { steps: 300_000, ..LIMITS };
        match why(&checker, query, settings(0), 200, limits) {
            // To deepen bound by bound takes some of them too long.
            Why::Stopped(..) | Why::CutOff(_) => {}
            Why::Holds(proof) => {
                let tree = Tree::of(&checker.programs, &query.formula, query.goal, &proof, &Opening::default());
                check_xml(&asked.report().svg(&tree));
                for level in [Level::Verdict, Level::Suspects, Level::Rules, Level::Full] {
                    let cut = tree.prune(&Pruning::to(level));
                    assert!(cut.steps() <= tree.steps());
                    asked.report().verbal(&cut);
                    asked.report().boxes(&cut);
                }
                trees += 1;
            }
            Why::Fails => {
                assert_eq!(*answers, "[]", "{goal}");
                let options = WhyNotOptions { settings: settings(50), limits, depth: 3 };
                let found = why_not(&checker, &query.formula, query.goal, &options);
                assert!(!asked.report().why_not(&found).is_empty());
            }
            other => panic!("{file}: {goal}: {other:?}"),
        }
    }
    assert!(trees > 50, "{trees}");
}
