//! Verdicts: what `check` says of small programs that are easy to get wrong.

mod common;

use blame::check::{Options, Outcome, Reason, Strategy, Verdict};
use blame::engine::StopReason;
use blame::program::Program;
use blame::syntax::Notation;
use common::checking;
use std::time::Instant;

/// How long one property is searched.
const SECONDS: f64 = 20.0;

/// As the others, on two threads: what comes out must not depend on that.
fn options(strategy: Strategy) -> Options {
    Options { jobs: 2, ..checking::options(strategy) }
}

fn outcomes(program: &mut Program, options: &Options) -> Vec<Outcome> {
    checking::outcomes(program, options, SECONDS)
}

/// The verdict in words, with the bindings of the smallest counterexample.
fn words(program: &Program, outcome: &Outcome) -> String {
    let check = &program.checks[outcome.check.0 as usize];
    match &outcome.verdict {
        Verdict::Counterexample(found) => {
            let bindings = found[0].bindings.iter().map(|(var, term)| {
                let name = program.symbols.text(check.formula.vars[var.0 as usize].name);
                format!("{name} = {}", program.print_term(&found[0].formula, *term, Notation::Prolog))
            });
            format!("counterexample {}", bindings.collect::<Vec<_>>().join(", "))
        }
        Verdict::Holds => format!("holds up to {}", outcome.depth),
        Verdict::Passed(samples) => format!("passed {samples}"),
        Verdict::Unknown(reason) => format!("unknown {reason:?}"),
        Verdict::Vacuous(why) => format!("vacuous {why:?}"),
        Verdict::Exhausted => "exhausted".into(),
    }
}

fn verdicts_by(text: &str, options: &Options) -> Vec<String> {
    let mut program = common::program(&[("test.pl", text)]);
    let outcomes = outcomes(&mut program, options);
    outcomes.iter().map(|outcome| words(&program, outcome)).collect()
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(verdicts_by(text, &options(Strategy::Lazy)).join("; "), expected);
}

/// A natural number as a term.
fn number(n: usize) -> String {
    format!("{}z{}", "s(".repeat(n), ")".repeat(n))
}

const NAT: &str = ":- type nat ---> z ; s(nat).\n";

#[test]
fn a_total_predicate_holds_up_to_the_bound() {
    check(
        &format!("{NAT}:- pred tot(nat).\ntot(z).\ntot(s(N)) :- tot(N).\n:- check(total, 6, (true => tot(X)))."),
        "holds up to 6",
    );
}

#[test]
fn a_conclusion_that_is_cut_off_at_first_is_refuted_later() {
    let deep = number(20);
    check(
        &format!(
            "{NAT}:- pred p(nat).\n:- pred q(nat).\n:- pred slow(nat).\np(z).\nq(N) :- slow({deep}), N = s(z).\n\
             slow(z).\nslow(s(N)) :- slow(N).\n:- check(late, 10, (p(X) => q(X)))."
        ),
        "counterexample X = z",
    );
}

#[test]
fn a_clause_that_cuts_and_fails_refutes_only_its_own_instance() {
    check(
        ":- type abc ---> b ; a.\n:- pred p(abc).\np(a) :- !, fail.\np(_).\n:- check(cut, 4, (true => p(X))).",
        "counterexample X = a",
    );
}

#[test]
fn a_clause_that_cuts_and_fails_leaves_the_other_instances_to_a_hypothesis() {
    check(
        ":- type abc ---> a ; b.\n:- pred p(abc).\n:- pred q(abc).\np(a) :- !, fail.\np(_).\nq(a).\n\
         :- check(cut, 4, (p(X) => q(X))).",
        "counterexample X = b",
    );
}

#[test]
fn a_condition_that_is_cut_off_is_no_counterexample() {
    check(
        &format!(
            "{NAT}:- pred w(nat).\n:- pred slow(nat).\n:- pred big(nat).\n\
             w(_) :- ( big(N), slow(N) -> fail ; true ).\nslow(z).\nslow(s(N)) :- slow(N).\n\
             big({}).\n:- check(condition, 3, (true => w(X))).",
            number(30)
        ),
        "unknown CutOff(1)",
    );
}

