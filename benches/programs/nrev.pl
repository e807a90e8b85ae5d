%  benches/programs/nrev.pl: naive reversal of a list of 30 numbers, 496 clause uses each
%  time.  Nothing but list cells: this is the plainest measure of an engine.

:- pred bench(int).
:- pred numbers(int, int, list(int)).
:- pred nrev(list(A), list(A)).
:- pred join(list(A), list(A), list(A)).

bench(N) :-
    numbers(1, 30, Xs),
    between(1, N, I),
    nrev(Xs, _),
    I < 0.
bench(_).

numbers(Low, High, []) :-
    Low > High.
numbers(Low, High, [Low|Xs]) :-
    Low =< High,
    Next is Low + 1,
    numbers(Next, High, Xs).

nrev([], []).
nrev([X|Xs], Zs) :-
    nrev(Xs, Ys),
    join(Ys, [X], Zs).

join([], Ys, Ys).
join([X|Xs], Ys, [X|Zs]) :-
    join(Xs, Ys, Zs).
