% miniml.pl -- a small ML, from tokens to machine code.
%
%   tokens --parse--> sexp --desugar--> exp --optimise--> exp
%          --compile_top--> code --peephole--> code --run--> mval
%
% Two more semantics serve as references for the machine: small steps on
% closed expressions (step/2) and an interpreter with closures (eval/3).
% The properties that tie all of them together are in properties/miniml.pl.
%
% Sections
%    1  Naturals and booleans          10  Rewrite rules
%    2  Lists and contexts             11  The optimiser
%    3  Types and core syntax          12  Instructions and the compiler
%    4  Primitive operations           13  The abstract machine
%    5  Typing the core language       14  The bytecode verifier
%    6  Shifting and substitution      15  Peephole optimisation
%    7  Small-step semantics           16  The decompiler
%    8  Interpreter                    17  Surface syntax and its types
%    9  Comparing results              18  The desugarer
%                                      19  Printing   20  Parsing   21  Driver


% ---------------------------------------------------------------------------
% 1  Naturals and booleans

:- type nat ---> z ; s(nat).
:- type boolean ---> tt ; ff.

:- func nat_add(nat, nat) = nat.
:- func nat_sub(nat, nat) = nat.
:- func nat_mul(nat, nat) = nat.
:- func nat_eq(nat, nat) = boolean.
:- func nat_less(nat, nat) = boolean.
:- func nat_pred(nat) = nat.
:- func nat_is_zero(nat) = boolean.
:- func bool_not(boolean) = boolean.

nat_add(z, N, N).
nat_add(s(M), N, s(K)) :- nat_add(M, N, K).

% Subtraction stops at zero.
nat_sub(M, z, M).
nat_sub(z, s(_), z).
nat_sub(s(M), s(N), K) :- nat_sub(M, N, K).

nat_mul(z, _, z).
nat_mul(s(M), N, K) :- nat_mul(M, N, L), nat_add(N, L, K).

nat_eq(z, z, tt).
nat_eq(z, s(_), ff).
nat_eq(s(_), z, ff).
nat_eq(s(M), s(N), B) :- nat_eq(M, N, B).

nat_less(_, z, ff).
nat_less(z, s(_), tt).
nat_less(s(M), s(N), B) :- nat_less(M, N, B).

nat_pred(z, z).
nat_pred(s(N), N).

nat_is_zero(z, tt).
nat_is_zero(s(_), ff).

bool_not(tt, ff).
bool_not(ff, tt).


% ---------------------------------------------------------------------------
% 2  Lists and contexts

:- pred lookup(list(T), nat, T).
:- pred assoc(name, list((name, T)), T).
:- pred index_of(name, list(name), nat).

% lookup(Xs, N, X): X is element number N of Xs, counted from z.
lookup([X|_], z, X).
lookup([_|Xs], s(N), X) :- lookup(Xs, N, X).

% assoc(X, Pairs, V): the innermost binding of X.
assoc(X, [(X, V)|_], V).
assoc(X, [(Y, _)|Ps], V) :- X \= Y, assoc(X, Ps, V).

% index_of(X, Scope, N): the de Bruijn index of X.
index_of(X, [X|_], z).
index_of(X, [Y|Ys], s(N)) :- X \= Y, index_of(X, Ys, N).

:- trusted nat_add/3, nat_sub/3, nat_mul/3, nat_eq/3, nat_less/3.
:- trusted nat_pred/2, nat_is_zero/2, bool_not/2.
:- trusted lookup/3, assoc/3, index_of/3.


% ---------------------------------------------------------------------------
% 3  Types and core syntax
%
% Variables are de Bruijn indices.  Binders, innermost (index z) first:
%   lam(T, B)            argument
%   fix(A, R, B)         argument, then the function itself
%   let(E, B)            value of E
%   natcase(E, Z, S)     predecessor, in S
%   case(E, L, R)        payload, in L and in R
%   listcase(E, N, C)    tail, then head, in C
% inl(T, E) carries the type of the other side, nil(T) that of the elements.

:- type ty ---> tnat ; tbool ; tunit
             ;  tarrow(ty, ty) ; tpair(ty, ty) ; tsum(ty, ty) ; tlist(ty).
:- type const ---> num(nat) ; bool(boolean) ; unit.
:- type op1 ---> succ ; prev ; iszero ; neg.
:- type op2 ---> add ; sub ; mul ; eq ; less.
:- type exp ---> var(nat) ; lit(const)
              ;  op1(op1, exp) ; op2(op2, exp, exp)
              ;  if(exp, exp, exp) ; natcase(exp, exp, exp)
              ;  pair(exp, exp) ; fst(exp) ; snd(exp)
              ;  inl(ty, exp) ; inr(ty, exp) ; case(exp, exp, exp)
              ;  nil(ty) ; cons(exp, exp) ; listcase(exp, exp, exp)
              ;  lam(ty, exp) ; fix(ty, ty, exp) ; app(exp, exp)
              ;  let(exp, exp).
:- type ctx = list(ty).


% ---------------------------------------------------------------------------
% 4  Primitive operations

:- func const_type(const) = ty.
:- pred op1_type(op1, ty, ty).
:- pred op2_type(op2, ty, ty, ty).
:- func delta1(op1, const) = const.
:- func delta2(op2, const, const) = const.

const_type(num(_), tnat).
const_type(bool(_), tbool).
const_type(unit, tunit).

% op1_type(Op, Argument, Result)
op1_type(succ, tnat, tnat).
op1_type(prev, tnat, tnat).
op1_type(iszero, tnat, tbool).
op1_type(neg, tbool, tbool).

% op2_type(Op, Left, Right, Result)
op2_type(add, tnat, tnat, tnat).
op2_type(sub, tnat, tnat, tnat).
op2_type(mul, tnat, tnat, tnat).
op2_type(eq, tnat, tnat, tbool).
op2_type(less, tnat, tnat, tbool).

delta1(succ, num(N), num(s(N))).
delta1(prev, num(N), num(M)) :- nat_pred(N, M).
delta1(iszero, num(N), bool(B)) :- nat_is_zero(N, B).
delta1(neg, bool(A), bool(B)) :- bool_not(A, B).

delta2(add, num(M), num(N), num(K)) :- nat_add(M, N, K).
delta2(sub, num(M), num(N), num(K)) :- nat_sub(M, N, K).
delta2(mul, num(M), num(N), num(K)) :- nat_mul(M, N, K).
delta2(eq, num(M), num(N), bool(B)) :- nat_eq(M, N, B).
delta2(less, num(M), num(N), bool(B)) :- nat_less(M, N, B).


% ---------------------------------------------------------------------------
% 5  Typing the core language

:- pred has_type(ctx, exp, ty).

has_type(G, var(N), T) :- rule(t_var), lookup(G, N, T).
has_type(_, lit(num(_)), tnat) :- rule(t_num).
has_type(_, lit(bool(_)), tbool) :- rule(t_bool).
has_type(_, lit(unit), tunit) :- rule(t_unit).
has_type(G, op1(O, E), T) :- rule(t_op1), op1_type(O, A, T), has_type(G, E, A).
has_type(G, op2(O, E1, E2), T) :-
    rule(t_op2),
    op2_type(O, A, B, T),
    has_type(G, E1, A),
    has_type(G, E2, B).
has_type(G, if(C, E1, E2), T) :-
    rule(t_if),
    has_type(G, C, tbool),
    has_type(G, E1, T),
    has_type(G, E2, T).
has_type(G, natcase(E, Z, S), T) :-
    rule(t_natcase),
    has_type(G, E, tnat),
    has_type(G, Z, T),
    has_type([tnat|G], S, T).
has_type(G, pair(E1, E2), tpair(A, B)) :-
    rule(t_pair),
    has_type(G, E1, A),
    has_type(G, E2, B).
has_type(G, fst(E), A) :- rule(t_fst), has_type(G, E, tpair(A, _)).
has_type(G, snd(E), B) :- rule(t_snd), has_type(G, E, tpair(_, B)).
has_type(G, inl(B, E), tsum(A, B)) :- rule(t_inl), has_type(G, E, A).
has_type(G, inr(A, E), tsum(A, B)) :- rule(t_inr), has_type(G, E, B).
has_type(G, case(E, L, R), T) :-
    rule(t_case),
    has_type(G, E, tsum(A, B)),
    has_type([A|G], L, T),
    has_type([B|G], R, T).
has_type(_, nil(T), tlist(T)) :- rule(t_nil).
has_type(G, cons(H, R), tlist(T)) :-
    rule(t_cons),
    has_type(G, H, T),
    has_type(G, R, tlist(T)).
has_type(G, listcase(E, N, C), T) :-
    rule(t_listcase),
    has_type(G, E, tlist(A)),
    has_type(G, N, T),
    has_type([tlist(A), A|G], C, T).
has_type(G, lam(A, E), tarrow(A, B)) :- rule(t_lam), has_type([A|G], E, B).
has_type(G, fix(A, B, E), tarrow(A, B)) :-
    rule(t_fix),
    has_type([A, tarrow(A, B)|G], E, B).
has_type(G, app(F, E), B) :-
    rule(t_app),
    has_type(G, F, tarrow(A, B)),
    has_type(G, E, A).
has_type(G, let(E, B), T) :-
    rule(t_let),
    has_type(G, E, A),
    has_type([A|G], B, T).


% ---------------------------------------------------------------------------
% 6  Shifting and substitution

:- func shift_var(nat, nat) = nat.
:- func shift(nat, exp) = exp.
:- func subst_var(nat, nat, exp) = exp.
:- func subst(nat, exp, exp) = exp.

% shift_var(K, N, M): make room for one binder at level K.
shift_var(z, N, s(N)).
shift_var(s(_), z, z).
shift_var(s(K), s(N), s(M)) :- shift_var(K, N, M).

% shift(K, E, F): the same on a whole expression.  Read backwards, it removes
% the binder at level K, and fails where E still uses it (see section 10).
shift(K, var(N), var(M)) :- shift_var(K, N, M).
shift(_, lit(C), lit(C)).
shift(K, op1(O, E), op1(O, F)) :- shift(K, E, F).
shift(K, op2(O, E1, E2), op2(O, F1, F2)) :- shift(K, E1, F1), shift(K, E2, F2).
shift(K, if(E1, E2, E3), if(F1, F2, F3)) :-
    shift(K, E1, F1),
    shift(K, E2, F2),
    shift(K, E3, F3).
shift(K, natcase(E1, E2, E3), natcase(F1, F2, F3)) :-
    shift(K, E1, F1),
    shift(K, E2, F2),
    shift(s(K), E3, F3).
shift(K, pair(E1, E2), pair(F1, F2)) :- shift(K, E1, F1), shift(K, E2, F2).
shift(K, fst(E), fst(F)) :- shift(K, E, F).
shift(K, snd(E), snd(F)) :- shift(K, E, F).
shift(K, inl(T, E), inl(T, F)) :- shift(K, E, F).
shift(K, inr(T, E), inr(T, F)) :- shift(K, E, F).
shift(K, case(E1, E2, E3), case(F1, F2, F3)) :-
    shift(K, E1, F1),
    shift(s(K), E2, F2),
    shift(s(K), E3, F3).
