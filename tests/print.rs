//! Print then parse is the identity on the core, in both notations.

mod common;

use blame::program::ClauseId;
use blame::syntax::Notation;
use common::{core, files_in, program, properties_of};

/// Prints a program in both notations and reads it back.
fn check_round_trip(what: &str, files: &[(&str, &str)]) {
    let first = program(files);
    let expected = core(&first);
    for (notation, path) in [(Notation::Prolog, "again.pl"), (Notation::AlphaProlog, "again.apl")] {
        let text = first.print(notation, &[]).unwrap();
        let again = program(&[(path, &text)]);
        let found = core(&again);
        for (expected, found) in expected.lines().zip(found.lines()) {
            assert_eq!(found, expected, "{what} printed as {path}:\n{text}");
        }
        assert_eq!(found, expected, "{what} printed as {path}:\n{text}");
        assert_eq!(again.print(notation, &[]).unwrap(), text, "{what}: printing again changes {path}");
    }
}

#[test]
fn every_program_with_its_properties_is_read_back_as_it_was() {
    for path in files_in("programs") {
        let mut texts = vec![(path.to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap())];
        if let Some(properties) = properties_of(&path) {
            texts.push((properties.to_string_lossy().into_owned(), std::fs::read_to_string(&properties).unwrap()));
        }
        let texts: Vec<_> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        check_round_trip(&path.to_string_lossy(), &texts);
    }
}

