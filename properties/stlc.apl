% What Pierce proves of the simply typed lambda calculus (programs/stlc.apl),
% with the number of the theorem in Types and Programming Languages.

% 9.3.3, in a given context a term has at most one type.
#check "unique typing" 8 : has_type(G, E, A), has_type(G, E, B) => A = B.

% 9.3.5, a closed well-typed term is a value or takes a step.
#check "progress" 8 : has_type([], E, _) => not_stuck E.

% 9.3.7, one more variable in the context does no harm.
#check "weakening" 6 :
  has_type(G, E, A), insert_at(K, _, G, G'), shift(K, E, E') => has_type(G', E', A).

% 9.3.8, substitution keeps the type.
#check "substitution" 5 :
  has_type(G', E, A), insert_at(K, B, G, G'), has_type(G, S, B), substitute(E, K, S, E')
  => has_type(G, E', A).

% 9.3.9, a step keeps the type.
#check "preservation" 8 : has_type([], E, A), step(E, E') => has_type([], E', A).

% Evaluation is deterministic, on open and ill-typed terms as well.
#check "determinism" 6 : step(E, E1), step(E, E2) => E1 = E2.

% Values are normal forms.
#check "values do not step" 6 : value V, step(V, _) => false.