shift(_, nil(T), nil(T)).
shift(K, cons(E1, E2), cons(F1, F2)) :- shift(K, E1, F1), shift(K, E2, F2).
shift(K, listcase(E1, E2, E3), listcase(F1, F2, F3)) :-
    shift(K, E1, F1),
    shift(K, E2, F2),
    shift(s(s(K)), E3, F3).
shift(K, lam(T, E), lam(T, F)) :- shift(s(K), E, F).
shift(K, fix(A, B, E), fix(A, B, F)) :- shift(s(s(K)), E, F).
shift(K, app(E1, E2), app(F1, F2)) :- shift(K, E1, F1), shift(K, E2, F2).
shift(K, let(E1, E2), let(F1, F2)) :- shift(K, E1, F1), shift(s(K), E2, F2).

% subst_var(N, K, S, F): variable N under K binders, where the one just
% outside them is replaced by S.
subst_var(z, z, S, S).
subst_var(z, s(_), _, var(z)).
subst_var(s(N), z, _, var(N)).
subst_var(s(N), s(K), S, F) :- subst_var(N, K, S, F0), shift(z, F0, F).

% subst(K, S, E, F): replace variable K of E by S, which lives outside the K
% innermost binders, and close the gap.
subst(K, S, var(N), F) :- subst_var(N, K, S, F).
subst(_, _, lit(C), lit(C)).
subst(K, S, op1(O, E), op1(O, F)) :- subst(K, S, E, F).
subst(K, S, op2(O, E1, E2), op2(O, F1, F2)) :-
    subst(K, S, E1, F1),
    subst(K, S, E2, F2).
subst(K, S, if(E1, E2, E3), if(F1, F2, F3)) :-
    subst(K, S, E1, F1),
    subst(K, S, E2, F2),
    subst(K, S, E3, F3).
subst(K, S, natcase(E1, E2, E3), natcase(F1, F2, F3)) :-
    subst(K, S, E1, F1),
    subst(K, S, E2, F2),
    subst(s(K), S, E3, F3).
subst(K, S, pair(E1, E2), pair(F1, F2)) :-
    subst(K, S, E1, F1),
    subst(K, S, E2, F2).
subst(K, S, fst(E), fst(F)) :- subst(K, S, E, F).
subst(K, S, snd(E), snd(F)) :- subst(K, S, E, F).
subst(K, S, inl(T, E), inl(T, F)) :- subst(K, S, E, F).
subst(K, S, inr(T, E), inr(T, F)) :- subst(K, S, E, F).
subst(K, S, case(E1, E2, E3), case(F1, F2, F3)) :-
    subst(K, S, E1, F1),
    subst(s(K), S, E2, F2),
    subst(s(K), S, E3, F3).
subst(_, _, nil(T), nil(T)).
subst(K, S, cons(E1, E2), cons(F1, F2)) :-
    subst(K, S, E1, F1),
    subst(K, S, E2, F2).
subst(K, S, listcase(E1, E2, E3), listcase(F1, F2, F3)) :-
    subst(K, S, E1, F1),
    subst(K, S, E2, F2),
    subst(s(s(K)), S, E3, F3).
subst(K, S, lam(T, E), lam(T, F)) :- subst(s(K), S, E, F).
subst(K, S, fix(A, B, E), fix(A, B, F)) :- subst(s(s(K)), S, E, F).
subst(K, S, app(E1, E2), app(F1, F2)) :-
    subst(K, S, E1, F1),
    subst(K, S, E2, F2).
subst(K, S, let(E1, E2), let(F1, F2)) :-
    subst(K, S, E1, F1),
    subst(s(K), S, E2, F2).


% ---------------------------------------------------------------------------
% 7  Small-step semantics: call by value, left to right

:- pred value(exp).
:- pred step(exp, exp).
:- pred steps(exp, exp).

value(lit(_)).
value(pair(V, W)) :- value(V), value(W).
value(inl(_, V)) :- value(V).
value(inr(_, V)) :- value(V).
value(nil(_)).
value(cons(V, W)) :- value(V), value(W).
value(lam(_, _)).
value(fix(_, _, _)).

step(op1(O, lit(C)), lit(D)) :- rule(e_delta1), delta1(O, C, D).
step(op1(O, E), op1(O, E1)) :- rule(e_op1), step(E, E1).
step(op2(O, lit(B), lit(C)), lit(D)) :- rule(e_delta2), delta2(O, B, C, D).
step(op2(O, V, E), op2(O, V, E1)) :- rule(e_op2_right), value(V), step(E, E1).
step(op2(O, E, F), op2(O, E1, F)) :- rule(e_op2_left), step(E, E1).

step(if(lit(bool(tt)), E, _), E) :- rule(e_if_true).
step(if(lit(bool(ff)), _, E), E) :- rule(e_if_false).
step(if(C, E, F), if(C1, E, F)) :- rule(e_if), step(C, C1).

step(natcase(lit(num(z)), E, _), E) :- rule(e_natcase_zero).
step(natcase(lit(num(s(N))), _, S), E) :-
    rule(e_natcase_succ),
    subst(z, lit(num(N)), S, E).
step(natcase(E, Z, S), natcase(E1, Z, S)) :- rule(e_natcase), step(E, E1).

step(pair(V, E), pair(V, E1)) :- rule(e_pair_right), value(V), step(E, E1).
step(pair(E, F), pair(E1, F)) :- rule(e_pair_left), step(E, E1).
step(fst(pair(V, W)), V) :- rule(e_fst_pair), value(V), value(W).
step(fst(E), fst(E1)) :- rule(e_fst), step(E, E1).
step(snd(pair(V, W)), W) :- rule(e_snd_pair), value(V), value(W).
step(snd(E), snd(E1)) :- rule(e_snd), step(E, E1).

step(inl(T, E), inl(T, E1)) :- rule(e_inl), step(E, E1).
step(inr(T, E), inr(T, E1)) :- rule(e_inr), step(E, E1).
step(case(inl(_, V), L, _), E) :- rule(e_case_inl), value(V), subst(z, V, L, E).
step(case(inr(_, V), _, R), E) :- rule(e_case_inr), value(V), subst(z, V, R, E).
step(case(E, L, R), case(E1, L, R)) :- rule(e_case), step(E, E1).

step(cons(V, E), cons(V, E1)) :- rule(e_cons_right), value(V), step(E, E1).
step(cons(E, F), cons(E1, F)) :- rule(e_cons_left), step(E, E1).
step(listcase(nil(_), E, _), E) :- rule(e_listcase_nil).
step(listcase(cons(V, W), _, C), E) :-
    rule(e_listcase_cons),
    value(V),
    value(W),
    subst(s(z), V, C, C1),
    subst(z, W, C1, E).
step(listcase(E, N, C), listcase(E1, N, C)) :- rule(e_listcase), step(E, E1).

step(app(lam(_, B), V), E) :- rule(e_beta), value(V), subst(z, V, B, E).
step(app(fix(A, R, B), V), E) :-
    rule(e_unfold),
    value(V),
    subst(s(z), fix(A, R, B), B, B1),
    subst(z, V, B1, E).
step(app(V, E), app(V, E1)) :- rule(e_app_right), value(V), step(E, E1).
step(app(E, F), app(E1, F)) :- rule(e_app_left), step(E, E1).

step(let(V, B), E) :- rule(e_let_value), value(V), subst(z, V, B, E).
step(let(E, B), let(E1, B)) :- rule(e_let), step(E, E1).

% steps(E, V): E runs to the value V.
steps(V, V) :- value(V).
steps(E, V) :- step(E, E1), steps(E1, V).


% ---------------------------------------------------------------------------
% 8  Interpreter: big steps, with environments and closures

:- type val ---> v_lit(const) ; v_pair(val, val) ; v_inl(val) ; v_inr(val)
              ;  v_nil ; v_cons(val, val)
              ;  v_clo(ty, list(val), exp) ; v_rec(ty, ty, list(val), exp).
:- type env = list(val).

:- pred eval(env, exp, val).
:- pred apply_val(val, val, val).
:- pred val_type(val, ty).
:- pred env_type(env, ctx).

eval(G, var(N), V) :- rule(ev_var), lookup(G, N, V).
eval(_, lit(C), v_lit(C)) :- rule(ev_lit).
eval(G, op1(O, E), v_lit(D)) :-
    rule(ev_op1),
    eval(G, E, v_lit(C)),
    delta1(O, C, D).
eval(G, op2(O, E1, E2), v_lit(D)) :-
    rule(ev_op2),
    eval(G, E1, v_lit(B)),
    eval(G, E2, v_lit(C)),
    delta2(O, B, C, D).
eval(G, if(C, E, _), V) :-
    rule(ev_if_true),
    eval(G, C, v_lit(bool(tt))),
    eval(G, E, V).
eval(G, if(C, _, E), V) :-
    rule(ev_if_false),
    eval(G, C, v_lit(bool(ff))),
    eval(G, E, V).
eval(G, natcase(E, Z, _), V) :-
    rule(ev_natcase_zero),
    eval(G, E, v_lit(num(z))),
    eval(G, Z, V).
eval(G, natcase(E, _, S), V) :-
    rule(ev_natcase_succ),
    eval(G, E, v_lit(num(s(N)))),
    eval([v_lit(num(N))|G], S, V).
eval(G, pair(E1, E2), v_pair(V, W)) :-
    rule(ev_pair),
    eval(G, E1, V),
    eval(G, E2, W).
eval(G, fst(E), V) :- rule(ev_fst), eval(G, E, v_pair(V, _)).
eval(G, snd(E), W) :- rule(ev_snd), eval(G, E, v_pair(_, W)).
eval(G, inl(_, E), v_inl(V)) :- rule(ev_inl), eval(G, E, V).
eval(G, inr(_, E), v_inr(V)) :- rule(ev_inr), eval(G, E, V).
eval(G, case(E, L, _), V) :-
    rule(ev_case_inl),
    eval(G, E, v_inl(W)),
    eval([W|G], L, V).
eval(G, case(E, _, R), V) :-
    rule(ev_case_inr),
    eval(G, E, v_inr(W)),
    eval([W|G], R, V).
eval(_, nil(_), v_nil) :- rule(ev_nil).
eval(G, cons(E1, E2), v_cons(V, W)) :-
    rule(ev_cons),
    eval(G, E1, V),
    eval(G, E2, W).
eval(G, listcase(E, N, _), V) :-
    rule(ev_listcase_nil),
    eval(G, E, v_nil),
    eval(G, N, V).
eval(G, listcase(E, _, C), V) :-
    rule(ev_listcase_cons),
    eval(G, E, v_cons(H, R)),
    eval([R, H|G], C, V).
