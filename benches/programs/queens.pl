%  benches/programs/queens.pl: all 352 ways to put nine queens on a board of nine by nine,
%  so that none attacks another.  Backtracking, and arithmetic on small numbers.

:- pred bench(int).
:- pred queens(list(int), list(int), list(int)).
:- pred pick(A, list(A), list(A)).
:- pred safe(int, int, list(int)).

bench(N) :-
    between(1, N, I),
    queens([1, 2, 3, 4, 5, 6, 7, 8, 9], [], _),
    I < 0.
bench(_).

%  queens(Free, Placed, Queens): Placed are the columns of the rows so far, the last one
%  first, and Free those that are left.

queens([], Queens, Queens).
queens([F|Free], Placed, Queens) :-
    pick(Q, [F|Free], Rest),
    safe(Q, 1, Placed),
    queens(Rest, [Q|Placed], Queens).

pick(X, [X|Xs], Xs).
pick(X, [Y|Ys], [Y|Zs]) :-
    pick(X, Ys, Zs).

%  safe(Q, D, Placed): a queen in column Q is on no diagonal of those placed, the first of
%  which stands D rows away.

safe(_, _, []).
safe(Q, D, [P|Ps]) :-
    Q =\= P + D,
    Q =\= P - D,
    D1 is D + 1,
    safe(Q, D1, Ps).
