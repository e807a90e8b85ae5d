% The list machine: a pointer machine whose only data are lists, its small-step
% semantics and its type system. Appel, Dockins and Leroy, A list-machine
% benchmark for mechanized metatheory, Journal of Automated Reasoning 49 (2012).
% Variables are naturals, and stores and environments lists of pairs; a label is
% the position of its block in the program.

nat : type.

zero : nat.
succ : nat -> nat.

value : type.

vnil  : value.
vcons : value -> value -> value.

field : type.

head : field.
tail : field.

% branch_if_nil X L: go to L if X is nil. fetch_field X F Y: Y becomes field F of X.
% make_cons X0 X1 Y: Y becomes the pair of X0 and X1.

instruction : type.

jump          : nat -> instruction.
branch_if_nil : nat -> nat -> instruction.
fetch_field   : nat -> field -> nat -> instruction.
make_cons     : nat -> nat -> nat -> instruction.
halt          : instruction.
seq           : instruction -> instruction -> instruction.

type store = [(nat, value)].
type program = [instruction].

pred lookup_block(program, nat, instruction).

lookup_block([I|_], zero, I).
lookup_block([_|P], succ L, I) :- lookup_block(P, L, I).

pred different(nat, nat).

different(zero, succ _).
different(succ _, zero).
different(succ M, succ N) :- different(M, N).

pred lookup_value(store, nat, value).

lookup_value([(X, A)|_], X, A).
lookup_value([(Y, _)|R], X, A) :- different(X, Y), lookup_value(R, X, A).

pred update_value(store, nat, value, store).