eval(G, lam(A, B), v_clo(A, G, B)) :- rule(ev_lam).
eval(G, fix(A, R, B), v_rec(A, R, G, B)) :- rule(ev_fix).
eval(G, app(E1, E2), V) :-
    rule(ev_app),
    eval(G, E1, F),
    eval(G, E2, W),
    apply_val(F, W, V).
eval(G, let(E, B), V) :- rule(ev_let), eval(G, E, W), eval([W|G], B, V).

apply_val(v_clo(_, G, B), W, V) :- eval([W|G], B, V).
apply_val(v_rec(A, R, G, B), W, V) :- eval([W, v_rec(A, R, G, B)|G], B, V).

% val_type(V, T): what the interpreter's values may be called.
val_type(v_lit(C), T) :- const_type(C, T).
val_type(v_pair(V, W), tpair(A, B)) :- val_type(V, A), val_type(W, B).
val_type(v_inl(V), tsum(A, _)) :- val_type(V, A).
val_type(v_inr(V), tsum(_, B)) :- val_type(V, B).
val_type(v_nil, tlist(_)).
val_type(v_cons(V, W), tlist(T)) :- val_type(V, T), val_type(W, tlist(T)).
val_type(v_clo(A, G, E), tarrow(A, B)) :-
    env_type(G, C),
    has_type([A|C], E, B).
val_type(v_rec(A, B, G, E), tarrow(A, B)) :-
    env_type(G, C),
    has_type([A, tarrow(A, B)|C], E, B).

env_type([], []).
env_type([V|G], [T|C]) :- val_type(V, T), env_type(G, C).


% ---------------------------------------------------------------------------
% 9  Comparing results
%
% All that a user can see of a function at the toplevel is that it is one.

:- pred agrees(exp, val).
:- pred same_result(val, val).
:- pred function_value(val).

% agrees(V, W): the syntactic value V and the interpreter's W look the same.
agrees(lit(C), v_lit(C)).
agrees(pair(E1, E2), v_pair(V, W)) :- agrees(E1, V), agrees(E2, W).
agrees(inl(_, E), v_inl(V)) :- agrees(E, V).
agrees(inr(_, E), v_inr(V)) :- agrees(E, V).
agrees(nil(_), v_nil).
agrees(cons(E1, E2), v_cons(V, W)) :- agrees(E1, V), agrees(E2, W).
agrees(lam(_, _), V) :- function_value(V).
agrees(fix(_, _, _), V) :- function_value(V).

same_result(v_lit(C), v_lit(C)).
same_result(v_pair(V1, V2), v_pair(W1, W2)) :-
    same_result(V1, W1),
    same_result(V2, W2).
same_result(v_inl(V), v_inl(W)) :- same_result(V, W).
same_result(v_inr(V), v_inr(W)) :- same_result(V, W).
same_result(v_nil, v_nil).
same_result(v_cons(V1, V2), v_cons(W1, W2)) :-
    same_result(V1, W1),
    same_result(V2, W2).
same_result(v_clo(_, _, _), W) :- function_value(W).
same_result(v_rec(_, _, _, _), W) :- function_value(W).

function_value(v_clo(_, _, _)).
function_value(v_rec(_, _, _, _)).


% ---------------------------------------------------------------------------
% 10  Rewrite rules
%
% rewrite(E, F): E may be replaced by F in any well-typed program.  Several
% rules may fit one expression; the optimiser takes the first.  An expression
% may be thrown away or copied only if it is pure.

:- pred rewrite(exp, exp).
:- pred pure(exp).
:- pred atomic_exp(exp).
:- pred callable_exp(exp).

% Unary operations
rewrite(op1(O, lit(C)), lit(D)) :- rule(fold1), delta1(O, C, D).
rewrite(op1(prev, op1(succ, E)), E) :- rule(pred_succ).
rewrite(op1(iszero, op1(succ, E)), lit(bool(ff))) :- rule(iszero_succ), pure(E).
rewrite(op1(neg, op1(neg, E)), E) :- rule(neg_neg).
rewrite(op1(O, let(E, B)), let(E, op1(O, B))) :- rule(float_op1).

% Binary operations
rewrite(op2(O, lit(B), lit(C)), lit(D)) :- rule(fold2), delta2(O, B, C, D).
rewrite(op2(add, lit(num(z)), E), E) :- rule(add_zero_left).
rewrite(op2(add, E, lit(num(z))), E) :- rule(add_zero_right).
rewrite(op2(add, lit(num(s(z))), E), op1(succ, E)) :- rule(add_one_left).
rewrite(op2(add, E, lit(num(s(z)))), op1(succ, E)) :- rule(add_one_right).
rewrite(op2(add, op1(succ, E), F), op1(succ, op2(add, E, F))) :-
    rule(add_succ_left).
rewrite(op2(sub, E, lit(num(z))), E) :- rule(sub_zero).
rewrite(op2(sub, lit(num(z)), E), lit(num(z))) :- rule(zero_sub), pure(E).
rewrite(op2(sub, E, lit(num(s(z)))), op1(prev, E)) :- rule(sub_one).
rewrite(op2(sub, E, E), lit(num(z))) :- rule(sub_self), pure(E).
rewrite(op2(sub, op1(succ, E), op1(succ, F)), op2(sub, E, F)) :-
    rule(sub_succ_succ).
rewrite(op2(mul, lit(num(z)), E), lit(num(z))) :- rule(mul_zero_left), pure(E).
rewrite(op2(mul, E, lit(num(z))), lit(num(z))) :- rule(mul_zero_right), pure(E).
rewrite(op2(mul, lit(num(s(z))), E), E) :- rule(mul_one_left).
rewrite(op2(mul, E, lit(num(s(z)))), E) :- rule(mul_one_right).
rewrite(op2(mul, lit(num(s(s(z)))), E), op2(add, E, E)) :-
    rule(mul_two),
    atomic_exp(E).
rewrite(op2(eq, E, lit(num(z))), op1(iszero, E)) :- rule(eq_zero_right).
rewrite(op2(eq, lit(num(z)), E), op1(iszero, E)) :- rule(eq_zero_left).
rewrite(op2(eq, op1(succ, E), op1(succ, F)), op2(eq, E, F)) :-
    rule(eq_succ_succ).
rewrite(op2(eq, E, E), lit(bool(tt))) :- rule(eq_self), pure(E).
rewrite(op2(less, lit(num(z)), E), op1(neg, op1(iszero, E))) :-
    rule(zero_less).
rewrite(op2(less, E, lit(num(z))), lit(bool(ff))) :- rule(less_zero), pure(E).
rewrite(op2(less, E, lit(num(s(z)))), op1(iszero, E)) :- rule(less_one).
rewrite(op2(less, E, E), lit(bool(ff))) :- rule(less_self), pure(E).
rewrite(op2(O, let(E, B), F), let(E, op2(O, B, F1))) :-
    rule(float_op2),
    shift(z, F, F1).

% Conditionals
rewrite(if(lit(bool(tt)), E, _), E) :- rule(if_true).
rewrite(if(lit(bool(ff)), _, E), E) :- rule(if_false).
rewrite(if(op1(neg, C), E, F), if(C, F, E)) :- rule(if_neg).
rewrite(if(C, lit(bool(tt)), lit(bool(ff))), C) :- rule(if_true_false).
rewrite(if(C, lit(bool(ff)), lit(bool(tt))), op1(neg, C)) :- rule(if_false_true).
rewrite(if(C, E, E), E) :- rule(if_same), pure(C).
rewrite(if(op1(iszero, E), F, F1), natcase(E, F, G)) :-
    rule(if_iszero),
    shift(z, F1, G).
rewrite(if(let(E, C), F, G), let(E, if(C, F1, G1))) :-
    rule(float_if),
    shift(z, F, F1),
    shift(z, G, G1).

% Case analysis of naturals
rewrite(natcase(lit(num(z)), E, _), E) :- rule(natcase_zero).
rewrite(natcase(lit(num(s(N))), _, S), let(lit(num(N)), S)) :- rule(natcase_num).
rewrite(natcase(op1(succ, E), _, S), let(E, S)) :- rule(natcase_succ).
rewrite(natcase(E, lit(num(z)), op1(succ, var(z))), E) :- rule(natcase_eta).
rewrite(natcase(E, lit(num(z)), var(z)), op1(prev, E)) :- rule(natcase_pred).
rewrite(natcase(let(E, B), Z, S), let(E, natcase(B, Z1, S1))) :-
    rule(float_natcase),
    shift(z, Z, Z1),
    shift(s(z), S, S1).

% Pairs
rewrite(fst(pair(E, F)), E) :- rule(fst_pair), pure(F).
rewrite(fst(pair(E, F)), let(E, let(F1, var(s(z))))) :-
    rule(fst_pair_seq),
    shift(z, F, F1).
rewrite(snd(pair(E, F)), F) :- rule(snd_pair), pure(E).
rewrite(snd(pair(E, F)), let(E, F1)) :- rule(snd_pair_seq), shift(z, F, F1).
rewrite(pair(fst(E), snd(E)), E) :- rule(pair_eta), pure(E).
rewrite(fst(let(E, B)), let(E, fst(B))) :- rule(float_fst).
rewrite(snd(let(E, B)), let(E, snd(B))) :- rule(float_snd).

% Sums
rewrite(case(inl(_, E), L, _), let(E, L)) :- rule(case_inl).
rewrite(case(inr(_, E), _, R), let(E, R)) :- rule(case_inr).
rewrite(case(E, inl(_, var(z)), inr(_, var(z))), E) :- rule(case_eta).
rewrite(case(let(E, B), L, R), let(E, case(B, L1, R1))) :-
    rule(float_case),
    shift(s(z), L, L1),
    shift(s(z), R, R1).

% Lists
rewrite(listcase(nil(_), E, _), E) :- rule(listcase_nil).
rewrite(listcase(cons(E, F), _, C), let(E, let(F1, C))) :-
    rule(listcase_cons),
    shift(z, F, F1).
rewrite(listcase(E, nil(_), cons(var(s(z)), var(z))), E) :- rule(listcase_eta).
rewrite(listcase(let(E, B), N, C), let(E, listcase(B, N1, C1))) :-
    rule(float_listcase),
    shift(z, N, N1),
    shift(s(s(z)), C, C1).

% Functions
rewrite(app(lam(_, B), E), let(E, B)) :- rule(beta_let).
rewrite(app(let(E, F), A), let(E, app(F, A1))) :- rule(float_app), shift(z, A, A1).
rewrite(fix(A, _, B), lam(A, B1)) :- rule(fix_unused), shift(s(z), B1, B).
rewrite(lam(_, app(F, var(z))), F1) :-
    rule(eta),
    shift(z, F1, F),
    callable_exp(F1).

% Let
rewrite(let(E, var(z)), E) :- rule(let_id).
rewrite(let(E, B), F) :- rule(let_atomic), atomic_exp(E), subst(z, E, B, F).
rewrite(let(E, B), B1) :- rule(let_unused), pure(E), shift(z, B1, B).
rewrite(let(let(E, F), B), let(E, let(F, B1))) :-
    rule(let_assoc),
    shift(s(z), B, B1).