#[test]
fn an_endless_conclusion_is_unknown_and_says_why() {
    check(
        &format!(
            "{NAT}:- pred up(nat).\nup(N) :- up(s(N)).\nup({}).\n\
             :- check(endless, 2, (true => up(z))).\n:- pred p(nat).\np(z).\n:- check(other, 2, (p(X) => up(X))).",
            number(13)
        ),
        "exhausted; exhausted",
    );
    check(
        &format!(
            "{NAT}:- pred up(nat, nat).\nup(N, M) :- up(s(N), M).\nup(N, s(N)).\n\
             :- check(endless, 2, (true => up(z, z)))."
        ),
        "unknown CutOff(1)",
    );
}

#[test]
fn hypotheses_that_never_hold_are_vacuous() {
    check(
        &format!(
            "{NAT}:- pred p(nat).\n:- pred q(nat).\np(s(z)) :- q(z).\nq(s(z)).\n:- check(none, 5, (p(X) => q(X)))."
        ),
        "vacuous Never",
    );
}

#[test]
fn a_type_without_values_makes_a_property_vacuous() {
    check(":- type t ---> c(t).\n:- pred p(t).\np(_).\n:- check(none, 5, (true => p(X))).", "vacuous NoValues(Var(0))");
}

#[test]
fn that_hypotheses_never_hold_is_no_vacuous_property() {
    check(
        &format!(
            "{NAT}:- pred lt(nat, nat).\nlt(z, s(_)).\nlt(s(X), s(Y)) :- lt(X, Y).\n:- check(irreflexive, 5, (lt(X, X) => fail))."
        ),
        "holds up to 5",
    );
}

#[test]
fn integers_are_split_from_nought_upwards() {
    check(
        ":- pred p(int).\np(X) :- X < 3.\n:- check(small, 9, (true => p(X))).\n:- check(square, 9, (Y is X * X => Y >= X)).",
        "counterexample X = 3; holds up to 9",
    );
}

#[test]
fn division_by_zero_is_said() {
    let verdicts = verdicts_by(
        ":- pred p(int).\np(X) :- 10 // X >= 0.\n:- check(p, 4, (true => p(X))).\n:- check(q, 4, (X > 0 => p(X))).",
        &options(Strategy::Lazy),
    );
    assert_eq!(verdicts[0], "counterexample X = -1");
    assert_eq!(verdicts[1], "holds up to 4");
}

#[test]
fn disequalities_of_open_terms_are_met_by_the_instance() {
    check(
        &format!(
            "{NAT}:- pred p(nat, nat, nat).\np(_, _, _) :- fail.\n:- check(three, 6, (X \\= Y, Y \\= Z, X \\= Z => p(X, Y, Z)))."
        ),
        "counterexample X = z, Y = s(z), Z = s(s(z))",
    );
    check(
        ":- type ab ---> a ; b.\n:- pred p(ab, ab, ab).\np(_, _, _) :- fail.\n\
         :- check(pigeons, 6, (X \\= Y, Y \\= Z, X \\= Z => p(X, Y, Z))).",
        "vacuous Never",
    );
}

#[test]
fn counterexamples_beyond_the_generators_of_the_same_bound_are_found() {
    // The derivation needs 3 uses, the value of C has 9 constructors.
    check(
        &format!(
            "{NAT}:- type code ---> push(nat) ; add.\n:- type exp ---> n(nat) ; plus(exp, exp).\n\
             :- pred compile(exp, list(code)).\n:- pred flat(list(code)).\n\
             compile(n(N), [push(N)]).\n\
             compile(plus(A, B), C) :- compile(A, CA), compile(B, CB), append(CB, [add], D), append(CA, D, C).\n\
             flat([_]).\n:- check(flat, 7, (compile(E, C) => flat(C)))."
        ),
        "counterexample E = plus(n(z), n(z)), C = [push(z),push(z),add]",
    );
}

#[test]
fn the_grammar_of_the_paper_is_refuted_and_the_mended_one_holds() {
    let text = |name: &str| std::fs::read_to_string(common::root().join("programs").join(name)).unwrap();
    check(&text("grammar.pl"), "counterexample W = [b], N1 = z, N2 = s(z); counterexample W = [b,a], N = s(z)");
    check(&text("grammar_fixed.pl"), "holds up to 10; holds up to 10");
}

