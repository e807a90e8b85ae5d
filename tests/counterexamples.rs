//! SWI-Prolog agrees on counterexamples: with their values the hypotheses succeed and the conclusion fails, and it finds no
//! others among its own answers to hypotheses.

mod common;

use blame::check::{Strategy, Verdict};
use blame::program::{Check, Program};
use blame::syntax::Notation;
use common::checking::{counterexamples, load_if_right, name, options, outcomes, scratch, texts_of};
use common::files_in;
use common::mutants::{mutants, some};
use common::swipl::{has_swipl, swipl_texts};
use std::path::Path;

/// Each case is loaded as a fact; a goal that takes longer than two seconds is not waited for.
const DRIVER: &str = "
:- use_module(library(time)).
:- use_module(library(solution_sequences), [limit/2]).

blame_in_time(Seconds, Goal, Result) :-
    catch(call_with_time_limit(Seconds, (call(Goal) -> Result = yes ; Result = no)), E, Result = E).

blame_cases :-
    forall(blame_case(N, Bindings, Hypotheses, Conclusion),
           ( call(Bindings),
             blame_in_time(2, Hypotheses, H),
             blame_in_time(2, Conclusion, C),
             format('~d hypotheses ~p conclusion ~p~n', [N, H, C]) )).

blame_own_case(Hypotheses, Conclusion, Vars) :-
    limit(100, call_with_depth_limit(Hypotheses, 25, Depth)),
    Depth \\== depth_limit_exceeded,
    ground(Vars),
    nb_getval(blame_tried, T0), T is T0 + 1, nb_setval(blame_tried, T),
    blame_in_time(0.1, Conclusion, no).

blame_own_cases :-
    forall(blame_property(N, Vars, Hypotheses, Conclusion),
           ( nb_setval(blame_tried, 0),
             (   blame_in_time(0.3, blame_own_case(Hypotheses, Conclusion, Vars), yes)
             ->  Refuted = refuted(Vars)
             ;   Refuted = none
             ),
             nb_getval(blame_tried, Tried),
             format('~d tried ~d ~q~n', [N, Tried, Refuted]) )).
";

/// How often SWI-Prolog confirmed a counterexample, and how often it did not come to an end.
#[derive(Default)]
struct Count {
    confirmed: usize,
    looped: usize,
    programs: usize,
}

fn goals(program: &Program, check: &Check) -> [String; 2] {
    [check.hypotheses, check.conclusion].map(|goal| program.print_goal(&check.formula, goal, Notation::Prolog))
}