rewrite(let(E, app(var(z), F)), app(E, F1)) :- rule(let_call), shift(z, F1, F).
rewrite(let(pair(E, F), fst(var(z))), E) :- rule(let_fst), pure(F).
rewrite(let(pair(E, F), snd(var(z))), F) :- rule(let_snd), pure(E).

% pure(E): E has a value, in every environment of the right types.
pure(var(_)).
pure(lit(_)).
pure(op1(_, E)) :- pure(E).
pure(op2(_, E, F)) :- pure(E), pure(F).
pure(if(C, E, F)) :- pure(C), pure(E), pure(F).
pure(pair(E, F)) :- pure(E), pure(F).
pure(fst(E)) :- pure(E).
pure(snd(E)) :- pure(E).
pure(inl(_, E)) :- pure(E).
pure(inr(_, E)) :- pure(E).
pure(nil(_)).
pure(cons(E, F)) :- pure(E), pure(F).
pure(lam(_, _)).
pure(fix(_, _, _)).

% atomic_exp(E): copying E costs nothing.
atomic_exp(var(_)).
atomic_exp(lit(_)).
atomic_exp(nil(_)).

% callable_exp(E): E is a value of function type, if it is of function type.
callable_exp(var(_)).
callable_exp(lam(_, _)).
callable_exp(fix(_, _, _)).


% ---------------------------------------------------------------------------
% 11  The optimiser: N passes, each from the leaves to the root

:- func optimise(nat, exp) = exp.
:- func pass(exp) = exp.
:- func simplify(exp) = exp.

optimise(z, E, E).
optimise(s(N), E, G) :- pass(E, F), optimise(N, F, G).

pass(var(N), var(N)).
pass(lit(C), lit(C)).
pass(op1(O, E), F) :- pass(E, E1), simplify(op1(O, E1), F).
pass(op2(O, A, B), F) :- pass(A, A1), pass(B, B1), simplify(op2(O, A1, B1), F).
pass(if(C, A, B), F) :-
    pass(C, C1),
    pass(A, A1),
    pass(B, B1),
    simplify(if(C1, A1, B1), F).
pass(natcase(E, Z, S), F) :-
    pass(E, E1),
    pass(Z, Z1),
    pass(S, S1),
    simplify(natcase(E1, Z1, S1), F).
pass(pair(A, B), F) :- pass(A, A1), pass(B, B1), simplify(pair(A1, B1), F).
pass(fst(E), F) :- pass(E, E1), simplify(fst(E1), F).
pass(snd(E), F) :- pass(E, E1), simplify(snd(E1), F).
pass(inl(T, E), inl(T, E1)) :- pass(E, E1).
pass(inr(T, E), inr(T, E1)) :- pass(E, E1).
pass(case(E, L, R), F) :-
    pass(E, E1),
    pass(L, L1),
    pass(R, R1),
    simplify(case(E1, L1, R1), F).
pass(nil(T), nil(T)).
pass(cons(A, B), cons(A1, B1)) :- pass(A, A1), pass(B, B1).
pass(listcase(E, N, C), F) :-
    pass(E, E1),
    pass(N, N1),
    pass(C, C1),
    simplify(listcase(E1, N1, C1), F).
pass(lam(T, B), F) :- pass(B, B1), simplify(lam(T, B1), F).
pass(fix(A, R, B), F) :- pass(B, B1), simplify(fix(A, R, B1), F).
pass(app(A, B), F) :- pass(A, A1), pass(B, B1), simplify(app(A1, B1), F).
pass(let(E, B), F) :- pass(E, E1), pass(B, B1), simplify(let(E1, B1), F).

% simplify(E, F): rewrite at the root as long as a rule fits.
simplify(E, F) :- ( rewrite(E, E1) -> simplify(E1, F) ; F = E ).


% ---------------------------------------------------------------------------
% 12  Instructions and the compiler
%
% A block is a list of instructions that ends in i_ret, i_tail_apply or
% i_tail_switch.  The arms of a switch are blocks; they start with an empty
% stack, and i_ret goes on behind the switch.

:- type instr ---> i_const(const) ; i_access(nat) ; i_prim1(op1) ; i_prim2(op2)
                ;  i_pair ; i_fst ; i_snd ; i_inl(ty) ; i_inr(ty)
                ;  i_nil(ty) ; i_cons
                ;  i_closure(ty, list(instr)) ; i_rec(ty, ty, list(instr))
                ;  i_apply ; i_tail_apply ; i_ret
                ;  i_bind ; i_unbind ; i_pop
                ;  i_switch(switch) ; i_tail_switch(switch).
:- type switch ---> on_bool(list(instr), list(instr))
                 ;  on_nat(list(instr), list(instr))
                 ;  on_sum(list(instr), list(instr))
                 ;  on_list(list(instr), list(instr)).
:- type code = list(instr).

:- func compile_exp(exp, code) = code.
:- func compile_top(exp) = code.

% compile_exp(E, K, C): C computes E, pushes it, and goes on with K.
compile_exp(var(N), K, [i_access(N)|K]).
compile_exp(lit(C), K, [i_const(C)|K]).
compile_exp(op1(O, E), K, C) :- compile_exp(E, [i_prim1(O)|K], C).
compile_exp(op2(O, E1, E2), K, C) :-
    compile_exp(E2, [i_prim2(O)|K], C2),
    compile_exp(E1, C2, C).
compile_exp(if(E, E1, E2), K, C) :-
    compile_top(E1, C1),
    compile_top(E2, C2),
    compile_exp(E, [i_switch(on_bool(C1, C2))|K], C).
compile_exp(natcase(E, E1, E2), K, C) :-
    compile_top(E1, C1),
    compile_top(E2, C2),
    compile_exp(E, [i_switch(on_nat(C1, C2))|K], C).
compile_exp(pair(E1, E2), K, C) :-
    compile_exp(E2, [i_pair|K], C2),
    compile_exp(E1, C2, C).
compile_exp(fst(E), K, C) :- compile_exp(E, [i_fst|K], C).
compile_exp(snd(E), K, C) :- compile_exp(E, [i_snd|K], C).
compile_exp(inl(T, E), K, C) :- compile_exp(E, [i_inl(T)|K], C).
compile_exp(inr(T, E), K, C) :- compile_exp(E, [i_inr(T)|K], C).
compile_exp(case(E, E1, E2), K, C) :-
    compile_top(E1, C1),
    compile_top(E2, C2),
    compile_exp(E, [i_switch(on_sum(C1, C2))|K], C).
compile_exp(nil(T), K, [i_nil(T)|K]).
compile_exp(cons(E1, E2), K, C) :-
    compile_exp(E2, [i_cons|K], C2),
    compile_exp(E1, C2, C).
compile_exp(listcase(E, E1, E2), K, C) :-
    compile_top(E1, C1),
    compile_top(E2, C2),
    compile_exp(E, [i_switch(on_list(C1, C2))|K], C).
compile_exp(lam(T, E), K, [i_closure(T, B)|K]) :- compile_top(E, B).
compile_exp(fix(A, R, E), K, [i_rec(A, R, B)|K]) :- compile_top(E, B).
compile_exp(app(E1, E2), K, C) :-
    compile_exp(E2, [i_apply|K], C2),
    compile_exp(E1, C2, C).
compile_exp(let(E1, E2), K, C) :-
    compile_exp(E2, [i_unbind|K], C2),
    compile_exp(E1, [i_bind|C2], C).

compile_top(E, C) :- compile_exp(E, [i_ret], C).


% ---------------------------------------------------------------------------
% 13  The abstract machine: code, environment, stack, dump

:- type mval ---> m_lit(const) ; m_pair(mval, mval) ; m_inl(mval) ; m_inr(mval)
               ;  m_nil ; m_cons(mval, mval)
               ;  m_clo(ty, list(mval), code) ; m_rec(ty, ty, list(mval), code).
:- type frame ---> frame(code, list(mval), list(mval)).
:- type state ---> state(code, list(mval), list(mval), list(frame)).

:- pred mstep(state, state).
:- pred choose(switch, mval, list(mval), code, list(mval)).
:- pred enter(mval, mval, code, list(mval)).
:- pred machine_result(state, mval).
:- pred mrun(state, mval).
:- pred run(code, mval).
:- pred represents(val, mval).
:- pred represents_env(env, list(mval)).

mstep(state([i_const(K)|C], G, S, D), state(C, G, [m_lit(K)|S], D)) :-
    rule(m_const).
mstep(state([i_access(N)|C], G, S, D), state(C, G, [V|S], D)) :-
    rule(m_access),
    lookup(G, N, V).
mstep(state([i_prim1(O)|C], G, [m_lit(K)|S], D),
      state(C, G, [m_lit(L)|S], D)) :-
    rule(m_prim1),
    delta1(O, K, L).
mstep(state([i_prim2(O)|C], G, [m_lit(K2), m_lit(K1)|S], D),
      state(C, G, [m_lit(L)|S], D)) :-
    rule(m_prim2),
    delta2(O, K1, K2, L).
mstep(state([i_pair|C], G, [W, V|S], D), state(C, G, [m_pair(V, W)|S], D)) :-
    rule(m_pair).
mstep(state([i_fst|C], G, [m_pair(V, _)|S], D), state(C, G, [V|S], D)) :-
    rule(m_fst).
mstep(state([i_snd|C], G, [m_pair(_, W)|S], D), state(C, G, [W|S], D)) :-
    rule(m_snd).
mstep(state([i_inl(_)|C], G, [V|S], D), state(C, G, [m_inl(V)|S], D)) :-
    rule(m_inl).
mstep(state([i_inr(_)|C], G, [V|S], D), state(C, G, [m_inr(V)|S], D)) :-
    rule(m_inr).
mstep(state([i_nil(_)|C], G, S, D), state(C, G, [m_nil|S], D)) :-
    rule(m_nil).
mstep(state([i_cons|C], G, [W, V|S], D), state(C, G, [m_cons(V, W)|S], D)) :-
    rule(m_cons).
mstep(state([i_closure(A, B)|C], G, S, D),
      state(C, G, [m_clo(A, G, B)|S], D)) :-
    rule(m_closure).
mstep(state([i_rec(A, R, B)|C], G, S, D),
      state(C, G, [m_rec(A, R, G, B)|S], D)) :-
    rule(m_rec).
mstep(state([i_apply|C], G, [W, F|S], D),
      state(B, G1, [], [frame(C, G, S)|D])) :-
    rule(m_apply),
    enter(F, W, B, G1).
mstep(state([i_tail_apply|_], _, [W, F|_], D), state(B, G, [], D)) :-
    rule(m_tail_apply),
    enter(F, W, B, G).
mstep(state([i_ret|_], _, [V|_], [frame(C, G, S)|D]), state(C, G, [V|S], D)) :-
    rule(m_ret).
mstep(state([i_bind|C], G, [V|S], D), state(C, [V|G], S, D)) :-
    rule(m_bind).
mstep(state([i_unbind|C], [_|G], S, D), state(C, G, S, D)) :-
    rule(m_unbind).
