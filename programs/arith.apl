% Typed arithmetic expressions: booleans, naturals, and the tests between them.
% Pierce, Types and Programming Languages (2002): syntax and evaluation from
% figures 3-1 and 3-2, typing from figures 8-1 and 8-2.

tm : type.

ttrue   : tm.
tfalse  : tm.
tif     : tm -> tm -> tm -> tm.
tzero   : tm.
tsucc   : tm -> tm.
tpred   : tm -> tm.
tiszero : tm -> tm.

ty : type.

tbool : ty.
tnat  : ty.

% Values: the two truth values, and the numerals.

pred boolean_value(tm).

boolean_value ttrue.
boolean_value tfalse.

pred numeric_value(tm).

numeric_value tzero.
numeric_value (tsucc V) :- numeric_value V.

pred value(tm).

value V :- boolean_value V.
value V :- numeric_value V.

% One step of evaluation, rules in the order of the book.

pred step(tm, tm).

step(tif ttrue T2 _, T2).
step(tif tfalse _ T3, T3).
step(tif T1 T2 T3, tif T1' T2 T3) :- step(T1, T1').
step(tsucc T, tsucc T') :- step(T, T').
step(tpred tzero, tzero).
step(tpred (tsucc V), V) :- numeric_value V.
step(tpred T, tpred T') :- step(T, T').
step(tiszero tzero, ttrue).
step(tiszero (tsucc V), tfalse) :- numeric_value V.
step(tiszero T, tiszero T') :- step(T, T').

pred has_type(tm, ty).

has_type(ttrue, tbool).
has_type(tfalse, tbool).
has_type(tif T1 T2 T3, A) :- has_type(T1, tbool), has_type(T2, A), has_type(T3, A).
has_type(tzero, tnat).
has_type(tsucc T, tnat) :- has_type(T, tnat).
has_type(tpred T, tnat) :- has_type(T, tnat).
has_type(tiszero T, tbool) :- has_type(T, tnat).

% What the properties speak of: a term is not stuck if it is a value or steps.

pred exists_step(tm).

exists_step T :- step(T, _).

pred not_stuck(tm).

not_stuck T :- value T.
not_stuck T :- exists_step T.

#trusted exists_step/1, not_stuck/1.
