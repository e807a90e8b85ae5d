%  programs/bool.pl: negation, conjunction and disjunction as functions.
%
%  The smallest study of R. Braquehais and C. Runciman, "FitSpec: Refining Property Sets
%  for Functional Testing" (Haskell 2016): every table of values can be enumerated, so
%  each answer about the properties is final.  Properties: properties/bool.pl.

:- type boolean ---> ff ; tt.

:- func not_(boolean) = boolean.
:- func and_(boolean, boolean) = boolean.
:- func or_(boolean, boolean) = boolean.

not_(ff, tt).
not_(tt, ff).

and_(ff, _, ff).
and_(tt, P, P).

or_(ff, P, P).
or_(tt, _, tt).
