% The simply typed lambda calculus of stlc.apl (Pierce, Types and Programming
% Languages, chapters 6 and 9) with one mistake.
%
% BUG: clause substitute.4 goes under a binder with K: the index should be succ K.
% The variable that the binder binds is replaced, not the one meant.

#properties "stlc".

nat : type.

zero : nat.
succ : nat -> nat.

ty : type.

tbool : ty.
arrow : ty -> ty -> ty.

tm : type.

var    : nat -> tm.
lam    : ty -> tm -> tm.
app    : tm -> tm -> tm.
ttrue  : tm.
tfalse : tm.
tif    : tm -> tm -> tm -> tm.

pred less(nat, nat).

less(zero, succ _).
less(succ M, succ N) :- less(M, N).

pred at_most(nat, nat).

at_most(zero, _).
at_most(succ M, succ N) :- at_most(M, N).

% shift(C, T, T'): T' is T with every variable from C on moved up by one.

pred shift(nat, tm, tm).

shift(C, var N, var N) :- less(N, C).
shift(C, var N, var (succ N)) :- at_most(C, N).
shift(C, lam A T, lam A T') :- shift(succ C, T, T').
shift(C, app T1 T2, app T1' T2') :- shift(C, T1, T1'), shift(C, T2, T2').
shift(_, ttrue, ttrue).
shift(_, tfalse, tfalse).
shift(C, tif T1 T2 T3, tif T1' T2' T3') :-
  shift(C, T1, T1'), shift(C, T2, T2'), shift(C, T3, T3').

% substitute(T, K, S, T'): T' is T with S for variable K. The binder of K goes
% away, so the variables above K move down by one.

pred substitute(tm, nat, tm, tm).

substitute(var K, K, S, S).
substitute(var N, K, _, var N) :- less(N, K).
substitute(var (succ N), K, _, var N) :- at_most(K, N).
substitute(lam A T, K, S, lam A T') :- shift(zero, S, S'), substitute(T, K, S', T').
substitute(app T1 T2, K, S, app T1' T2') :- substitute(T1, K, S, T1'), substitute(T2, K, S, T2').
substitute(ttrue, _, _, ttrue).
substitute(tfalse, _, _, tfalse).
substitute(tif T1 T2 T3, K, S, tif T1' T2' T3') :-
  substitute(T1, K, S, T1'), substitute(T2, K, S, T2'), substitute(T3, K, S, T3').

pred value(tm).

value (lam _ _).
value ttrue.
value tfalse.

pred step(tm, tm).

step(app T1 T2, app T1' T2) :- step(T1, T1').
step(app V1 T2, app V1 T2') :- value V1, step(T2, T2').
step(app (lam _ T) V, T') :- value V, substitute(T, zero, V, T').
step(tif ttrue T2 _, T2).
step(tif tfalse _ T3, T3).
step(tif T1 T2 T3, tif T1' T2 T3) :- step(T1, T1').

% A context lists the types of the free variables, the innermost binder's first.

type ctx = [ty].

pred lookup(ctx, nat, ty).

lookup([A|_], zero, A).
lookup([_|G], succ N, A) :- lookup(G, N, A).

pred has_type(ctx, tm, ty).

has_type(G, var N, A) :- lookup(G, N, A).
has_type(G, lam A T, arrow A B) :- has_type([A|G], T, B).
has_type(G, app T1 T2, B) :- has_type(G, T1, arrow A B), has_type(G, T2, A).
has_type(_, ttrue, tbool).
has_type(_, tfalse, tbool).
has_type(G, tif T1 T2 T3, A) :- has_type(G, T1, tbool), has_type(G, T2, A), has_type(G, T3, A).

% What the properties speak of: terms that are not stuck, and contexts that
% have one more variable, insert_at(K, A, G, G').

pred not_stuck(tm).

not_stuck T :- value T.
not_stuck T :- step(T, _).

pred insert_at(nat, ty, ctx, ctx).

insert_at(zero, A, G, [A|G]).
insert_at(succ K, A, [B|G], [B|G']) :- insert_at(K, A, G, G').

#trusted lookup/3, not_stuck/1, insert_at/4.
