%  benches/programs/primes.pl: the primes up to 10,000, by a sieve of lists.
%  Long lists, and a remainder in a condition.

:- pred bench(int).
:- pred numbers(int, int, list(int)).
:- pred sift(list(int), list(int)).
:- pred strike(list(int), int, list(int)).

bench(N) :-
    between(1, N, I),
    numbers(2, 10000, Xs),
    sift(Xs, _),
    I < 0.
bench(_).

numbers(Low, High, Xs) :-
    (   Low > High
    ->  Xs = []
    ;   Xs = [Low|Ys],
        Next is Low + 1,
        numbers(Next, High, Ys)
    ).

%  sift(Xs, Ps): what is left at the head is prime, and strikes its multiples.

sift([], []).
sift([P|Xs], [P|Ps]) :-
    strike(Xs, P, Ys),
    sift(Ys, Ps).

strike([], _, []).
strike([X|Xs], P, Ys) :-
    (   X mod P =:= 0
    ->  strike(Xs, P, Ys)
    ;   Ys = [X|Zs],
        strike(Xs, P, Zs)
    ).