const PROLOG: &str = r#"
:- op(700, xfx, ===>).
:- op(200, xfy, **>).
:- op(250, fy, neg).
:- op(240, yf, '!!').
:- type t ---> a ; b ; t ===> t ; t **> t ; neg t ; '!!'(t) ; 'strange name'(int) ; f(list(t), (t,t)) ; g((t,int)).
:- type pair(A,B) ---> pair(A, B).
:- type word = list(char).
:- type small = int where is_small.
:- type nothing.
:- pred p(t, t).
:- pred is_small(int).
:- pred q(list(char), int).
:- func plus_one(int) = int.
:- func zero = int.
:- discontiguous p/2.
is_small(X) :- X < 10, X >= -10, X =\= 3, Y is -(1) + - X * (2 - 3 - (4 - 5)) mod 2, Y =:= -1.
p(a ===> b, a **> b **> a).
p((a ===> b) ===> a, (a **> b) **> (neg neg a)).
p('!!'('!!'(a)), X) :- X = a ; X = b.
p(X, Y) :- ( X = a -> Y = b ; X = b -> Y = a ; fail ).
p(X, Y) :- ( ( X = a -> Y = b ; fail ) ; Y = a ), !.
p(X, Y) :- ( Y = a ; X = a -> Y = b ).
p(X, Y) :- ( X = a, Y = a ; X = b, ( Y = a ; Y = b ) ), \+ ( X = Y, Y = b ).
p(X, X) :- forall(p(X, Y), Y \= X), once(p(X, _)), ignore(p(a, X)), \+ p(X, b), X \= b.
p(X, Y) :- findall(Z, (p(X, Z) ; p(Z, X)), Zs), member(Y, Zs), X == Y, a @< X.
p(X, Y) :- exists([Z, W], (p(X, Z), p(Z, W), exists(Z, p(Z, Y)))), true.
p(f([a,b|X], (a,b)), f(X, (b,a))).
p(g((a,1)), g(X)) :- X = (_,2).
p(X, Y) :- call(p, X, Y), call(p(X), Y).
q("abc", 0'a).
q(['A', ' ', '\n', ''''|T], N) :- q(T, N0), N is N0 + 1, plus_one(N0) = M, M = N, q("", zero).
q("it's \"so\"", 123456789012345678901234567890).
plus_one(X, Y) :- rule('a label'), Y is X + 1.
zero(0).
s --> "a", s, { true }, ! ; [], \+ "b".
s, "c" --> "d".
:- trusted p/2, plus_one/2.
:- assumable q/2.
:- generator(t, gen_of_t).
gen_of_t(a).
:- check('it holds', (p(X, Y), \+ p(Y, X) => p(X, X) ; exists(Z, p(Y, Z)))).
:- validate(valid, 3, (q(X, plus_one(Y)) => X = X, Y = Y)).
:- invalidate(invalid, p(a, b)).
?- p(a, X), q("x", plus_one(plus_one(1))).
"#;

#[test]
fn what_prolog_has_is_read_back_as_it_was() {
    check_round_trip("prolog", &[("x.pl", PROLOG)]);
}

const ALPHA: &str = r#"
id : name_type.
exp : type.
var : id -> exp.
app : (exp,exp) -> exp.
lam : id\exp -> exp.
let : exp -> (id\exp) -> exp.
Unit : exp.
==> : exp -> exp -> exp.
infixr ==> 5.
option : type -> type.
none : option A.
some : A -> option A.
type env = [(id,exp)].
type state = (exp,exp).
pred final state.
final (E,E).
final S :- S = (E,_), final (E,E).
pred eval exp exp.
pred typeof(env, exp).
pred swaps(id, id, exp).
func subst(exp, id, exp) = exp.
cnst unit = exp.
func larger(int,int) = bool.
namespace Inner (
  tm : type.
  c : tm -> tm.
  pred good(tm).
  good (c X) :- good X.
).
subst(var X, X, E) = E.
subst(var X, Y, E) = var X :- X # Y.
subst(app(E1,E2), X, E) = app(subst(E1,X,E), subst(E2,X,E)).
subst(lam(y\E1), X, E) = lam (y\E1') :- y # X, y # E, E1' = subst(E1,X,E).
unit = Unit.
eval (lam F) (lam F).
eval (let E1 (x\E2)) V :- eval E1 V1, x # E1, eval (subst(E2,x,V1)) V.
eval (app(E1,E2)) V :- exists F. eval E1 (lam F), (new x. eval (F@x) V), not (eval E2 E1).
eval (E1 ==> E2 ==> E3) E' :- (eval E1 E' -> eval E2 E' | eval E3 E'), E' is E1{E2/E3}.
eval E ((a~b) E) :- a # E, b # E, E ~= Unit.
typeof([(X,E)|G], var X) :- (forall Y. typeof(G, Y)); typeof(G, E), !.
typeof(G, E) => typeof(G, app(E, Unit)).
swaps(a, b, E) :- 'x' = 'y', "text" = ['t','e'|_], larger(1, 2), N is 1 + 2 * -3, N <= 7.
larger(X, Y) = true :- X > Y.
larger(X, Y) = false :- X =:= Y; X =\= Y.
#trusted eval/2.
? eval X Y, Inner.good Z.
#check "types" 5 : typeof([], E), eval E V => typeof([], V).
#validate "unary" : typeof(_, E) => exists E'. eval E E'.
#check "function" 4 : subst(E, X, E) = E' => E' = subst(E, X, E').
"#;

#[test]
fn what_alpha_prolog_has_is_read_back_as_it_was() {
    check_round_trip("alpha", &[("x.apl", ALPHA)]);
}

#[test]
fn a_clause_has_a_name_that_a_person_can_say() {
    let program = program(&[("x.pl", "p(a).\np(b) :- rule(second).\n'q r'(c).\n")]);
    let names: Vec<_> = (0..3).map(|n| program.clause_name(ClauseId(n))).collect();
    assert_eq!(names, ["p.1", "second", "q r.1"]);
}

#[test]
fn parts_of_a_clause_are_printed_by_themselves() {
    let program = program(&[("x.pl", "p(X, s(Y)) :- q(X, Y), X \\= Y.\nq(_, _).\n")]);
    let clause = program.clause(ClauseId(0));
    let formula = &clause.formula;
    assert_eq!(program.print_clause(clause, Notation::AlphaProlog), "p(X, s(Y)) :-\n    q(X, Y),\n    not(X = Y).");
    assert_eq!(program.print_term(formula, clause.head[1], Notation::Prolog), "s(Y)");
    assert_eq!(program.print_goal(formula, clause.body, Notation::Prolog), "q(X, Y), X \\= Y");
}

#[test]
fn minus_before_a_power_is_not_a_negative_number() {
    let text = "p(X) :- X is -(2^2).\nq(X) :- X is -2^2.\n";
    let printed = program(&[("x.pl", text)]).print(Notation::Prolog, &[]).unwrap();
    assert_eq!(printed, text.replace(".\nq", ".\n\nq"));
}

#[test]
fn inferred_types_become_declarations_in_the_other_notation() {
    let text = "p(red, [X|Xs], X) :- q(Xs, blue).\nq([], red).\nq([_|Xs], C) :- q(Xs, C).\n";
    let inferred = program(&[("x.pl", text)]);
    assert_eq!(inferred.print(Notation::Prolog, &[]).unwrap(), text.replace("\nq([],", "\n\nq([],"));
    let expected = "t1 : type.\nred : t1.\nblue : t1.\n\npred p(t1, [A], A).\npred q([A], t1).\n\n\
                    p(red, [X|Xs], X) :- q(Xs, blue).\n\nq([], red).\nq([_|Xs], C) :- q(Xs, C).\n";
    assert_eq!(inferred.print(Notation::AlphaProlog, &[]).unwrap(), expected);
}
