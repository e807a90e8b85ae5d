%  benches/programs/tak.pl: Takeuchi's function of 24, 16 and 8.
%  Deep recursion, and arithmetic in a condition.

:- pred bench(int).
:- pred tak(int, int, int, int).

bench(N) :-
    between(1, N, I),
    tak(24, 16, 8, _),
    I < 0.
bench(_).

tak(X, Y, Z, A) :-
    (   X =< Y
    ->  A = Z
    ;   X1 is X - 1,
        Y1 is Y - 1,
        Z1 is Z - 1,
        tak(X1, Y, Z, A1),
        tak(Y1, Z, X, A2),
        tak(Z1, X, Y, A3),
        tak(A1, A2, A3, A)
    ).