mstep(state([i_pop|C], G, [_|S], D), state(C, G, S, D)) :-
    rule(m_pop).
mstep(state([i_switch(W)|C], G, [V|S], D),
      state(B, G1, [], [frame(C, G, S)|D])) :-
    rule(m_switch),
    choose(W, V, G, B, G1).
mstep(state([i_tail_switch(W)|_], G, [V|_], D), state(B, G1, [], D)) :-
    rule(m_tail_switch),
    choose(W, V, G, B, G1).

% choose(Switch, Scrutinee, Env, Block, Env of the block)
choose(on_bool(C, _), m_lit(bool(tt)), G, C, G).
choose(on_bool(_, C), m_lit(bool(ff)), G, C, G).
choose(on_nat(C, _), m_lit(num(z)), G, C, G).
choose(on_nat(_, C), m_lit(num(s(N))), G, C, [m_lit(num(N))|G]).
choose(on_sum(C, _), m_inl(V), G, C, [V|G]).
choose(on_sum(_, C), m_inr(V), G, C, [V|G]).
choose(on_list(C, _), m_nil, G, C, G).
choose(on_list(_, C), m_cons(V, W), G, C, [W, V|G]).

% enter(Function, Argument, Block, Env of the block)
enter(m_clo(_, G, C), V, C, [V|G]).
enter(m_rec(A, R, G, C), V, C, [V, m_rec(A, R, G, C)|G]).

machine_result(state([i_ret|_], _, [V|_], []), V).

mrun(M, V) :- machine_result(M, V).
mrun(M, V) :- mstep(M, M1), mrun(M1, V).

run(C, V) :- mrun(state(C, [], [], []), V).

% represents(V, M): the machine's M stands for the interpreter's V.
represents(v_lit(C), m_lit(C)).
represents(v_pair(V, W), m_pair(M, N)) :- represents(V, M), represents(W, N).
represents(v_inl(V), m_inl(M)) :- represents(V, M).
represents(v_inr(V), m_inr(M)) :- represents(V, M).
represents(v_nil, m_nil).
represents(v_cons(V, W), m_cons(M, N)) :- represents(V, M), represents(W, N).
represents(v_clo(A, G, E), m_clo(A, H, C)) :-
    compile_top(E, C),
    represents_env(G, H).
represents(v_rec(A, R, G, E), m_rec(A, R, H, C)) :-
    compile_top(E, C),
    represents_env(G, H).

represents_env([], []).
represents_env([V|G], [M|H]) :- represents(V, M), represents_env(G, H).


% ---------------------------------------------------------------------------
% 14  The bytecode verifier

:- pred code_type(code, ctx, list(ty), ty).
:- pred switch_type(switch, ctx, ty, ty).
:- pred mval_type(mval, ty).
:- pred mvals_type(list(mval), list(ty)).
:- pred dump_type(list(frame), ty, ty).
:- pred state_type(state, ty).

% code_type(C, G, S, T): with environment G and stack S, block C returns a T.
code_type([i_ret], _, [T|_], T) :- rule(c_ret).
code_type([i_tail_apply], _, [A, tarrow(A, T)|_], T) :- rule(c_tail_apply).
code_type([i_tail_switch(W)], G, [A|_], T) :-
    rule(c_tail_switch),
    switch_type(W, G, A, T).
code_type([i_const(K)|C], G, S, T) :-
    rule(c_const),
    const_type(K, A),
    code_type(C, G, [A|S], T).
code_type([i_access(N)|C], G, S, T) :-
    rule(c_access),
    lookup(G, N, A),
    code_type(C, G, [A|S], T).
code_type([i_prim1(O)|C], G, [A|S], T) :-
    rule(c_prim1),
    op1_type(O, A, B),
    code_type(C, G, [B|S], T).
code_type([i_prim2(O)|C], G, [B, A|S], T) :-
    rule(c_prim2),
    op2_type(O, A, B, R),
    code_type(C, G, [R|S], T).
code_type([i_pair|C], G, [B, A|S], T) :-
    rule(c_pair),
    code_type(C, G, [tpair(A, B)|S], T).
code_type([i_fst|C], G, [tpair(A, _)|S], T) :-
    rule(c_fst),
    code_type(C, G, [A|S], T).
code_type([i_snd|C], G, [tpair(_, B)|S], T) :-
    rule(c_snd),
    code_type(C, G, [B|S], T).
code_type([i_inl(B)|C], G, [A|S], T) :-
    rule(c_inl),
    code_type(C, G, [tsum(A, B)|S], T).
code_type([i_inr(A)|C], G, [B|S], T) :-
    rule(c_inr),
    code_type(C, G, [tsum(A, B)|S], T).
code_type([i_nil(A)|C], G, S, T) :-
    rule(c_nil),
    code_type(C, G, [tlist(A)|S], T).
code_type([i_cons|C], G, [tlist(A), A|S], T) :-
    rule(c_cons),
    code_type(C, G, [tlist(A)|S], T).
code_type([i_closure(A, B)|C], G, S, T) :-
    rule(c_closure),
    code_type(B, [A|G], [], R),
    code_type(C, G, [tarrow(A, R)|S], T).
code_type([i_rec(A, R, B)|C], G, S, T) :-
    rule(c_rec),
    code_type(B, [A, tarrow(A, R)|G], [], R),
    code_type(C, G, [tarrow(A, R)|S], T).
code_type([i_apply|C], G, [A, tarrow(A, R)|S], T) :-
    rule(c_apply),
    code_type(C, G, [R|S], T).
code_type([i_bind|C], G, [A|S], T) :- rule(c_bind), code_type(C, [A|G], S, T).
code_type([i_unbind|C], [_|G], S, T) :- rule(c_unbind), code_type(C, G, S, T).
code_type([i_pop|C], G, [_|S], T) :- rule(c_pop), code_type(C, G, S, T).
code_type([i_switch(W)|C], G, [A|S], T) :-
    rule(c_switch),
    switch_type(W, G, A, R),
    code_type(C, G, [R|S], T).

switch_type(on_bool(C1, C2), G, tbool, T) :-
    code_type(C1, G, [], T),
    code_type(C2, G, [], T).
switch_type(on_nat(C1, C2), G, tnat, T) :-
    code_type(C1, G, [], T),
    code_type(C2, [tnat|G], [], T).
switch_type(on_sum(C1, C2), G, tsum(A, B), T) :-
    code_type(C1, [A|G], [], T),
    code_type(C2, [B|G], [], T).
switch_type(on_list(C1, C2), G, tlist(A), T) :-
    code_type(C1, G, [], T),
    code_type(C2, [tlist(A), A|G], [], T).

mval_type(m_lit(K), T) :- const_type(K, T).
mval_type(m_pair(V, W), tpair(A, B)) :- mval_type(V, A), mval_type(W, B).
mval_type(m_inl(V), tsum(A, _)) :- mval_type(V, A).
mval_type(m_inr(V), tsum(_, B)) :- mval_type(V, B).
mval_type(m_nil, tlist(_)).
mval_type(m_cons(V, W), tlist(T)) :- mval_type(V, T), mval_type(W, tlist(T)).
mval_type(m_clo(A, G, C), tarrow(A, R)) :-
    mvals_type(G, H),
    code_type(C, [A|H], [], R).
mval_type(m_rec(A, R, G, C), tarrow(A, R)) :-
    mvals_type(G, H),
    code_type(C, [A, tarrow(A, R)|H], [], R).

mvals_type([], []).
mvals_type([V|Vs], [T|Ts]) :- mval_type(V, T), mvals_type(Vs, Ts).

% dump_type(D, A, T): given an A, the frames of D end in a T.
dump_type([], T, T).
dump_type([frame(C, G, S)|D], A, T) :-
    mvals_type(G, H),
    mvals_type(S, R),
    code_type(C, H, [A|R], B),
    dump_type(D, B, T).

state_type(state(C, G, S, D), T) :-
    mvals_type(G, H),
    mvals_type(S, R),
    code_type(C, H, R, A),
    dump_type(D, A, T).


% ---------------------------------------------------------------------------
% 15  Peephole optimisation

:- pred peep(code, code).
:- func peep_all(code) = code.
:- func peephole(code) = code.
:- func peephole_instr(instr) = instr.
:- func peephole_switch(switch) = switch.

% peep(C, D): the front of C can be replaced.
peep([i_apply, i_ret], [i_tail_apply]) :- rule(p_tail_apply).
peep([i_switch(W), i_ret], [i_tail_switch(W)]) :- rule(p_tail_switch).
peep([i_unbind, i_ret], [i_ret]) :- rule(p_unbind_ret).
peep([i_const(K), i_prim1(O)|C], [i_const(L)|C]) :- rule(p_fold1), delta1(O, K, L).
peep([i_const(J), i_const(K), i_prim2(O)|C], [i_const(L)|C]) :-
    rule(p_fold2),
    delta2(O, J, K, L).
peep([i_prim1(neg), i_prim1(neg)|C], C) :- rule(p_neg_neg).
peep([i_prim1(succ), i_prim1(prev)|C], C) :- rule(p_succ_pred).
peep([i_prim1(neg), i_switch(on_bool(A, B))|C], [i_switch(on_bool(B, A))|C]) :-
    rule(p_neg_switch).
peep([i_prim1(neg), i_tail_switch(on_bool(A, B))],
     [i_tail_switch(on_bool(B, A))]) :-
    rule(p_neg_tail_switch).
peep([i_pair, i_fst|C], [i_pop|C]) :- rule(p_pair_fst).
peep([i_const(_), i_pop|C], C) :- rule(p_const_pop).
peep([i_access(_), i_pop|C], C) :- rule(p_access_pop).
peep([i_bind, i_access(z), i_unbind|C], C) :- rule(p_bind_access).
peep([i_bind, i_unbind|C], [i_pop|C]) :- rule(p_bind_unbind).
peep([i_const(K), i_unbind|C], [i_unbind, i_const(K)|C]) :- rule(p_const_unbind).
peep([i_const(bool(tt)), i_tail_switch(on_bool(A, _))], A) :- rule(p_true_switch).
peep([i_const(bool(ff)), i_tail_switch(on_bool(_, B))], B) :- rule(p_false_switch).
peep([i_const(num(z)), i_tail_switch(on_nat(A, _))], A) :- rule(p_zero_switch).
peep([i_const(num(s(N))), i_tail_switch(on_nat(_, B))],
     [i_const(num(N)), i_bind|B]) :-
    rule(p_num_switch).
peep([i_inl(_), i_tail_switch(on_sum(A, _))], [i_bind|A]) :- rule(p_inl_switch).
peep([i_inr(_), i_tail_switch(on_sum(_, B))], [i_bind|B]) :- rule(p_inr_switch).
peep([i_nil(_), i_tail_switch(on_list(A, _))], A) :- rule(p_nil_switch).

peep_all(C, E) :- ( peep(C, D) -> peep_all(D, E) ; E = C ).

