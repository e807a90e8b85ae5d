%  properties/bool.pl: the laws of Boolean algebra for not_, and_ and or_.
%
%  FitSpec (R. Braquehais and C. Runciman, Haskell 2016) studies two sets of them.  In
%  its order they are, for not_ and and_,
%    not_not, and_commutes, and_idempotent, and_false, and_associates, and_not,
%    and_not_false
%  and for all three operators,
%    not_true, not_not, and_commutes, and_idempotent, and_true, and_false,
%    and_exchange, or_commutes, or_idempotent, or_true, or_false, or_exchange,
%    and_absorbs, or_absorbs, and_not.
%  The last four of this file are not among FitSpec's.

:- check(not_not, 6, (not_(P, Q), not_(Q, R) => R = P)).
:- check(and_commutes, 6, (and_(P, Q, R), and_(Q, P, S) => R = S)).
:- check(and_idempotent, 6, (and_(P, P, R) => R = P)).
:- check(and_false, 6, (and_(_, ff, R) => R = ff)).
:- check(and_associates, 6,
         (and_(Q, R, QR), and_(P, QR, S), and_(P, Q, PQ), and_(PQ, R, T) => S = T)).
:- check(and_not, 6, (not_(P, Q), and_(P, Q, R) => R = ff)).
:- check(and_not_false, 6, (not_(ff, Q), and_(P, Q, R) => R = P)).

:- check(not_true, 6, (not_(tt, Q) => Q = ff)).
:- check(and_true, 6, (and_(P, tt, R) => R = P)).
:- check(and_exchange, 6,
         (and_(Q, R, QR), and_(P, QR, S), and_(P, R, PR), and_(Q, PR, T) => S = T)).
:- check(or_commutes, 6, (or_(P, Q, R), or_(Q, P, S) => R = S)).
:- check(or_idempotent, 6, (or_(P, P, R) => R = P)).
:- check(or_true, 6, (or_(_, tt, R) => R = tt)).
:- check(or_false, 6, (or_(P, ff, R) => R = P)).
:- check(or_exchange, 6,
         (or_(Q, R, QR), or_(P, QR, S), or_(P, R, PR), or_(Q, PR, T) => S = T)).
:- check(and_absorbs, 6, (or_(P, _, R), and_(P, R, S) => S = P)).
:- check(or_absorbs, 6, (and_(P, _, R), or_(P, R, S) => S = P)).

:- check(or_not, 6, (not_(P, Q), or_(P, Q, R) => R = tt)).
:- check(de_morgan_and, 6,
         (and_(P, Q, PQ), not_(PQ, R), not_(P, P1), not_(Q, Q1) => or_(P1, Q1, R))).
:- check(de_morgan_or, 6,
         (or_(P, Q, PQ), not_(PQ, R), not_(P, P1), not_(Q, Q1) => and_(P1, Q1, R))).
:- check(and_distributes, 6,
         (or_(Q, R, QR), and_(P, QR, S), and_(P, Q, PQ), and_(P, R, PR) => or_(PQ, PR, S))).