#[test]
fn strategies_agree_on_finite_spaces() {
    let text = ":- type d ---> a ; b ; c(e).\n:- type e ---> x ; y.\n:- pred p(d, e).\n:- pred q(d, e).\n\
                p(a, _).\np(c(E), E).\np(b, y).\nq(a, x).\nq(c(x), _).\nq(b, _).\n\
                :- check(one, 9, (p(D, E) => q(D, E))).\n:- check(two, 9, (q(D, E) => p(D, E))).\n\
                :- check(three, 9, (p(D, E), q(D, E) => p(D, E))).\n:- check(four, 9, (\\+ p(D, E) => q(D, E))).\n\
                :- check(five, 9, (true => (p(D, E) ; q(D, E) ; D = c(y)))).";
    let lazy = verdicts_by(text, &options(Strategy::Lazy));
    assert_eq!(
        lazy,
        [
            "counterexample D = a, E = y",
            "counterexample D = b, E = x",
            "exhausted",
            "counterexample D = c(y), E = x",
            "exhausted"
        ]
    );
    assert_eq!(verdicts_by(text, &options(Strategy::Naf)), lazy);
    assert_eq!(verdicts_by(text, &options(Strategy::Tiers)), lazy);
}

/// The verdict of a search that the clock ends after a second; it must end soon after that.
#[track_caller]
fn verdict_in_time(text: &str, options: &Options) -> String {
    let mut program = common::program(&[("test.pl", text)]);
    let started = Instant::now();
    let outcome = checking::outcomes(&mut program, options, 1.0).swap_remove(0);
    let seconds = started.elapsed().as_secs_f64();
    assert!(seconds < 15.0, "it took {seconds} s");
    words(&program, &outcome)
}

#[track_caller]
fn check_in_time(text: &str, options: &Options, expected: &str) {
    let verdict = verdict_in_time(text, options);
    assert!(verdict.starts_with(expected), "{verdict}");
}

/// The pattern of the first counterexample: the variables in it that may be anything.
fn pattern(text: &str) -> Vec<String> {
    let mut program = common::program(&[("test.pl", text)]);
    let outcomes = outcomes(&mut program, &options(Strategy::Lazy));
    let Verdict::Counterexample(found) = &outcomes[0].verdict else { panic!("it is refuted") };
    let formula = &program.checks[0].formula;
    let bindings = found[0].pattern.iter().flatten().map(|(var, term)| {
        let name = program.symbols.text(formula.vars[var.0 as usize].name);
        format!("{name} = {}", program.print_term(&found[0].formula, *term, Notation::Prolog))
    });
    bindings.collect()
}

#[test]
fn variables_that_must_differ_are_not_generalised() {
    let check = |goal: &str| {
        pattern(&format!("{NAT}:- pred never(nat, nat).\nnever(_, _) :- fail.\n:- check(p, 4, ({goal}))."))
    };
    assert!(check("X \\= Y => never(X, Y)").is_empty());
    assert!(check("X \\= s(Y) => never(X, X)").is_empty());
    assert!(check("X \\= Y => X = s(Y)").is_empty());
    assert_eq!(check("X \\= Y => never(X, Z)"), ["X = z", "Y = s(z)", "Z = _"]);
    assert_eq!(check("true => never(X, s(Y))"), ["X = _", "Y = _"]);
}

const MISS: &str = "inf(z).\ninf(s(X)) :- inf(X).\ngrow(X) :- grow(s(X)).\nc(z) :- grow(z).\n";

#[test]
fn what_has_no_finite_proof_fails_for_the_reference_too() {
    let text = format!(
        ":- type ab ---> a ; b.\n{NAT}:- pred fl.\nfl :- fail.\n:- pred nf(ab).\nnf(_) :- \\+ fl.\n:- pred inf(nat).\n\
         :- pred grow(nat).\n:- pred c(nat).\n{MISS}:- check(h1, 9, (nf(V) => fail)).\n:- check(miss, 5, (inf(X) => c(X)))."
    );
    for strategy in [Strategy::Lazy, Strategy::Naf, Strategy::Tiers] {
        assert_eq!(verdicts_by(&text, &options(strategy)), ["counterexample V = a", "counterexample X = z"]);
    }
}