% peephole(C, D): from the end of the block to its start, arms first.
peephole([], []).
peephole([I|C], D) :-
    peephole(C, C1),
    peephole_instr(I, J),
    ( peep([J|C1], D1) -> peep_all(D1, D) ; D = [J|C1] ).

peephole_instr(i_closure(A, B), J) :- !, J = i_closure(A, B1), peephole(B, B1).
peephole_instr(i_rec(A, R, B), J) :- !, J = i_rec(A, R, B1), peephole(B, B1).
peephole_instr(i_switch(W), J) :- !, J = i_switch(W1), peephole_switch(W, W1).
peephole_instr(i_tail_switch(W), J) :- !,
    J = i_tail_switch(W1),
    peephole_switch(W, W1).
peephole_instr(I, I).

peephole_switch(on_bool(A, B), on_bool(A1, B1)) :- peephole(A, A1), peephole(B, B1).
peephole_switch(on_nat(A, B), on_nat(A1, B1)) :- peephole(A, A1), peephole(B, B1).
peephole_switch(on_sum(A, B), on_sum(A1, B1)) :- peephole(A, A1), peephole(B, B1).
peephole_switch(on_list(A, B), on_list(A1, B1)) :- peephole(A, A1), peephole(B, B1).


% ---------------------------------------------------------------------------
% 16  The decompiler: a symbolic run that stacks expressions
%
% It reads what the compiler writes, before or after the tail rules of the
% peephole optimiser; i_pop has no expression to go with it.

:- type item ---> d_exp(exp) ; d_let(exp).

:- pred decompile(code, exp).
:- pred dec(code, list(item), exp).
:- pred dec_switch(switch, exp, exp).
:- pred close_lets(list(item), exp, exp).

decompile(C, E) :- dec(C, [], E).

dec([i_ret], [d_exp(A)|S], E) :- close_lets(S, A, E).
dec([i_tail_apply], [d_exp(B), d_exp(A)|S], E) :- close_lets(S, app(A, B), E).
dec([i_tail_switch(W)], [d_exp(A)|S], E) :-
    dec_switch(W, A, B),
    close_lets(S, B, E).
dec([i_const(K)|C], S, E) :- dec(C, [d_exp(lit(K))|S], E).
dec([i_access(N)|C], S, E) :- dec(C, [d_exp(var(N))|S], E).
dec([i_prim1(O)|C], [d_exp(A)|S], E) :- dec(C, [d_exp(op1(O, A))|S], E).
dec([i_prim2(O)|C], [d_exp(B), d_exp(A)|S], E) :-
    dec(C, [d_exp(op2(O, A, B))|S], E).
dec([i_pair|C], [d_exp(B), d_exp(A)|S], E) :- dec(C, [d_exp(pair(A, B))|S], E).
dec([i_fst|C], [d_exp(A)|S], E) :- dec(C, [d_exp(fst(A))|S], E).
dec([i_snd|C], [d_exp(A)|S], E) :- dec(C, [d_exp(snd(A))|S], E).
dec([i_inl(T)|C], [d_exp(A)|S], E) :- dec(C, [d_exp(inl(T, A))|S], E).
dec([i_inr(T)|C], [d_exp(A)|S], E) :- dec(C, [d_exp(inr(T, A))|S], E).
dec([i_nil(T)|C], S, E) :- dec(C, [d_exp(nil(T))|S], E).
dec([i_cons|C], [d_exp(B), d_exp(A)|S], E) :- dec(C, [d_exp(cons(A, B))|S], E).
dec([i_closure(T, B)|C], S, E) :-
    decompile(B, A),
    dec(C, [d_exp(lam(T, A))|S], E).
dec([i_rec(T, R, B)|C], S, E) :-
    decompile(B, A),
    dec(C, [d_exp(fix(T, R, A))|S], E).
dec([i_apply|C], [d_exp(B), d_exp(A)|S], E) :- dec(C, [d_exp(app(A, B))|S], E).
dec([i_bind|C], [d_exp(A)|S], E) :- dec(C, [d_let(A)|S], E).
dec([i_unbind|C], [d_exp(B), d_let(A)|S], E) :- dec(C, [d_exp(let(A, B))|S], E).
dec([i_switch(W)|C], [d_exp(A)|S], E) :-
    dec_switch(W, A, B),
    dec(C, [d_exp(B)|S], E).

dec_switch(on_bool(C1, C2), A, if(A, E1, E2)) :-
    decompile(C1, E1),
    decompile(C2, E2).
dec_switch(on_nat(C1, C2), A, natcase(A, E1, E2)) :-
    decompile(C1, E1),
    decompile(C2, E2).
dec_switch(on_sum(C1, C2), A, case(A, E1, E2)) :-
    decompile(C1, E1),
    decompile(C2, E2).
dec_switch(on_list(C1, C2), A, listcase(A, E1, E2)) :-
    decompile(C1, E1),
    decompile(C2, E2).

% close_lets(S, B, E): wrap B in the lets that the block never unbound.
close_lets([], E, E).
close_lets([d_let(A)|S], B, E) :- close_lets(S, let(A, B), E).


% ---------------------------------------------------------------------------
% 17  Surface syntax and its types
%
% Names instead of indices, and some sugar: and/or, options (a sum whose left
% side is the unit type), list literals, functions of several arguments,
% sequences, let rec.

:- type name ---> x ; y ; n ; m ; f ; g ; xs ; ys ; acc.
:- type sexp ---> s_var(name) ; s_num(nat) ; s_bool(boolean) ; s_unit
               ;  s_op1(op1, sexp) ; s_op2(op2, sexp, sexp)
               ;  s_and(sexp, sexp) ; s_or(sexp, sexp)
               ;  s_if(sexp, sexp, sexp)
               ;  s_natcase(sexp, sexp, name, sexp)
               ;  s_pair(sexp, sexp) ; s_fst(sexp) ; s_snd(sexp)
               ;  s_inl(ty, sexp) ; s_inr(ty, sexp)
               ;  s_case(sexp, name, sexp, name, sexp)
               ;  s_none(ty) ; s_some(sexp)
               ;  s_option(sexp, sexp, name, sexp)
               ;  s_list(ty, list(sexp)) ; s_cons(sexp, sexp)
               ;  s_match(sexp, sexp, name, name, sexp)
               ;  s_fun(list((name, ty)), sexp) ; s_app(sexp, sexp)
               ;  s_let(name, sexp, sexp)
               ;  s_letrec(name, name, ty, ty, sexp, sexp)
               ;  s_seq(sexp, sexp).
:- type sctx = list((name, ty)).

:- pred s_type(sctx, sexp, ty).

s_type(G, s_var(X), T) :- rule(s_t_var), assoc(X, G, T).
s_type(_, s_num(_), tnat) :- rule(s_t_num).
s_type(_, s_bool(_), tbool) :- rule(s_t_bool).
s_type(_, s_unit, tunit) :- rule(s_t_unit).
s_type(G, s_op1(O, S), T) :- rule(s_t_op1), op1_type(O, A, T), s_type(G, S, A).
s_type(G, s_op2(O, S1, S2), T) :-
    rule(s_t_op2),
    op2_type(O, A, B, T),
    s_type(G, S1, A),
    s_type(G, S2, B).
s_type(G, s_and(S1, S2), tbool) :-
    rule(s_t_and),
    s_type(G, S1, tbool),
    s_type(G, S2, tbool).
s_type(G, s_or(S1, S2), tbool) :-
    rule(s_t_or),
    s_type(G, S1, tbool),
    s_type(G, S2, tbool).
s_type(G, s_if(S, S1, S2), T) :-
    rule(s_t_if),
    s_type(G, S, tbool),
    s_type(G, S1, T),
    s_type(G, S2, T).
s_type(G, s_natcase(S, S1, X, S2), T) :-
    rule(s_t_natcase),
    s_type(G, S, tnat),
    s_type(G, S1, T),
    s_type([(X, tnat)|G], S2, T).
s_type(G, s_pair(S1, S2), tpair(A, B)) :-
    rule(s_t_pair),
    s_type(G, S1, A),
    s_type(G, S2, B).
s_type(G, s_fst(S), A) :- rule(s_t_fst), s_type(G, S, tpair(A, _)).
s_type(G, s_snd(S), B) :- rule(s_t_snd), s_type(G, S, tpair(_, B)).
s_type(G, s_inl(B, S), tsum(A, B)) :- rule(s_t_inl), s_type(G, S, A).
s_type(G, s_inr(A, S), tsum(A, B)) :- rule(s_t_inr), s_type(G, S, B).
s_type(G, s_case(S, X, S1, Y, S2), T) :-
    rule(s_t_case),
    s_type(G, S, tsum(A, B)),
    s_type([(X, A)|G], S1, T),
    s_type([(Y, B)|G], S2, T).
s_type(_, s_none(T), tsum(tunit, T)) :- rule(s_t_none).
s_type(G, s_some(S), tsum(tunit, T)) :- rule(s_t_some), s_type(G, S, T).
s_type(G, s_option(S, S1, X, S2), T) :-
    rule(s_t_option),
    s_type(G, S, tsum(tunit, A)),
    s_type(G, S1, T),
    s_type([(X, A)|G], S2, T).
s_type(_, s_list(T, []), tlist(T)) :- rule(s_t_list_nil).
s_type(G, s_list(T, [S|Ss]), tlist(T)) :-
    rule(s_t_list_cons),
    s_type(G, S, T),
    s_type(G, s_list(T, Ss), tlist(T)).
s_type(G, s_cons(S1, S2), tlist(T)) :-
    rule(s_t_cons),
    s_type(G, S1, T),
    s_type(G, S2, tlist(T)).
s_type(G, s_match(S, S1, X, Y, S2), T) :-
    rule(s_t_match),
    s_type(G, S, tlist(A)),
    s_type(G, S1, T),
    s_type([(Y, tlist(A)), (X, A)|G], S2, T).
s_type(G, s_fun([], S), T) :- rule(s_t_fun_body), s_type(G, S, T).
s_type(G, s_fun([(X, A)|Ps], S), tarrow(A, B)) :-
    rule(s_t_fun),
    s_type([(X, A)|G], s_fun(Ps, S), B).
s_type(G, s_app(S1, S2), B) :-
    rule(s_t_app),
    s_type(G, S1, tarrow(A, B)),
    s_type(G, S2, A).
s_type(G, s_let(X, S1, S2), T) :-
    rule(s_t_let),
    s_type(G, S1, A),
    s_type([(X, A)|G], S2, T).
s_type(G, s_letrec(F, X, A, B, S1, S2), T) :-
    rule(s_t_letrec),
    s_type([(X, A), (F, tarrow(A, B))|G], S1, B),
    s_type([(F, tarrow(A, B))|G], S2, T).
s_type(G, s_seq(S1, S2), T) :-
    rule(s_t_seq),
    s_type(G, S1, _),
    s_type(G, S2, T).


% ---------------------------------------------------------------------------
% 18  The desugarer

:- func desugar(list(name), sexp) = exp.

