%  programs/sort_bug.pl: the sorting programs of sort.pl with one fault.
%
%  BUG: clause insert.2, where X goes before Y: the result [X|Ys] has lost Y; it should
%  be [X,Y|Ys].  Insertion sort still returns ordered lists, but drops elements; merge
%  sort does not call insert/3 and is right.

:- properties(sort).

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
insert(X, [Y|Ys], [X|Ys]) :-
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