/// Has SWI-Prolog confirm all that is found in a program.
fn confirm(program: &mut Program, what: &str, (depths, seconds): ([u32; 2], f64), folder: &Path, count: &mut Count) {
    let text = program.print(Notation::Prolog, &[]).unwrap();
    let mut cases = vec![];
    for (strategy, depth) in [Strategy::Lazy, Strategy::Naf].into_iter().zip(depths) {
        for outcome in outcomes(program, &common_options(strategy, Some(depth)), seconds) {
            let check = &program.checks[outcome.check.0 as usize];
            let [hypotheses, conclusion] = goals(program, check);
            for bindings in counterexamples(program, &outcome) {
                let shown = format!("{what}: {} of {strategy:?}: {bindings}", name(program, check));
                let bindings = if bindings.is_empty() { "true".into() } else { bindings };
                cases.push((shown, format!("({bindings}), ({hypotheses}), ({conclusion})")));
            }
        }
    }
    if cases.is_empty() {
        return;
    }
    count.programs += 1;
    let facts: String = cases.iter().enumerate().map(|(n, (_, case))| format!("blame_case({n}, {case}).\n")).collect();
    let said = swipl_texts(folder, &[&text, &format!("{DRIVER}{facts}")], "blame_cases");
    assert_eq!(said.len(), cases.len(), "{what}");
    for (line, (shown, case)) in said.iter().zip(&cases) {
        match line.split_once(' ').unwrap().1 {
            "hypotheses yes conclusion no" => count.confirmed += 1,
            other if other.contains("time_limit_exceeded") => count.looped += 1,
            other => panic!("{shown}\n{case}\n{other}"),
        }
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// Some programs are faulty on purpose.
fn is_faulty(stem: &str) -> bool {
    stem.ends_with("_bug") || stem == "grammar"
}

fn common_options(strategy: Strategy, depth: Option<u32>) -> blame::check::Options {
    blame::check::Options { depth, most: 20, ..options(strategy) }
}

#[test]
fn counterexamples_in_the_programs_are_confirmed() {
    if !has_swipl() {
        return;
    }
    let folder = scratch("counterexamples");
    let mut count = Count::default();
    for path in files_in("programs") {
        let file = stem(&path);
        if is_faulty(&file) {
            let mut program = load_if_right(&texts_of(&path)).unwrap();
            confirm(&mut program, &file, ([8, 6], 2.0), &folder, &mut count);
        }
    }
    println!("{} confirmed, {} that loop, in {} programs", count.confirmed, count.looped, count.programs);
    assert!(count.confirmed > 100 && count.looped * 10 < count.confirmed);
}

#[test]
fn counterexamples_in_mutants_are_confirmed() {
    if !has_swipl() {
        return;
    }
    let folder = scratch("counterexamples_of_mutants");
    let mut count = Count::default();
    for path in files_in("programs") {
        let file = stem(&path);
        let texts = texts_of(&path);
        for (number, text) in some(mutants(&texts[0].1), 6).into_iter().enumerate() {
            let mut texts = texts.clone();
            texts[0].1 = text;
            let Some(mut program) = load_if_right(&texts) else { continue };
            confirm(&mut program, &format!("{file} {number}"), ([4, 3], 0.2), &folder, &mut count);
        }
    }
    println!("{} confirmed, {} that loop, in {} mutants", count.confirmed, count.looped, count.programs);
    assert!(count.confirmed > 300 && count.looped * 5 < count.confirmed);
}

#[test]
fn answers_of_swi_prolog_refute_nothing_that_holds() {
    if !has_swipl() {
        return;
    }
    let folder = scratch("own_cases");
    let (mut tried, mut properties) = (0, 0);
    for path in files_in("programs").into_iter().filter(|path| !is_faulty(&stem(path))) {
        let mut program = load_if_right(&texts_of(&path)).unwrap();
        let text = program.print(Notation::Prolog, &[]).unwrap();
        let mut facts = String::new();
        for outcome in outcomes(&mut program, &common_options(Strategy::Lazy, Some(4)), 2.0) {
            if matches!(outcome.verdict, Verdict::Counterexample(_) | Verdict::Unknown(_)) {
                continue;
            }
            let check = &program.checks[outcome.check.0 as usize];
            let [hypotheses, conclusion] = goals(&program, check);
            let id = outcome.check.0;
            let body = format!("term_variables(({hypotheses}, {conclusion}), Vars)");
            facts.push_str(&format!("blame_property({id}, Vars, ({hypotheses}), ({conclusion})) :- {body}.\n"));
        }
        if facts.is_empty() {
            continue;
        }
        let said = swipl_texts(&folder, &[&text, &format!("{DRIVER}{facts}")], "blame_own_cases");
        for line in said {
            let words: Vec<_> = line.splitn(4, ' ').collect();
            let [id, _, count, refuted] = words.as_slice() else { panic!("{line}") };
            tried += count.parse::<u64>().unwrap();
            properties += 1;
            let property = name(&program, &program.checks[id.parse::<usize>().unwrap()]).to_owned();
            assert_eq!(*refuted, "none", "{property} of {}", path.display());
        }
    }
    println!("{tried} answers to the hypotheses of {properties} properties");
    assert!(tried > 1000);
}
