% What Pierce proves of typed arithmetic expressions (programs/arith.apl), with
% the number of the theorem in Types and Programming Languages.

% 8.2.4, every typable term has one type.
#check "unique typing" 8 : has_type(E, A), has_type(E, B) => A = B.

% 8.3.1, canonical forms.
#check "boolean values" 8 : value V, has_type(V, tbool) => boolean_value V.
#check "numeric values" 8 : value V, has_type(V, tnat) => numeric_value V.

% 8.3.2, a well-typed term is a value or takes a step.
#check "progress" 8 : has_type(E, _) => not_stuck E.

% 8.3.3, a step keeps the type.
#check "preservation" 7 : has_type(E, A), step(E, E') => has_type(E', A).

% 3.5.4, one-step evaluation is deterministic.
#check "determinism" 6 : step(E, E1), step(E, E2) => E1 = E2.

% 3.5.7, every value is in normal form.
#check "values do not step" 8 : value V, step(V, _) => false.
