%  programs/set.pl: finite sets of Peano naturals as strictly ascending lists.
%
%  Ordered sets as in R. O'Keefe, "The Craft of Prolog" (1990).  Sets, and sets of sets,
%  are two studies of R. Braquehais and C. Runciman, "FitSpec: Refining Property Sets for
%  Functional Testing" (Haskell 2016), on a Haskell library by Runciman.  Properties:
%  properties/set.pl.

:- type nat ---> z ; s(nat).
:- type set = list(nat).

:- pred lt(nat, nat).
:- pred elem(nat, set).
:- func insert(nat, set) = set.
:- func delete(nat, set) = set.
:- func union(set, set) = set.
:- func intersection(set, set) = set.
:- func difference(set, set) = set.
:- pred subset(set, set).
:- func power(set) = list(set).
:- func add_to_each(nat, list(set)) = list(set).
:- func append(list(A), list(A)) = list(A).
:- pred partition(set, list(set)).
:- pred divide(list(A), list(A), list(A)).

:- trusted lt/2, append/3.

lt(z, s(_)).
lt(s(X), s(Y)) :-
    lt(X, Y).

elem(X, [X|_]).
elem(X, [Y|Ys]) :-
    lt(Y, X),
    elem(X, Ys).

insert(X, [], [X]).
insert(X, [X|Ys], [X|Ys]).
insert(X, [Y|Ys], [X,Y|Ys]) :-
    lt(X, Y).
insert(X, [Y|Ys], [Y|Zs]) :-
    lt(Y, X),
    insert(X, Ys, Zs).

delete(_, [], []).
delete(X, [X|Ys], Ys).
delete(X, [Y|Ys], [Y|Ys]) :-
    lt(X, Y).
delete(X, [Y|Ys], [Y|Zs]) :-
    lt(Y, X),
    delete(X, Ys, Zs).

%  The three operations walk along both lists, always past the lesser head.

union([], Ys, Ys).
union([X|Xs], [], [X|Xs]).
union([X|Xs], [X|Ys], [X|Zs]) :-
    union(Xs, Ys, Zs).
union([X|Xs], [Y|Ys], [X|Zs]) :-
    lt(X, Y),
    union(Xs, [Y|Ys], Zs).
union([X|Xs], [Y|Ys], [Y|Zs]) :-
    lt(Y, X),
    union([X|Xs], Ys, Zs).

intersection([], _, []).
intersection([_|_], [], []).
intersection([X|Xs], [X|Ys], [X|Zs]) :-
    intersection(Xs, Ys, Zs).
intersection([X|Xs], [Y|Ys], Zs) :-
    lt(X, Y),
    intersection(Xs, [Y|Ys], Zs).
intersection([X|Xs], [Y|Ys], Zs) :-
    lt(Y, X),
    intersection([X|Xs], Ys, Zs).

difference([], _, []).
difference([X|Xs], [], [X|Xs]).
difference([X|Xs], [X|Ys], Zs) :-
    difference(Xs, Ys, Zs).
difference([X|Xs], [Y|Ys], [X|Zs]) :-
    lt(X, Y),
    difference(Xs, [Y|Ys], Zs).
difference([X|Xs], [Y|Ys], Zs) :-
    lt(Y, X),
    difference([X|Xs], Ys, Zs).

subset([], _).
subset([X|Xs], [X|Ys]) :-
    subset(Xs, Ys).
subset([X|Xs], [Y|Ys]) :-
    lt(Y, X),
    subset([X|Xs], Ys).

%  power(S, Ps): Ps are the subsets of S, each once.

power([], [[]]).
power([X|Xs], Ps) :-
    power(Xs, Without),
    add_to_each(X, Without, With),
    append(With, Without, Ps).

%  add_to_each(X, Ss, Ts): X is put before each set in Ss.

add_to_each(_, [], []).
add_to_each(X, [S|Ss], [[X|S]|Ts]) :-
    add_to_each(X, Ss, Ts).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).

%  partition(S, P): P divides S into blocks that are not empty, in the order of their
%  least elements.  The least element of S chooses who shares its block.

partition([], []).
partition([X|Xs], [[X|Block]|Blocks]) :-
    divide(Xs, Block, Rest),
    partition(Rest, Blocks).

%  divide(Xs, Ys, Zs): each element of Xs is in Ys or in Zs, in the order of Xs.

divide([], [], []).
divide([X|Xs], [X|Ys], Zs) :-
    divide(Xs, Ys, Zs).
divide([X|Xs], Ys, [X|Zs]) :-
    divide(Xs, Ys, Zs).
