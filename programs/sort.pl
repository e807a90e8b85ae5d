%  programs/sort.pl: insertion sort and merge sort for lists of Peano naturals.
%
%  Both are textbook programs (L. Sterling and E. Shapiro, "The Art of Prolog", 1994).
%  Sorting is the first study of R. Braquehais and C. Runciman, "FitSpec: Refining
%  Property Sets for Functional Testing" (Haskell 2016).
%
%  Tests of leq/2 and lt/2 exclude each other, so that each predicate is a function
%  and may be run with open arguments.  Properties: properties/sort.pl.

:- type nat ---> z ; s(nat).

:- pred leq(nat, nat).
:- pred lt(nat, nat).
:- func isort(list(nat)) = list(nat).
:- func insert(nat, list(nat)) = list(nat).
:- func msort(list(nat)) = list(nat).
:- pred split(list(A), list(A), list(A)).
:- func merge(list(nat), list(nat)) = list(nat).

:- trusted leq/2, lt/2.

leq(z, _).
leq(s(X), s(Y)) :-
    leq(X, Y).

lt(z, s(_)).
lt(s(X), s(Y)) :-
    lt(X, Y).

%  Insertion sort: sort the tail, then put the head in its place.

isort([], []).
isort([X|Xs], Zs) :-
    isort(Xs, Ys),
    insert(X, Ys, Zs).

insert(X, [], [X]).
insert(X, [Y|Ys], [X,Y|Ys]) :-
    leq(X, Y).
insert(X, [Y|Ys], [Y|Zs]) :-
    lt(Y, X),
    insert(X, Ys, Zs).

%  Merge sort.  Two elements at least are split, so that both halves are shorter.

msort([], []).
msort([X], [X]).
msort([X,Y|Xs], Zs) :-
    split([X,Y|Xs], As, Bs),
    msort(As, Cs),
    msort(Bs, Ds),
    merge(Cs, Ds, Zs).

%  split(Xs, As, Bs): As are the elements of Xs at odd places, Bs those at even ones.

split([], [], []).
split([X|Xs], [X|Bs], As) :-
    split(Xs, As, Bs).

merge([], Ys, Ys).
merge([X|Xs], [], [X|Xs]).
merge([X|Xs], [Y|Ys], [X|Zs]) :-
    leq(X, Y),
    merge(Xs, [Y|Ys], Zs).
merge([X|Xs], [Y|Ys], [Y|Zs]) :-
    lt(Y, X),
    merge([X|Xs], Ys, Zs).