#[test]
fn an_unconfirmed_counterexample_does_not_hide_the_next() {
    // The reference solver does not run generators of types with parameters, the machine does.
    let text = format!(
        ":- type ab ---> a ; b.\n:- type box(A) ---> box(A).\n{NAT}:- pred any(box(A)).\n:- pred inf(nat).\n\
         :- pred d(nat).\n:- pred e(ab).\nany(X) :- gen_box(X).\ninf(z).\ninf(s(X)) :- inf(X).\n\
         d(z) :- any(box(z)), z = s(z).\ne(a) :- any(box(a)), a = b.\n:- pred only(ab).\nonly(a).\n\
         :- check(d, 5, (inf(X) => d(X))).\n:- check(e, 5, (true => e(X))).\n:- check(only, 5, (only(X) => e(X)))."
    );
    for strategy in [Strategy::Lazy, Strategy::Naf, Strategy::Tiers, Strategy::Random] {
        let verdicts = verdicts_by(&text, &options(strategy));
        assert!(verdicts[0].starts_with("counterexample X = s("), "{}: {verdicts:?}", strategy.name());
        assert_eq!(verdicts[1], "counterexample X = b");
        assert!(verdicts[2].starts_with("unknown Unconfirmed("), "{}: {verdicts:?}", strategy.name());
    }
}

#[test]
fn tables_of_values_grow_no_longer_than_there_is_time() {
    let unbounded = format!("{NAT}:- check(p, (X = z => X = z)).");
    let huge = format!("{NAT}:- check(p, 1000000000, (X = z => X = z)).");
    check_in_time(&huge, &options(Strategy::Random), "unknown Stopped(Asked, 1000000000)");
    let mut options = options(Strategy::Tiers);
    let mut program = common::program(&[("test.pl", unbounded.as_str())]);
    options.memory = 10_000_000;
    let outcome = outcomes(&mut program, &options).remove(0);
    assert!(matches!(outcome.verdict, Verdict::Unknown(Reason::Stopped(StopReason::Memory, _))), "{outcome:?}");
    options.strategy = Strategy::Random;
    let mut program = common::program(&[("test.pl", huge.as_str())]);
    let outcome = outcomes(&mut program, &options).remove(0);
    assert!(matches!(outcome.verdict, Verdict::Unknown(Reason::Stopped(StopReason::Memory, _))), "{outcome:?}");
}

#[test]
fn tiers_without_a_bound_look_at_the_clock() {
    let text = format!("{NAT}:- check(p, (X = z => X = z)).");
    check_in_time(&text, &options(Strategy::Tiers), "unknown Stopped(");
}

#[test]
fn what_has_no_value_is_not_tried_again_and_is_named() {
    for strategy in [Strategy::Lazy, Strategy::Naf] {
        check_in_time(
            ":- check(pow, (X = 3 => 3**(3**(3**3)) > X)).",
            &options(strategy),
            "unknown Undefined(\"an integer that is too large to be written\"",
        );
        check_in_time(
            ":- pred p(int).\np(0).\n:- check(divz, (p(X) => 1 // X > 0)).",
            &options(strategy),
            "unknown Undefined(\"a division by zero\"",
        );
    }
    check_in_time(
        ":- pred p(int).\np(0).\np(X) :- p(Y), X is Y + 1.\n:- check(divz, (p(X) => 1 // X >= 0)).",
        &options(Strategy::Lazy),
        "unknown Undefined(\"a division by zero\"",
    );
}

#[test]
fn products_that_grow_without_end_are_cut_short() {
    // Which comes first, the largest integer or the end of the time, depends on the machine.
    let square = ":- pred sq(int, int).\nsq(X, Y) :- Z is X * X, sq(Z, Y).\nsq(X, X).\n";
    let verdict = verdict_in_time(&format!("{square}:- check(sqc, (X = 3 => sq(X, 5)))."), &options(Strategy::Lazy));
    assert!(verdict.starts_with("unknown "), "{verdict}");
    check_in_time(
        ":- check(large, 4, (X is (1 << 10000000) * (1 << 10000000) => X > 0)).",
        &options(Strategy::Lazy),
        "unknown Undefined(\"an integer that is too large to be written\"",
    );
}

