//! The strategies agree with each other, with SWI-Prolog on finite spaces, and with themselves when speed-ups are left out.

mod common;

use blame::check::{Options, Outcome, SpeedUps, Strategy, Verdict};
use blame::program::Program;
use common::checking::{counterexamples, load_if_right, name, options, outcomes, scratch, texts_of, words};
use common::files_in;
use common::mutants::{mutants, some};
use common::swipl::{has_swipl, swipl_texts};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The values of the type of random programs, in the order of their sizes and then of declaration.
const VALUES: [&str; 5] = ["a", "b", "c", "f(x)", "f(y)"];
const TYPES: &str = ":- type d ---> a ; b ; c ; f(e).\n:- type e ---> x ; y.\n";

/// Random programs without recursion: each predicate calls those before it, so that every search ends.
struct Random<'r> {
    rng: &'r mut SmallRng,
    number: u64,
    /// How many predicates may be called.
    below: usize,
    /// A goal within a negation or a condition has no cut of the clause.
    inside: bool,
}

impl Random<'_> {
    fn term(&mut self) -> String {
        match self.rng.random_range(0..10) {
            0..4 => "X".into(),
            4..8 => "Y".into(),
            8 => "Z".into(),
            _ => (*VALUES.choose(self.rng).unwrap()).into(),
        }
    }

    fn call(&mut self) -> String {
        let callee = self.rng.random_range(0..self.below);
        let (number, one, other) = (self.number, self.term(), self.term());
        // What is open in a call makes its negations wait here, and not there.
        format!("p{number}_{callee}({one}, {other})").replace('Z', "X")
    }

    /// The order of a part of a value is open when that of the value is known.
    fn comparison(&mut self) -> String {
        let one = *["X", "Y"].choose(self.rng).unwrap();
        let other = *["X", "Y", "b", "f(x)", "f(y)"].choose(self.rng).unwrap();
        format!("{one} {} {other}", ["==", "\\==", "@<", "@>="].choose(self.rng).unwrap())
    }

    fn goal(&mut self, depth: u32) -> String {
        let kind = self.rng.random_range(0..if depth == 0 { 7 } else { 18 });
        match kind {
            0 | 1 => format!("{} = {}", self.term(), self.term()),
            2 => format!("{} \\= {}", ["X", "Y"].choose(self.rng).unwrap(), VALUES.choose(self.rng).unwrap()),
            3 if !self.inside => "!".into(),
            3..6 if self.below > 0 => self.call(),
            3..6 => "true".into(),
            6 => self.comparison(),
            7 => format!("({} ; {})", self.goal(depth - 1), self.goal(depth - 1)),
            8 => format!("({}, {})", self.goal(depth - 1), self.goal(depth - 1)),
            9 | 10 => format!("\\+ {}", self.closed(depth - 1)),
            11 => format!("once({})", self.closed(depth - 1)),
            12 => format!("ignore({})", self.closed(depth - 1)),
            13 if self.rng.random_bool(0.5) => format!("findall(X, {}, [])", self.closed(depth - 1)),
            13 => format!("forall({}, {})", self.closed(depth - 1), self.closed(depth - 1)),
            14 | 15 if !self.inside => {
                let before = ["once", "\\+ ", "\\+ \\+ "].choose(self.rng).unwrap();
                format!("{before}{}, !, {}", self.closed(depth - 1), self.goal(depth - 1))
            }
            _ => format!("({} -> {} ; {})", self.closed(depth - 1), self.goal(depth - 1), self.goal(depth - 1)),
        }
    }

    /// A goal about the arguments of the clause only, which values decide.
    fn closed(&mut self, depth: u32) -> String {
        let outside = std::mem::replace(&mut self.inside, true);
        let goal = self.goal(depth);
        self.inside = outside;
        format!("({})", goal.replace('Z', "X"))
    }

    /// The clauses of the next predicate. In the head `X` and `Y` stand or are bound first, so that Prolog called with
    /// values and a search that makes up values see the same.
    fn predicate(&mut self) -> String {
        let mut text = String::new();
        let name = format!("p{}_{}", self.number, self.below);
        for _ in 0..self.rng.random_range(1..4) {
            let args: Vec<_> = ["X", "Y"]
                .map(|arg| match self.rng.random_range(0..3) {
                    0 => VALUES.choose(self.rng).unwrap().to_string(),
                    _ => arg.to_string(),
                })
                .into();
            let goals: Vec<_> = (0..self.rng.random_range(0..4)).map(|_| self.goal(2)).collect();
            let body = if goals.is_empty() { "true".into() } else { goals.join(", ") };
            let mut clause = format!("{name}({}, {}) :- {body}.\n", args[0], args[1]);
            // A variable that a value has taken the place of is that value.
            for (variable, arg) in ["X", "Y"].iter().zip(&args) {
                clause = clause.replace(variable, arg);
            }
            text.push_str(&clause);
        }
        self.below += 1;
        text
    }

    /// A property of the last predicate, sometimes with a goal beside it on either side.
    fn property(&mut self) -> String {
        let (number, last) = (self.number, PREDICATES - 1);
        let mut beside = |then: &[&str]| match self.rng.random_range(0..2 + then.len()) {
            0 | 1 => None,
            kind => Some((self.closed(2).replace('X', "V").replace('Y', "W"), then[kind - 2].to_owned())),
        };
        let (before, behind) = (beside(&["", "\\+ ", "once"]), beside(&[" ;", ",", " ->"]));
        let hypothesis = match before {
            // The variables are listed as they are met.
            Some((goal, how)) => format!("V = V, W = W, {how}{goal}"),
            None if self.rng.random_bool(0.2) => format!("\\+ p{number}_{}(V, W)", last - 1),
            None => format!("p{number}_{}(V, W)", last - 1),
        };
        match behind {
            Some((goal, how)) => format!("{hypothesis} => ({goal}{how} p{number}_{last}(V, W))"),
            None => format!("{hypothesis} => p{number}_{last}(V, W)"),
        }
    }
}

