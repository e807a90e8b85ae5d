% What Volpano, Smith and Irvine prove of their type system, here for IMP
% (programs/imp.apl), and what their proofs rest on.

% Evaluation and execution have at most one result.
#check "evaluation deterministic" 7 : evaluate(E, M, V), evaluate(E, M, W) => V = W.
#check "execution deterministic" 8 : execute(C, M, M1), execute(C, M, M2) => M1 = M2.

% The value of a low expression does not depend on high variables.
#check "simple security" 7 :
  expression_level(G, E, low), low_equal(G, M1, M2), evaluate(E, M1, V1), evaluate(E, M2, V2)
  => V1 = V2.

% Where it is a secret that a command is executed, it writes no low variable. (The
% last hypothesis only says that memory and context have the same variables.)
#check "confinement" 8 :
  secure(G, high, C), execute(C, M, M'), low_equal(G, M, _) => low_equal(G, M, M').

% What is secure in a secret branch is secure outside.
#check "anti-monotonicity" 8 : secure(G, L, C), flows_to(L', L) => secure(G, L', C).

% Low results do not depend on high variables.
#check "non-interference" 7 :
  secure(G, low, C), low_equal(G, M1, M2), execute(C, M1, M1'), execute(C, M2, M2')
  => low_equal(G, M1', M2').