#[test]
fn terms_that_share_their_parts_are_walked_once() {
    let tower = ":- type t ---> l ; n(t, t).\n:- pred dbl(int, t, t).\ndbl(0, X, X).\n\
                 dbl(N, X, Y) :- N > 0, M is N - 1, dbl(M, n(X, X), Y).\n";
    check_in_time(
        &format!("{tower}:- check(same, 60, (dbl(50, l, X), dbl(50, l, Y) => X = Y))."),
        &options(Strategy::Lazy),
        "exhausted",
    );
    check_in_time(
        &format!("{tower}:- check(other, 60, (dbl(50, l, X) => fail))."),
        &options(Strategy::Lazy),
        "unknown Stopped(Memory, 51)",
    );
    // What nobody has to read may be as large as it likes: the reference solver walks it once, too.
    check_in_time(
        &format!("{tower}:- pred p(int).\np(N) :- N = 1, dbl(50, l, _).\n:- check(inner, 60, (p(N) => fail))."),
        &options(Strategy::Lazy),
        "counterexample N = 1",
    );
}

#[test]
fn a_hypothesis_that_is_cut_off_is_beyond_the_bound() {
    let text = format!("{NAT}:- pred p(nat).\np(X) :- p(X).\np(z).\n:- check(q, 5, (p(X) => X = z)).");
    for strategy in [Strategy::Lazy, Strategy::Naf, Strategy::Tiers] {
        assert_eq!(verdicts_by(&text, &options(strategy)), ["holds up to 5"]);
    }
    assert_eq!(verdicts_by(&text, &options(Strategy::Random)), ["passed 1000"]);
    let never = ":- type ab ---> a ; b.\n:- pred p(ab).\np(X) :- p(X).\np(X) :- X = a, X = b.\n:- check(q, 5, (p(X) => X = a)).";
    for strategy in [Strategy::Lazy, Strategy::Tiers] {
        assert_eq!(verdicts_by(never, &options(strategy)), ["vacuous UpToBound"]);
    }
}

#[test]
fn nothing_exists_in_a_type_without_values() {
    let text = ":- type bot ---> bot(bot).\n:- type ab ---> a ; b.\n:- pred pb(bot).\npb(_).\n:- pred pl(list(bot)).\npl(_).\n\
                :- pred q(ab).\nq(_) :- pb(_).\nq(b).\n:- check(x, 4, (true => exists(X, pb(X)))).\n\
                :- check(l, 4, (true => exists(X, pl(X)))).\n:- check(q, 4, (true => q(X))).";
    for strategy in [Strategy::Lazy, Strategy::Naf, Strategy::Tiers] {
        assert_eq!(verdicts_by(text, &options(strategy)), ["counterexample ", "exhausted", "counterexample X = a"]);
    }
}

#[test]
fn the_variables_of_findall_and_forall_are_their_own() {
    let text = ":- type ab ---> a ; b.\n:- pred k(ab).\nk(a).\n:- check(all, 4, (findall(X, k(X), L) => L = [a])).\n\
                :- check(conclusion, 4, (true => findall(X, k(X), [b]))).\n\
                :- check(every, 4, (forall(k(V), V = a) => fail)).\n:- check(not, 4, (\\+ k(V) => fail)).";
    for strategy in [Strategy::Lazy, Strategy::Naf, Strategy::Tiers] {
        let verdicts = verdicts_by(text, &options(strategy));
        let all = if strategy == Strategy::Tiers { "holds up to 4" } else { "exhausted" };
        assert_eq!(verdicts, [all, "counterexample ", "counterexample ", "counterexample V = b"]);
    }
}

/// What lazy, naf and tiers all say.
#[track_caller]
fn check_all(text: &str, expected: &str) {
    for strategy in [Strategy::Lazy, Strategy::Naf, Strategy::Tiers] {
        assert_eq!(verdicts_by(text, &options(strategy)).join("; "), expected, "{strategy:?}");
    }
}

const AB: &str = ":- type ab ---> a ; b.\n:- pred k(ab).\nk(a).\n:- pred k2(ab).\nk2(a) :- k(a).\n";