const PREDICATES: usize = 4;
const PROGRAMS: u64 = 500;

/// The clauses of a random program, and its property.
fn random_program(number: u64) -> (String, String) {
    let mut rng = SmallRng::seed_from_u64(number);
    let mut random = Random { rng: &mut rng, number, below: 0, inside: false };
    let mut text: String = (0..PREDICATES).map(|n| format!(":- pred p{number}_{n}(d, d).\n")).collect();
    (0..PREDICATES).for_each(|_| text.push_str(&random.predicate()));
    let property = random.property();
    (text, property)
}

/// What SWI-Prolog thinks of all properties: the cases that meet the hypotheses, and the counterexamples.
fn truth(texts: &[(String, String)]) -> Vec<(bool, Vec<String>)> {
    let mut text: String = texts.iter().map(|(clauses, _)| clauses.as_str()).collect();
    for (number, value) in VALUES.iter().enumerate() {
        text.push_str(&format!("blame_value({number}, {value}).\n"));
    }
    for (number, (_, property)) in texts.iter().enumerate() {
        let (hypothesis, conclusion) = property.split_once(" => ").unwrap();
        text.push_str(&format!("blame_case({number}, V, W, ({hypothesis}), ({conclusion})).\n"));
    }
    text.push_str(
        "blame_pair(I, V, W) :- blame_value(M, V), blame_value(N, W), functor(V, _, S), functor(W, _, T), U is S + T, I = [U, M, N].
blame_all :- forall(between(0, blame_last, K), (
    findall(I, (blame_pair(I, V, W), blame_case(K, V, W, H, _), once(H)), Met),
    findall(I-V-W, (blame_pair(I, V, W), blame_case(K, V, W, H, C), once(H), \\+ C), Found),
    sort(Found, Sorted), length(Met, Cases), format('~d', [Cases]),
    forall(member(_-V-W, Sorted), format(' V = ~w, W = ~w;', [V, W])), nl)).\n",
    );
    let text = text.replace("blame_last", &(texts.len() - 1).to_string());
    let said = swipl_texts(&scratch("agreement"), &[&text], "blame_all");
    let parse = |line: &String| {
        let (cases, found) = line.split_once(' ').unwrap_or((line, ""));
        let found = found.split(';').map(str::trim).filter(|found| !found.is_empty()).map(str::to_owned).collect();
        (cases != "0", found)
    };
    said.iter().map(parse).collect()
}

