% The lemmas and theorems of the benchmark on the list machine
% (programs/list_machine.apl): Appel, Dockins and Leroy 2012.

% Subtyping is a partial order.
#check "subtype reflexive" 8 : subtype(A, A).
#check "subtype transitive" 7 : subtype(A, B), subtype(B, C) => subtype(A, C).
#check "subtype antisymmetric" 8 : subtype(A, B), subtype(B, A) => A = B.

% Any two types have exactly one least upper bound.
#check "lub total" 6 : has_lub(A, B).
#check "lub unique" 6 : lub(A, B, C), lub(A, B, D) => C = D.
#check "lub commutative" 7 : lub(A, B, C) => lub(B, A, C).
#check "lub above" 7 : lub(A, _, C) => subtype(A, C).
#check "lub least" 6 : lub(A, B, C), subtype(A, D), subtype(B, D) => subtype(C, D).

% What has a type has every type above it.
#check "subsumption" 7 : has_type(V, A), subtype(A, B) => has_type(V, B).
#check "store subsumption" 8 :
  store_has_type(R, G), env_subtype(G, G') => store_has_type(R, G').

% Preservation, in four parts: when a sequence is regrouped (the only step that an
% empty program takes in the empty store), when an instruction falls through, when
% a branch is taken, and at a jump.
#check "sequence preservation" 9 :
  check_block(Pi, G, I), step([], [], I, [], I') => check_block(Pi, G, I').
#check "instruction preservation" 8 :
  check_instruction(_, G, I, G'), distinct G, store_has_type(R, G),
  step([], R, seq I halt, R', halt) => store_has_type(R', G').
#check "branch preservation" 8 :
  check_instruction(Pi, G, branch_if_nil X L, _), store_has_type(R, G),
  lookup_value(R, X, vnil), lookup_env(Pi, L, G') => store_has_type(R, G').
#check "jump preservation" 8 :
  check_block(Pi, G, jump L), store_has_type(R, G), lookup_env(Pi, L, G')
  => store_has_type(R, G').

% A well-typed state of a well-typed program steps, or has halted.
#check "progress" 8 :
  check_block(Pi, G, I), store_has_type(R, G), check_program(P, Pi) => step_or_halt(P, R, I).