#[test]
fn a_variable_that_a_deep_condition_binds_is_split() {
    check_all(
        &format!(
            "{AB}:- pred c(ab).\nc(b) :- k(a), !, fail.\nc(_).\n\
             :- check(condition, 9, ((k2(V) -> fail ; true) => fail)).\n\
             :- check(cut, 9, (c(V) => fail)).\n\
             :- check(ignored, 9, (ignore(k2(V)) => V = a)).\n\
             :- check(first, 9, (once((k2(V) ; true)) => V = a))."
        ),
        "counterexample V = b; counterexample V = a; counterexample V = b; counterexample V = b",
    );
}

#[test]
fn a_goal_before_a_cut_that_wants_a_variable_leaves_the_cut_open() {
    check_all(
        &format!(
            "{AB}:- pred e(ab).\ne(X) :- \\+ X == b, !, fail.\ne(_).\n\
             :- pred f(ab).\nf(X) :- (X == b -> true ; fail), !, fail.\nf(_).\n\
             :- pred g(ab).\ng(X) :- findall(W, k(X), _), W = W, !, fail.\ng(_).\n\
             :- pred h(ab).\nh(X) :- \\+ \\+ k2(X), !, fail.\nh(_).\n\
             :- pred i(ab).\ni(X) :- once(k2(X)), !, fail.\ni(_).\n\
             :- pred j(ab).\nj(X) :- forall(k(X), fail), !, fail.\nj(_).\n\
             :- check(e, 9, (true => e(V))).\n:- check(f, 9, (true => f(V))).\n:- check(g, 9, (true => g(V))).\n\
             :- check(h, 9, (true => h(V))).\n:- check(i, 9, (true => i(V))).\n:- check(j, 9, (true => j(V)))."
        ),
        "counterexample V = a; counterexample V = b; counterexample V = a; \
         counterexample V = a; counterexample V = a; counterexample V = b",
    );
}

#[test]
fn a_condition_that_needs_a_part_of_a_value_splits_it_twice() {
    check_all(
        &format!(
            "{AB}:- type o ---> n ; j(ab).\n:- pred p(o).\np(j(b)).\n\
             :- check(one, 9, ((V @< j(a) -> fail ; true) => fail)).\n\
             :- check(nested, 9, (((V @< j(a) -> true) -> fail ; true) => V = n)).\n\
             :- check(called, 9, (((V = j(a) -> p(V)) -> fail ; true) => V = n))."
        ),
        "counterexample V = j(a); counterexample V = j(a); counterexample V = j(a)",
    );
}

#[test]
fn a_hypothesis_that_waited_is_charged_when_it_runs() {
    check_all(
        ":- type abc ---> c ; d ; e.\n:- pred all(abc).\nall(c).\nall(d).\nall(e).\n\
         :- pred one(abc).\none(_).\n:- pred two(abc).\ntwo(X) :- one(X).\n\
         :- check(late, 12, ((all(L) -> two(V) ; true) => V = L, fail)).",
        "counterexample L = c, V = c",
    );
}

#[test]
fn a_negation_that_fails_behind_a_cut_is_decided() {
    check_all(
        ":- type abc ---> c ; d.\n:- pred p(abc).\np(_).\n\
         :- pred q(abc).\nq(_) :- (p(c) ; true), !, (c @>= d -> p(d)).\n\
         :- pred r.\nr :- p(c), !, fail.\n\
         :- check(one, 12, (\\+ q(d) => fail)).\n:- check(two, 12, (\\+ r => fail)).",
        "counterexample ; counterexample ",
    );
}

#[test]
fn only_ground_terms_are_copied() {
    check_all(
        &format!(
            "{AB}:- check(fits, 4, (true => copy_term(X, a))).\n:- check(negated, 4, (\\+ copy_term(X, a) => fail)).\n\
             :- check(bound, 4, (copy_term(X, Y) => X = a)).\n:- check(all, 4, (X \\= a => findall(X, true, [a])))."
        ),
        "counterexample X = b; counterexample X = b; counterexample X = b, Y = b; counterexample X = b",
    );
    check(&format!("{AB}:- check(equal, 4, (copy_term(X, Y), \\+ k(X) => X = Y)).\n"), "exhausted");
}