#[test]
fn strategies_agree_with_swi_prolog_on_finite_spaces() {
    if !has_swipl() {
        return;
    }
    let texts: Vec<_> = (0..PROGRAMS).map(random_program).collect();
    let truth = truth(&texts);
    assert_eq!(truth.len(), texts.len());
    let (mut refuted, mut wrong) = (0, vec![]);
    for (number, ((clauses, property), (met, expected))) in texts.iter().zip(&truth).enumerate() {
        let text = format!("{TYPES}{clauses}:- check(c, 40, ({property})).\n");
        let mut program = common::program(&[("test.pl", &text)]);
        let mut said = |strategy| {
            let options = Options { most: 100, ..options(strategy) };
            let outcome = catch_unwind(AssertUnwindSafe(|| outcomes(&mut program, &options, 10.0).remove(0)));
            outcome.map_or(("panic", vec![]), |outcome| (outcome.verdict.name(), counterexamples(&program, &outcome)))
        };
        refuted += usize::from(!expected.is_empty());
        let verdict = match (expected.is_empty(), *met) {
            (false, _) => "counterexample",
            (true, true) => "exhausted",
            (true, false) => "vacuous",
        };
        for strategy in [Strategy::Lazy, Strategy::Naf, Strategy::Tiers, Strategy::Random] {
            let (found, shown) = said(strategy);
            let true_ones = shown.iter().all(|shown| expected.contains(shown));
            let fine = match strategy {
                Strategy::Random => {
                    found == verdict || found == "passed" || found == "vacuous" && verdict != "counterexample"
                }
                // The rounds of `tiers` are sizes, so its first counterexample is the smallest of all.
                Strategy::Tiers => found == verdict && shown.first() == expected.first(),
                _ => found == verdict,
            };
            if !fine || !true_ones {
                wrong.push(format!("{number} {strategy:?}: {found} {shown:?}, but {verdict} {expected:?}\n{text}"));
            }
        }
        let (lazy, naf) = (said(Strategy::Lazy).1, said(Strategy::Naf).1);
        if lazy.first() != naf.first() {
            wrong.push(format!("{number}: lazy {lazy:?}, naf {naf:?}\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
    assert!((100..400).contains(&refuted), "{refuted} are refuted");
}

/// Mutants of all programs that load, with what they are called.
fn all_mutants(most: usize) -> Vec<(String, Program)> {
    let mut all = vec![];
    for path in files_in("programs") {
        let texts = texts_of(&path);
        let file = path.file_stem().unwrap().to_string_lossy().into_owned();
        for (number, text) in some(mutants(&texts[0].1), most).into_iter().enumerate() {
            let mut texts = texts.clone();
            texts[0].1 = text;
            all.extend(load_if_right(&texts).map(|program| (format!("{file} {number}"), program)));
        }
    }
    all
}

fn refuted_in(outcome: &Outcome) -> Option<u32> {
    matches!(outcome.verdict, Verdict::Counterexample(_)).then_some(outcome.depth)
}

#[test]
fn lazy_finds_all_that_naf_finds_at_the_same_bound() {
    let (mut compared, mut loaded) = (0, 0);
    for (what, mut program) in all_mutants(5) {
        loaded += 1;
        let depth = Some(if what.starts_with("miniml") { 3 } else { 6 });
        let naf = outcomes(&mut program, &Options { depth, ..options(Strategy::Naf) }, 0.3);
        let lazy = outcomes(&mut program, &Options { depth, ..options(Strategy::Lazy) }, 3.0);
        for (naf, lazy) in naf.iter().zip(&lazy) {
            let Some(round) = refuted_in(naf) else { continue };
            let property = name(&program, &program.checks[naf.check.0 as usize]);
            let found = refuted_in(lazy);
            assert!(
                found.is_some_and(|found| found <= round),
                "{what}, {property}: naf {} in round {round}, lazy {} in {}",
                words(&program, naf),
                words(&program, lazy),
                lazy.depth
            );
            compared += 1;
        }
    }
    println!("{compared} properties of {loaded} mutants are refuted by both");
    assert!(loaded >= 50 && compared >= 50, "{compared} properties of {loaded} mutants");
}

/// What is claimed of a property: that it holds as far as was looked, or that it does not.
fn claim(outcome: &Outcome) -> Option<bool> {
    match outcome.verdict {
        Verdict::Counterexample(_) => Some(false),
        Verdict::Holds | Verdict::Exhausted | Verdict::Passed(_) | Verdict::Vacuous(_) => Some(true),
        Verdict::Unknown(_) => None,
    }
}

#[test]
fn speed_ups_change_no_verdict() {
    let all = SpeedUps::default();
    let without = [
        SpeedUps { slack: false, ..all },
        SpeedUps { selection: false, ..all },
        SpeedUps { indexing: false, ..all },
        SpeedUps { deepening: false, ..all },
    ];
    let mut compared = 0;
    for path in files_in("programs") {
        let mut program = load_if_right(&texts_of(&path)).unwrap();
        let depth = Some(if path.ends_with("miniml.pl") { 3 } else { 5 });
        let usual = outcomes(&mut program, &Options { depth, ..options(Strategy::Lazy) }, 3.0);
        for speed_ups in without {
            let other = outcomes(&mut program, &Options { depth, speed_ups, ..options(Strategy::Lazy) }, 0.5);
            for (usual, other) in usual.iter().zip(&other) {
                let (Some(one), Some(two)) = (claim(usual), claim(other)) else { continue };
                let property = name(&program, &program.checks[usual.check.0 as usize]);
                let shown = [usual, other].map(|outcome| words(&program, outcome));
                // What is refuted only with a speed-up has to be refuted in a round that was cut short without it.
                assert_eq!(one, two, "{}, {property} with {speed_ups:?}: {shown:?}", path.display());
                compared += 1;
            }
        }
    }
    println!("{compared} verdicts");
    assert!(compared > 500, "{compared}");
}
