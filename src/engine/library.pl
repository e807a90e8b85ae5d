%  The library predicates that have clauses. Each use of one counts towards a bound, as the program's own clauses do.

:- pred append(list(A), list(A), list(A)).
:- pred append(list(list(A)), list(A)).
:- pred member(A, list(A)).
:- pred memberchk(A, list(A)).
:- pred length(list(A), int).
:- pred reverse(list(A), list(A)).
:- pred reverse(list(A), list(A), list(A)).
:- pred select(A, list(A), list(A)).
:- pred selectchk(A, list(A), list(A)).
:- pred subtract(list(A), list(A), list(A)).
:- pred permutation(list(A), list(A)).
:- pred nth0(int, list(A), A).
:- pred nth1(int, list(A), A).
:- pred last(list(A), A).
:- pred list_to_set(list(A), list(A)).
:- pred list_to_set(list(A), list(A), list(A)).
:- pred known(A, list(A)).
:- pred delete(list(A), A, list(A)).
:- pred union(list(A), list(A), list(A)).
:- pred intersection(list(A), list(A), list(A)).
:- pred subset(list(A), list(A)).
:- pred sum_list(list(int), int).
:- pred sumlist(list(int), int).
:- pred max_list(list(int), int).
:- pred min_list(list(int), int).
:- pred numlist(int, int, list(int)).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).

append([], []).
append([Xs|Xss], Zs) :-
    append(Xs, Ys, Zs),
    append(Xss, Ys).

member(X, [X|_]).
member(X, [_|Xs]) :-
    member(X, Xs).

memberchk(X, Xs) :-
    once(member(X, Xs)).

%  plus/3 runs as soon as two of its arguments are known: from the length to the list, or from the list to the length.

length([], 0).
length([_|Xs], N) :-
    plus(1, M, N),
    M >= 0,
    length(Xs, M).

reverse(Xs, Ys) :-
    reverse(Xs, [], Ys).

reverse([], Ys, Ys).
reverse([X|Xs], Ys, Zs) :-
    reverse(Xs, [X|Ys], Zs).

select(X, [X|Xs], Xs).
select(X, [Y|Xs], [Y|Ys]) :-
    select(X, Xs, Ys).

selectchk(X, Xs, Ys) :-
    once(select(X, Xs, Ys)).

subtract([], _, []).
subtract([X|Xs], Ys, Zs) :-
    (   memberchk(X, Ys)
    ->  subtract(Xs, Ys, Zs)
    ;   Zs = [X|Zs1],
        subtract(Xs, Ys, Zs1)
    ).

permutation([], []).
permutation([X|Xs], Zs) :-
    permutation(Xs, Ys),
    select(X, Zs, Ys).

nth0(0, [X|_], X).
nth0(N, [_|Xs], X) :-
    plus(1, M, N),
    M >= 0,
    nth0(M, Xs, X).

nth1(1, [X|_], X).
nth1(N, [_|Xs], X) :-
    plus(1, M, N),
    M >= 1,
    nth1(M, Xs, X).

last([X], X).
last([_|Xs], X) :-
    last(Xs, X).

list_to_set(Xs, Ys) :-
    list_to_set(Xs, [], Ys).

list_to_set([], _, []).
list_to_set([X|Xs], Seen, Ys) :-
    (   known(X, Seen)
    ->  list_to_set(Xs, Seen, Ys)
    ;   Ys = [X|Ys1],
        list_to_set(Xs, [X|Seen], Ys1)
    ).

known(X, [Y|_]) :-
    X == Y.
known(X, [_|Ys]) :-
    known(X, Ys).

delete([], _, []).
delete([X|Xs], Y, Zs) :-
    (   X \= Y
    ->  Zs = [X|Zs1],
        delete(Xs, Y, Zs1)
    ;   delete(Xs, Y, Zs)
    ).

union([], Ys, Ys).
union([X|Xs], Ys, Zs) :-
    (   memberchk(X, Ys)
    ->  union(Xs, Ys, Zs)
    ;   Zs = [X|Zs1],
        union(Xs, Ys, Zs1)
    ).

intersection([], _, []).
intersection([X|Xs], Ys, Zs) :-
    (   memberchk(X, Ys)
    ->  Zs = [X|Zs1],
        intersection(Xs, Ys, Zs1)
    ;   intersection(Xs, Ys, Zs)
    ).

subset([], _).
subset([X|Xs], Ys) :-
    memberchk(X, Ys),
    subset(Xs, Ys).

sum_list([], 0).
sum_list([X|Xs], Sum) :-
    sum_list(Xs, Rest),
    Sum is X + Rest.

sumlist(Xs, Sum) :-
    sum_list(Xs, Sum).

max_list([X], X).
max_list([X,Y|Xs], Max) :-
    Z is max(X, Y),
    max_list([Z|Xs], Max).

min_list([X], X).
min_list([X,Y|Xs], Min) :-
    Z is min(X, Y),
    min_list([Z|Xs], Min).

numlist(Low, High, [Low|Rest]) :-
    Low =< High,
    (   Low =:= High
    ->  Rest = []
    ;   Next is Low + 1,
        numlist(Next, High, Rest)
    ).
