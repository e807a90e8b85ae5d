% IMP, the language of while programs, with a type system for secure information
% flow. Language and semantics: Winskel, The Formal Semantics of Programming
% Languages (1993), chapter 2. Types: Volpano, Smith and Irvine, A sound type
% system for secure flow analysis, Journal of Computer Security 4 (1996).
% Variables are naturals; memory and security context list, variable by variable,
% the value and the level of each. As in the paper an expression serves as a
% condition: zero is false, all else is true.

nat : type.

zero : nat.
succ : nat -> nat.

exp : type.

num   : nat -> exp.
var   : nat -> exp.
plus  : exp -> exp -> exp.
equal : exp -> exp -> exp.

cmd : type.

skip   : cmd.
assign : nat -> exp -> cmd.
seq    : cmd -> cmd -> cmd.
if     : exp -> cmd -> cmd -> cmd.
while  : exp -> cmd -> cmd.

type memory = [nat].

pred lookup(memory, nat, nat).

lookup([V|_], zero, V).
lookup([_|M], succ X, V) :- lookup(M, X, V).

pred update(memory, nat, nat, memory).

update([_|M], zero, V, [V|M]).
update([W|M], succ X, V, [W|M']) :- update(M, X, V, M').

pred add(nat, nat, nat).

add(zero, N, N).
add(succ M, N, succ K) :- add(M, N, K).

% test_equal(M, N, B): B is one if M and N are equal, else zero.

pred test_equal(nat, nat, nat).

test_equal(zero, zero, succ zero).
test_equal(zero, succ _, zero).
test_equal(succ _, zero, zero).
test_equal(succ M, succ N, B) :- test_equal(M, N, B).

pred evaluate(exp, memory, nat).

evaluate(num N, _, N).
evaluate(var X, M, V) :- lookup(M, X, V).
evaluate(plus E1 E2, M, V) :- evaluate(E1, M, V1), evaluate(E2, M, V2), add(V1, V2, V).
evaluate(equal E1 E2, M, V) :- evaluate(E1, M, V1), evaluate(E2, M, V2), test_equal(V1, V2, V).

pred execute(cmd, memory, memory).

execute(skip, M, M).
execute(assign X E, M, M') :- evaluate(E, M, V), update(M, X, V, M').
execute(seq C1 C2, M, M'') :- execute(C1, M, M'), execute(C2, M', M'').
execute(if E C1 _, M, M') :- evaluate(E, M, succ _), execute(C1, M, M').
execute(if E _ C2, M, M') :- evaluate(E, M, zero), execute(C2, M, M').
execute(while E _, M, M) :- evaluate(E, M, zero).
execute(while E C, M, M'') :-
  evaluate(E, M, succ _), execute(C, M, M'), execute(while E C, M', M'').

% Information may flow up, from low to high.

level : type.

low  : level.
high : level.

pred flows_to(level, level).

flows_to(low, _).
flows_to(high, high).

pred join(level, level, level).

join(low, L, L).
join(high, _, high).

type context = [level].

pred lookup_level(context, nat, level).

lookup_level([L|_], zero, L).
lookup_level([_|G], succ X, L) :- lookup_level(G, X, L).

% The level of an expression is the highest of its variables.

pred expression_level(context, exp, level).

expression_level(_, num _, low).
expression_level(G, var X, L) :- lookup_level(G, X, L).
expression_level(G, plus E1 E2, L) :-
  expression_level(G, E1, L1), expression_level(G, E2, L2), join(L1, L2, L).
expression_level(G, equal E1 E2, L) :-
  expression_level(G, E1, L1), expression_level(G, E2, L2), join(L1, L2, L).

% secure(G, Pc, C): command C leaks nothing, where whether it is executed at all
% is known at level Pc.

pred secure(context, level, cmd).

secure(_, _, skip).
secure(G, Pc, assign X E) :-
  expression_level(G, E, L), join(Pc, L, L'), lookup_level(G, X, LX), flows_to(L', LX).
secure(G, Pc, seq C1 C2) :- secure(G, Pc, C1), secure(G, Pc, C2).
secure(G, Pc, if E C1 C2) :-
  expression_level(G, E, L), join(Pc, L, Pc'), secure(G, Pc', C1), secure(G, Pc', C2).
secure(G, Pc, while E C) :- expression_level(G, E, L), join(Pc, L, Pc'), secure(G, Pc', C).

% What the properties speak of: memories that differ in high variables only.

pred low_equal(context, memory, memory).

low_equal([], [], []).
low_equal([low|G], [V|M], [V|M']) :- low_equal(G, M, M').
low_equal([high|G], [_|M], [_|M']) :- low_equal(G, M, M').

#trusted lookup/3, update/4, add/3, test_equal/3, lookup_level/3, low_equal/3.