update_value([], X, A, [(X, A)]).
update_value([(X, _)|R], X, A, [(X, A)|R]).
update_value([(Y, B)|R], X, A, [(Y, B)|R']) :- different(X, Y), update_value(R, X, A, R').

% step(P, R, I, R', I'): program P goes from store R, with I still to be
% executed, to store R' and the rest I'.

pred step(program, store, instruction, store, instruction).

step(_, R, seq (seq I1 I2) I3, R, seq I1 (seq I2 I3)).
step(_, R, seq (fetch_field X head Y) I, R', I) :- lookup_value(R, X, vcons A _), update_value(R, Y, A, R').
step(_, R, seq (fetch_field X tail Y) I, R', I) :- lookup_value(R, X, vcons _ B), update_value(R, Y, B, R').
step(_, R, seq (make_cons X0 X1 Y) I, R', I) :-
  lookup_value(R, X0, A), lookup_value(R, X1, B), update_value(R, Y, vcons A B, R').
step(_, R, seq (branch_if_nil X _) I, R, I) :- lookup_value(R, X, vcons _ _).
step(P, R, seq (branch_if_nil X L) _, R, I) :- lookup_value(R, X, vnil), lookup_block(P, L, I).
step(P, R, jump L, R, I) :- lookup_block(P, L, I).

% Types of values: only nil, lists, and lists that are not nil.

ty : type.

tnil      : ty.
tlist     : ty -> ty.
tlistcons : ty -> ty.

pred subtype(ty, ty).

subtype(A, A).
subtype(tnil, tlist _).
subtype(tlist A, tlist B) :- subtype(A, B).
subtype(tlistcons A, tlist B) :- subtype(A, B).
subtype(tlistcons A, tlistcons B) :- subtype(A, B).

% lub(A, B, C): C is the least type above both A and B.

pred lub(ty, ty, ty).

lub(tnil, tnil, tnil).
lub(tnil, tlist A, tlist A).
lub(tnil, tlistcons A, tlist A).
lub(tlist A, tnil, tlist A).
lub(tlist A, tlist B, tlist C) :- lub(A, B, C).
lub(tlist A, tlistcons B, tlist C) :- lub(A, B, C).
lub(tlistcons A, tnil, tlist A).
lub(tlistcons A, tlist B, tlist C) :- lub(A, B, C).
lub(tlistcons A, tlistcons B, tlistcons C) :- lub(A, B, C).

type env = [(nat, ty)].

pred lookup_type(env, nat, ty).

lookup_type([(X, A)|_], X, A).
lookup_type([(Y, _)|G], X, A) :- different(X, Y), lookup_type(G, X, A).

pred update_type(env, nat, ty, env).

update_type([], X, A, [(X, A)]).
update_type([(X, _)|G], X, A, [(X, A)|G]).
update_type([(Y, B)|G], X, A, [(Y, B)|G']) :- different(X, Y), update_type(G, X, A, G').

% An environment is below another that asks no more of its variables.

pred env_subtype(env, env).

env_subtype(_, []).
env_subtype(G, [(X, B)|G']) :- lookup_type(G, X, A), subtype(A, B), env_subtype(G, G').

% A program typing gives the environment that each block expects.

type program_typing = [env].

pred lookup_env(program_typing, nat, env).

lookup_env([G|_], zero, G).
lookup_env([_|Pi], succ L, G) :- lookup_env(Pi, L, G).

% check_instruction(Pi, G, I, G'): started in G, instruction I falls through in G'.

pred check_instruction(program_typing, env, instruction, env).

check_instruction(Pi, G, seq I1 I2, G'') :-
  check_instruction(Pi, G, I1, G'), check_instruction(Pi, G', I2, G'').
check_instruction(Pi, G, branch_if_nil X L, G') :-
  lookup_type(G, X, tlist A), lookup_env(Pi, L, G1),
  update_type(G, X, tnil, G0), env_subtype(G0, G1), update_type(G, X, tlistcons A, G').
check_instruction(Pi, G, branch_if_nil X L, G) :-
  lookup_type(G, X, tlistcons _), lookup_env(Pi, L, G1),
  update_type(G, X, tnil, G0), env_subtype(G0, G1).
check_instruction(Pi, G, branch_if_nil X L, G) :-
  lookup_type(G, X, tnil), lookup_env(Pi, L, G1), env_subtype(G, G1).
check_instruction(_, G, fetch_field X head Y, G') :-
  lookup_type(G, X, tlistcons A), update_type(G, Y, A, G').
check_instruction(_, G, fetch_field X tail Y, G') :-
  lookup_type(G, X, tlistcons A), update_type(G, Y, tlist A, G').
check_instruction(_, G, make_cons X0 X1 Y, G') :-
  lookup_type(G, X0, A0), lookup_type(G, X1, A1), lub(tlist A0, A1, tlist A),
  update_type(G, Y, tlistcons A, G').

% A block ends by halting or by a jump.

pred check_block(program_typing, env, instruction).

check_block(_, _, halt).
check_block(Pi, G, seq I1 I2) :- check_instruction(Pi, G, I1, G'), check_block(Pi, G', I2).
check_block(Pi, G, jump L) :- lookup_env(Pi, L, G1), env_subtype(G, G1).

% check_blocks(Pi, P, Pi'): each block of P is typed in its environment of Pi',
% where the whole program, that its jumps go to, has typing Pi.

pred check_blocks(program_typing, program, program_typing).

check_blocks(_, [], []).
check_blocks(Pi, [I|P], [G|Pi']) :- check_block(Pi, G, I), check_blocks(Pi, P, Pi').

pred check_program(program, program_typing).

check_program(P, Pi) :- check_blocks(Pi, P, Pi).

% What the properties speak of: values and stores that have a type, environments
% that name no variable twice, states that are not stuck.

pred has_type(value, ty).

has_type(vnil, tnil).
has_type(vnil, tlist _).
has_type(vcons A B, tlist T) :- has_type(A, T), has_type(B, tlist T).
has_type(vcons A B, tlistcons T) :- has_type(A, T), has_type(B, tlist T).

pred store_has_type(store, env).

store_has_type(_, []).
store_has_type(R, [(X, T)|G]) :- lookup_value(R, X, A), has_type(A, T), store_has_type(R, G).

pred not_in(nat, env).

not_in(_, []).
not_in(X, [(Y, _)|G]) :- different(X, Y), not_in(X, G).

pred distinct(env).

distinct [].
distinct [(X, _)|G] :- not_in(X, G), distinct G.

pred step_or_halt(program, store, instruction).

step_or_halt(_, _, halt).
step_or_halt(P, R, I) :- step(P, R, I, _, _).

pred has_lub(ty, ty).

has_lub(A, B) :- lub(A, B, _).

#trusted different/2, lookup_block/3, lookup_value/3, update_value/4, lookup_type/3, update_type/4, lookup_env/3.
#trusted has_type/2, store_has_type/2, not_in/2, distinct/1, step_or_halt/3, has_lub/2.