% desugar(Names, S, E): Names are those in scope, innermost first.
desugar(Ns, s_var(X), var(N)) :- index_of(X, Ns, N).
desugar(_, s_num(N), lit(num(N))).
desugar(_, s_bool(B), lit(bool(B))).
desugar(_, s_unit, lit(unit)).
desugar(Ns, s_op1(O, S), op1(O, E)) :- desugar(Ns, S, E).
desugar(Ns, s_op2(O, S1, S2), op2(O, E1, E2)) :-
    desugar(Ns, S1, E1),
    desugar(Ns, S2, E2).
desugar(Ns, s_and(S1, S2), if(E1, E2, lit(bool(ff)))) :-
    desugar(Ns, S1, E1),
    desugar(Ns, S2, E2).
desugar(Ns, s_or(S1, S2), if(E1, lit(bool(tt)), E2)) :-
    desugar(Ns, S1, E1),
    desugar(Ns, S2, E2).
desugar(Ns, s_if(S, S1, S2), if(E, E1, E2)) :-
    desugar(Ns, S, E),
    desugar(Ns, S1, E1),
    desugar(Ns, S2, E2).
desugar(Ns, s_natcase(S, S1, X, S2), natcase(E, E1, E2)) :-
    desugar(Ns, S, E),
    desugar(Ns, S1, E1),
    desugar([X|Ns], S2, E2).
desugar(Ns, s_pair(S1, S2), pair(E1, E2)) :-
    desugar(Ns, S1, E1),
    desugar(Ns, S2, E2).
desugar(Ns, s_fst(S), fst(E)) :- desugar(Ns, S, E).
desugar(Ns, s_snd(S), snd(E)) :- desugar(Ns, S, E).
desugar(Ns, s_inl(T, S), inl(T, E)) :- desugar(Ns, S, E).
desugar(Ns, s_inr(T, S), inr(T, E)) :- desugar(Ns, S, E).
desugar(Ns, s_case(S, X, S1, Y, S2), case(E, E1, E2)) :-
    desugar(Ns, S, E),
    desugar([X|Ns], S1, E1),
    desugar([Y|Ns], S2, E2).
desugar(_, s_none(T), inl(T, lit(unit))).
desugar(Ns, s_some(S), inr(tunit, E)) :- desugar(Ns, S, E).
desugar(Ns, s_option(S, S1, X, S2), case(E, E1, E2)) :-
    desugar(Ns, S, E),
    desugar(Ns, S1, E0),
    shift(z, E0, E1),
    desugar([X|Ns], S2, E2).
desugar(_, s_list(T, []), nil(T)).
desugar(Ns, s_list(T, [S|Ss]), cons(E, Es)) :-
    desugar(Ns, S, E),
    desugar(Ns, s_list(T, Ss), Es).
desugar(Ns, s_cons(S1, S2), cons(E1, E2)) :-
    desugar(Ns, S1, E1),
    desugar(Ns, S2, E2).
desugar(Ns, s_match(S, S1, X, Y, S2), listcase(E, E1, E2)) :-
    desugar(Ns, S, E),
    desugar(Ns, S1, E1),
    desugar([Y, X|Ns], S2, E2).
desugar(Ns, s_fun([], S), E) :- desugar(Ns, S, E).
desugar(Ns, s_fun([(X, T)|Ps], S), lam(T, E)) :-
    desugar([X|Ns], s_fun(Ps, S), E).
desugar(Ns, s_app(S1, S2), app(E1, E2)) :-
    desugar(Ns, S1, E1),
    desugar(Ns, S2, E2).
desugar(Ns, s_let(X, S1, S2), let(E1, E2)) :-
    desugar(Ns, S1, E1),
    desugar([X|Ns], S2, E2).
desugar(Ns, s_letrec(F, X, A, B, S1, S2), let(fix(A, B, E1), E2)) :-
    desugar([X, F|Ns], S1, E1),
    desugar([F|Ns], S2, E2).
desugar(Ns, s_seq(S1, S2), let(E1, E2)) :-
    desugar(Ns, S1, E1),
    desugar(Ns, S2, E0),
    shift(z, E0, E2).


% ---------------------------------------------------------------------------
% 19  Printing, as a list of tokens

:- type token ---> ident(name) ; number(nat)
                ;  lparen ; rparen ; lbrack ; rbrack
                ;  comma ; semi ; colon ; bar ; arrow ; becomes ; dcolon
                ;  plus_sign ; minus_sign ; star ; equal_sign ; less_sign
                ;  k_true ; k_false ; k_unit ; k_nat ; k_bool ; k_list
                ;  k_succ ; k_pred ; k_iszero ; k_not ; k_and ; k_or
                ;  k_if ; k_then ; k_else ; k_case ; k_of ; k_match ; k_with
                ;  k_nats ; k_zero ; k_fst ; k_snd ; k_inl ; k_inr
                ;  k_none ; k_some ; k_option ; k_fun ; k_let ; k_rec ; k_in.

:- pred op1_token(op1, token).
:- pred op2_token(op2, token).
:- func show_type(ty, list(token)) = list(token).
:- func show_exp(sexp, list(token)) = list(token).
:- func show_items(list(sexp), list(token)) = list(token).
:- func show_params(list((name, ty)), list(token)) = list(token).

op1_token(succ, k_succ).
op1_token(prev, k_pred).
op1_token(iszero, k_iszero).
op1_token(neg, k_not).

op2_token(add, plus_sign).
op2_token(sub, minus_sign).
op2_token(mul, star).
op2_token(eq, equal_sign).
op2_token(less, less_sign).

% show_type(T, K, L): L is T, then K.
show_type(tnat, K, [k_nat|K]).
show_type(tbool, K, [k_bool|K]).
show_type(tunit, K, [k_unit|K]).
show_type(tarrow(A, B), K, [lparen|L]) :-
    show_type(B, [rparen|K], L1),
    show_type(A, [arrow|L1], L).
show_type(tpair(A, B), K, [lparen|L]) :-
    show_type(B, [rparen|K], L1),
    show_type(A, [star|L1], L).
show_type(tsum(A, B), K, [lparen|L]) :-
    show_type(B, [rparen|K], L1),
    show_type(A, [plus_sign|L1], L).
show_type(tlist(T), K, [k_list|L]) :- show_type(T, K, L).

% show_exp(S, K, L): L is S, then K.
show_exp(s_var(X), K, [ident(X)|K]).
show_exp(s_num(N), K, [number(N)|K]).
show_exp(s_bool(tt), K, [k_true|K]).
show_exp(s_bool(ff), K, [k_false|K]).
show_exp(s_unit, K, [k_unit|K]).
show_exp(s_op1(O, S), K, [T|L]) :- op1_token(O, T), show_exp(S, K, L).
show_exp(s_op2(O, S1, S2), K, [lparen|L]) :-
    op2_token(O, T),
    show_exp(S2, [rparen|K], L1),
    show_exp(S1, [T|L1], L).
show_exp(s_and(S1, S2), K, [lparen|L]) :-
    show_exp(S2, [rparen|K], L1),
    show_exp(S1, [k_and|L1], L).
show_exp(s_or(S1, S2), K, [lparen|L]) :-
    show_exp(S2, [rparen|K], L1),
    show_exp(S1, [k_or|L1], L).
show_exp(s_if(S, S1, S2), K, [k_if|L]) :-
    show_exp(S2, K, L2),
    show_exp(S1, [k_else|L2], L1),
    show_exp(S, [k_then|L1], L).
show_exp(s_natcase(S, S1, X, S2), K, [k_nats|L]) :-
    show_exp(S2, K, L2),
    show_exp(S1, [bar, k_succ, ident(X), arrow|L2], L1),
    show_exp(S, [k_with, k_zero, arrow|L1], L).
show_exp(s_pair(S1, S2), K, [lparen|L]) :-
    show_exp(S2, [rparen|K], L1),
    show_exp(S1, [comma|L1], L).
show_exp(s_fst(S), K, [k_fst|L]) :- show_exp(S, K, L).
show_exp(s_snd(S), K, [k_snd|L]) :- show_exp(S, K, L).
show_exp(s_inl(T, S), K, [k_inl, lbrack|L]) :-
    show_exp(S, K, L1),
    show_type(T, [rbrack|L1], L).
show_exp(s_inr(T, S), K, [k_inr, lbrack|L]) :-
    show_exp(S, K, L1),
    show_type(T, [rbrack|L1], L).
show_exp(s_case(S, X, S1, Y, S2), K, [k_case|L]) :-
    show_exp(S2, K, L2),
    show_exp(S1, [bar, k_inr, ident(Y), arrow|L2], L1),
    show_exp(S, [k_of, k_inl, ident(X), arrow|L1], L).
show_exp(s_none(T), K, [k_none, lbrack|L]) :- show_type(T, [rbrack|K], L).
show_exp(s_some(S), K, [k_some|L]) :- show_exp(S, K, L).
show_exp(s_option(S, S1, X, S2), K, [k_option|L]) :-
    show_exp(S2, K, L2),
    show_exp(S1, [bar, k_some, ident(X), arrow|L2], L1),
    show_exp(S, [k_with, k_none, arrow|L1], L).
show_exp(s_list(T, Ss), K, [lbrack|L]) :-
    show_items(Ss, [rbrack|K], L1),
    show_type(T, [bar|L1], L).
show_exp(s_cons(S1, S2), K, [lparen|L]) :-
    show_exp(S2, [rparen|K], L1),
    show_exp(S1, [dcolon|L1], L).
show_exp(s_match(S, S1, X, Y, S2), K, [k_match|L]) :-
    show_exp(S2, K, L2),
    show_exp(S1, [bar, ident(X), dcolon, ident(Y), arrow|L2], L1),
    show_exp(S, [k_with, lbrack, rbrack, arrow|L1], L).
show_exp(s_fun(Ps, S), K, [k_fun|L]) :-
    show_exp(S, K, L1),
    show_params(Ps, [arrow|L1], L).
show_exp(s_app(S1, S2), K, [lparen|L]) :-
    show_exp(S2, [rparen|K], L1),
    show_exp(S1, L1, L).
show_exp(s_let(X, S1, S2), K, [k_let, ident(X), becomes|L]) :-
    show_exp(S2, K, L1),
    show_exp(S1, [k_in|L1], L).
show_exp(s_letrec(F, X, A, B, S1, S2), K,
         [k_let, k_rec, ident(F), lparen, ident(X), colon|L]) :-
    show_exp(S2, K, L3),
    show_exp(S1, [k_in|L3], L2),
    show_type(B, [becomes|L2], L1),
    show_type(A, [rparen, colon|L1], L).
show_exp(s_seq(S1, S2), K, [lparen|L]) :-
    show_exp(S2, [rparen|K], L1),
    show_exp(S1, [semi|L1], L).

show_items([], K, K).
show_items([S|Ss], K, L) :- show_items(Ss, K, L1), show_exp(S, [semi|L1], L).

show_params([], K, K).
show_params([(X, T)|Ps], K, [lparen, ident(X), colon|L]) :-
    show_params(Ps, K, L1),
    show_type(T, [rparen|L1], L).


