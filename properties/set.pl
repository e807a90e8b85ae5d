%  properties/set.pl: what the operations on sets mean, element by element.
%
%  FitSpec (R. Braquehais and C. Runciman, Haskell 2016) ends its study of sets with one
%  equivalence an operation, such as `x <~ insertS y s == (x == y || x <~ s)`.  A logic
%  program states the two directions apart: OPERATION_only (nothing else is in the
%  result) and OPERATION_all (nothing is missing).  That results are strictly ascending,
%  which FitSpec's abstract type promises, is stated, too.  power and partition are from
%  its study of sets of sets.

:- pred is_set(set).
:- pred neq(nat, nat).
:- pred all_elements(set, set).
:- pred among(A, list(A)).
:- func union_all(list(set)) = set.
:- func size(list(A)) = nat.
:- func total_size(list(set)) = nat.
:- func plus(nat, nat) = nat.
:- pred blocks(list(set)).

:- trusted is_set/1, neq/2, among/2, size/2, total_size/2, plus/3, blocks/1.

%  is_set(S): S ascends strictly.

is_set([]).
is_set([_]).
is_set([X,Y|Ys]) :-
    lt(X, Y),
    is_set([Y|Ys]).

neq(z, s(_)).
neq(s(_), z).
neq(s(X), s(Y)) :-
    neq(X, Y).

%  all_elements(S, T): subset/2 as it is defined in mathematics.

all_elements([], _).
all_elements([X|Xs], T) :-
    elem(X, T),
    all_elements(Xs, T).

among(X, [X|_]).
among(X, [_|Ys]) :-
    among(X, Ys).

union_all([], []).
union_all([S|Ss], U) :-
    union_all(Ss, T),
    union(S, T, U).

size([], z).
size([_|Xs], s(N)) :-
    size(Xs, N).

total_size([], z).
total_size([S|Ss], N) :-
    size(S, K),
    total_size(Ss, M),
    plus(K, M, N).

plus(z, Y, Y).
plus(s(X), Y, s(Z)) :-
    plus(X, Y, Z).

%  blocks(P): P is a list of nonempty sets in the order of their least elements.

blocks([]).
blocks([[X|Xs]]) :-
    is_set([X|Xs]).
blocks([[X|Xs],[Y|Ys]|P]) :-
    is_set([X|Xs]),
    lt(X, Y),
    blocks([[Y|Ys]|P]).

:- check(insert_only, 8, (is_set(S), insert(Y, S, T), elem(X, T) => X = Y ; elem(X, S))).
:- check(insert_all, 8,
         (is_set(S), insert(Y, S, T), (X = Y ; elem(X, S)) => elem(X, T))).
:- check(delete_only, 8,
         (is_set(S), delete(Y, S, T), elem(X, T) => elem(X, S), neq(X, Y))).
:- check(delete_all, 8,
         (is_set(S), delete(Y, S, T), elem(X, S), neq(X, Y) => elem(X, T))).
:- check(union_only, 8,
         (is_set(S), is_set(T), union(S, T, U), elem(X, U) => elem(X, S) ; elem(X, T))).
:- check(union_all, 8,
         (is_set(S), is_set(T), union(S, T, U), (elem(X, S) ; elem(X, T)) => elem(X, U))).
:- check(intersection_only, 8,
         (is_set(S), is_set(T), intersection(S, T, U), elem(X, U)
          => elem(X, S), elem(X, T))).
:- check(intersection_all, 8,
         (is_set(S), is_set(T), intersection(S, T, U), elem(X, S), elem(X, T)
          => elem(X, U))).
:- check(difference_only, 8,
         (is_set(S), is_set(T), difference(S, T, U), elem(X, U), elem(Y, T)
          => elem(X, S), neq(X, Y))).
:- check(difference_all, 8,
         (is_set(S), is_set(T), difference(S, T, U), elem(X, S)
          => elem(X, T) ; elem(X, U))).
:- check(subset_only, 8, (is_set(S), is_set(T), subset(S, T) => all_elements(S, T))).
:- check(subset_all, 8, (is_set(S), is_set(T), all_elements(S, T) => subset(S, T))).

:- check(insert_is_set, 8, (is_set(S), insert(_, S, T) => is_set(T))).
:- check(delete_is_set, 8, (is_set(S), delete(_, S, T) => is_set(T))).
:- check(union_is_set, 8, (is_set(S), is_set(T), union(S, T, U) => is_set(U))).
:- check(intersection_is_set, 8,
         (is_set(S), is_set(T), intersection(S, T, U) => is_set(U))).
:- check(difference_is_set, 8, (is_set(S), is_set(T), difference(S, T, U) => is_set(U))).

:- check(power_only, 14, (is_set(S), power(S, Ps), among(T, Ps) => subset(T, S))).
:- check(power_all, 9,
         (is_set(S), subset(T, S), is_set(T) => exists(Ps, (power(S, Ps), among(T, Ps))))).
:- check(partition_blocks, 8, (is_set(S), partition(S, P) => blocks(P))).
:- check(partition_union, 8, (is_set(S), partition(S, P) => union_all(P, S))).
:- check(partition_disjoint, 8,
         (is_set(S), size(S, N), partition(S, P) => total_size(P, N))).
:- check(partition_all, 8,
         (is_set(S), size(S, N), blocks(P), total_size(P, N), union_all(P, S)
          => partition(S, P))).