% ---------------------------------------------------------------------------
% 20  Parsing: a grammar that needs one token of lookahead, or two

:- pred type_expr(ty, list(token), list(token)).
:- pred type_rest(ty, ty, list(token), list(token)).
:- pred expr(sexp, list(token), list(token)).
:- pred paren_rest(sexp, sexp, list(token), list(token)).
:- pred items(list(sexp), list(token), list(token)).
:- pred params(list((name, ty)), list(token), list(token)).
:- pred parse(list(token), sexp).

type_expr(tnat) --> [k_nat].
type_expr(tbool) --> [k_bool].
type_expr(tunit) --> [k_unit].
type_expr(tlist(T)) --> [k_list], type_expr(T).
type_expr(T) --> [lparen], type_expr(A), type_rest(A, T).

type_rest(A, tarrow(A, B)) --> [arrow], type_expr(B), [rparen].
type_rest(A, tpair(A, B)) --> [star], type_expr(B), [rparen].
type_rest(A, tsum(A, B)) --> [plus_sign], type_expr(B), [rparen].

expr(s_var(X)) --> [ident(X)].
expr(s_num(N)) --> [number(N)].
expr(s_bool(tt)) --> [k_true].
expr(s_bool(ff)) --> [k_false].
expr(s_unit) --> [k_unit].
expr(s_op1(O, S)) --> [T], { op1_token(O, T) }, expr(S).
expr(S) --> [lparen], expr(S1), paren_rest(S1, S).
expr(s_if(S, S1, S2)) --> [k_if], expr(S), [k_then], expr(S1), [k_else], expr(S2).
expr(s_natcase(S, S1, X, S2)) -->
    [k_nats], expr(S),
    [k_with, k_zero, arrow], expr(S1),
    [bar, k_succ, ident(X), arrow], expr(S2).
expr(s_fst(S)) --> [k_fst], expr(S).
expr(s_snd(S)) --> [k_snd], expr(S).
expr(s_inl(T, S)) --> [k_inl, lbrack], type_expr(T), [rbrack], expr(S).
expr(s_inr(T, S)) --> [k_inr, lbrack], type_expr(T), [rbrack], expr(S).
expr(s_case(S, X, S1, Y, S2)) -->
    [k_case], expr(S),
    [k_of, k_inl, ident(X), arrow], expr(S1),
    [bar, k_inr, ident(Y), arrow], expr(S2).
expr(s_none(T)) --> [k_none, lbrack], type_expr(T), [rbrack].
expr(s_some(S)) --> [k_some], expr(S).
expr(s_option(S, S1, X, S2)) -->
    [k_option], expr(S),
    [k_with, k_none, arrow], expr(S1),
    [bar, k_some, ident(X), arrow], expr(S2).
expr(s_list(T, Ss)) --> [lbrack], type_expr(T), [bar], items(Ss), [rbrack].
expr(s_match(S, S1, X, Y, S2)) -->
    [k_match], expr(S),
    [k_with, lbrack, rbrack, arrow], expr(S1),
    [bar, ident(X), dcolon, ident(Y), arrow], expr(S2).
expr(s_fun(Ps, S)) --> [k_fun], params(Ps), [arrow], expr(S).
expr(s_let(X, S1, S2)) --> [k_let, ident(X), becomes], expr(S1), [k_in], expr(S2).
expr(s_letrec(F, X, A, B, S1, S2)) -->
    [k_let, k_rec, ident(F), lparen, ident(X), colon], type_expr(A),
    [rparen, colon], type_expr(B),
    [becomes], expr(S1),
    [k_in], expr(S2).

% paren_rest(S1, S): the rest of a form in parentheses that starts with S1.
paren_rest(S1, s_op2(O, S1, S2)) --> [T], { op2_token(O, T) }, expr(S2), [rparen].
paren_rest(S1, s_and(S1, S2)) --> [k_and], expr(S2), [rparen].
paren_rest(S1, s_or(S1, S2)) --> [k_or], expr(S2), [rparen].
paren_rest(S1, s_pair(S1, S2)) --> [comma], expr(S2), [rparen].
paren_rest(S1, s_cons(S1, S2)) --> [dcolon], expr(S2), [rparen].
paren_rest(S1, s_seq(S1, S2)) --> [semi], expr(S2), [rparen].
paren_rest(S1, s_app(S1, S2)) --> expr(S2), [rparen].

items([]) --> [].
items([S|Ss]) --> expr(S), [semi], items(Ss).

params([]) --> [].
params([(X, T)|Ps]) -->
    [lparen, ident(X), colon], type_expr(T), [rparen], params(Ps).

parse(L, S) :- expr(S, L, []).


% ---------------------------------------------------------------------------
% 21  Driver

:- type sample ---> factorial ; fibonacci ; map_double ; append_lists ; reverse
                 ;  sum_list ; safe_pred ; swap_sum ; compose ; even_odd
                 ;  sequence ; find_first.

:- pred front_end(list(token), exp, ty).
:- pred toplevel(list(token), ty, mval).
:- pred interpret(list(token), ty, val).
:- pred sample(sample, sexp, ty).

% front_end(Tokens, E, T): the core program E, of type T.
front_end(L, E, T) :- parse(L, S), s_type([], S, T), desugar([], S, E).

% toplevel(Tokens, T, V): compile and run.
toplevel(L, T, V) :-
    front_end(L, E, T),
    optimise(s(s(z)), E, E1),
    compile_top(E1, C),
    peephole(C, C1),
    run(C1, V).

% interpret(Tokens, T, V): run without compiling.
interpret(L, T, V) :- front_end(L, E, T), eval([], E, V).

% sample(Name, Program, Type): programs to try the whole chain on.

% let rec f (n : nat) : nat = nats n with zero -> 1 | succ m -> n * f m in f 3
sample(factorial,
       s_letrec(f, n, tnat, tnat,
           s_natcase(s_var(n), s_num(s(z)), m,
               s_op2(mul, s_var(n), s_app(s_var(f), s_var(m)))),
           s_app(s_var(f), s_num(s(s(s(z)))))),
       tnat).
sample(fibonacci,
       s_letrec(f, n, tnat, tnat,
           s_if(s_op2(less, s_var(n), s_num(s(s(z)))),
               s_var(n),
               s_op2(add,
                   s_app(s_var(f), s_op1(prev, s_var(n))),
                   s_app(s_var(f), s_op2(sub, s_var(n), s_num(s(s(z))))))),
           s_app(s_var(f), s_num(s(s(s(z)))))),
       tnat).
sample(map_double,
       s_let(g, s_fun([(x, tnat)], s_op2(add, s_var(x), s_var(x))),
           s_letrec(f, xs, tlist(tnat), tlist(tnat),
               s_match(s_var(xs), s_list(tnat, []), x, ys,
                   s_cons(s_app(s_var(g), s_var(x)),
                          s_app(s_var(f), s_var(ys)))),
               s_app(s_var(f), s_list(tnat, [s_num(z), s_num(s(z)), s_num(s(s(z)))])))),
       tlist(tnat)).
sample(append_lists,
       s_letrec(f, xs, tlist(tnat), tarrow(tlist(tnat), tlist(tnat)),
           s_fun([(ys, tlist(tnat))],
               s_match(s_var(xs), s_var(ys), x, xs,
                   s_cons(s_var(x),
                          s_app(s_app(s_var(f), s_var(xs)), s_var(ys))))),
           s_app(s_app(s_var(f), s_list(tnat, [s_num(z), s_num(s(z))])),
                 s_list(tnat, [s_num(s(s(z)))]))),
       tlist(tnat)).
sample(reverse,
       s_letrec(f, xs, tlist(tbool), tarrow(tlist(tbool), tlist(tbool)),
           s_fun([(acc, tlist(tbool))],
               s_match(s_var(xs), s_var(acc), x, ys,
                   s_app(s_app(s_var(f), s_var(ys)),
                         s_cons(s_var(x), s_var(acc))))),
           s_app(s_app(s_var(f), s_list(tbool, [s_bool(tt), s_bool(ff), s_bool(ff)])),
                 s_list(tbool, []))),
       tlist(tbool)).
sample(sum_list,
       s_letrec(f, xs, tlist(tnat), tnat,
           s_match(s_var(xs), s_num(z), x, ys,
               s_op2(add, s_var(x), s_app(s_var(f), s_var(ys)))),
           s_app(s_var(f), s_list(tnat, [s_num(s(z)), s_num(s(s(z)))]))),
       tnat).
sample(safe_pred,
       s_let(f, s_fun([(n, tnat)],
                    s_if(s_op1(iszero, s_var(n)),
                        s_none(tnat),
                        s_some(s_op1(prev, s_var(n))))),
           s_option(s_app(s_var(f), s_num(s(s(z)))), s_num(z), m,
               s_option(s_app(s_var(f), s_num(z)), s_var(m), x, s_var(x)))),
       tnat).
sample(swap_sum,
       s_let(f, s_fun([(x, tsum(tnat, tbool))],
                    s_case(s_var(x), y, s_inr(tbool, s_var(y)),
                                     y, s_inl(tnat, s_var(y)))),
           s_pair(s_app(s_var(f), s_inl(tbool, s_num(s(z)))),
                  s_app(s_var(f), s_inr(tnat, s_bool(tt))))),
       tpair(tsum(tbool, tnat), tsum(tbool, tnat))).
sample(compose,
       s_let(g, s_fun([(f, tarrow(tnat, tnat)), (g, tarrow(tnat, tnat)), (x, tnat)],
                    s_app(s_var(f), s_app(s_var(g), s_var(x)))),
           s_let(f, s_fun([(x, tnat)], s_op1(succ, s_var(x))),
               s_app(s_app(s_app(s_var(g), s_var(f)), s_var(f)), s_num(z)))),
       tnat).
sample(even_odd,
       s_letrec(f, n, tnat, tpair(tbool, tbool),
           s_natcase(s_var(n), s_pair(s_bool(tt), s_bool(ff)), m,
               s_let(x, s_app(s_var(f), s_var(m)),
                   s_pair(s_snd(s_var(x)), s_fst(s_var(x))))),
           s_app(s_var(f), s_num(s(s(s(z)))))),
       tpair(tbool, tbool)).
sample(sequence,
       s_seq(s_unit,
           s_let(x, s_num(s(z)),
               s_and(s_or(s_bool(ff), s_op2(eq, s_var(x), s_num(s(z)))),
                     s_op1(neg, s_op2(less, s_var(x), s_num(z)))))),
       tbool).
sample(find_first,
       s_letrec(f, xs, tlist(tnat), tsum(tunit, tnat),
           s_match(s_var(xs), s_none(tnat), x, ys,
               s_if(s_op2(less, s_num(s(z)), s_var(x)),
                   s_some(s_var(x)),
                   s_app(s_var(f), s_var(ys)))),
           s_app(s_var(f), s_list(tnat, [s_num(s(z)), s_num(s(s(s(z)))), s_num(s(s(z)))]))),
       tsum(tunit, tnat)).
