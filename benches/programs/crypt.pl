%  benches/programs/crypt.pl: a multiplication of which only this is known, that each digit
%  is even (E) or odd (O):
%
%          O E E
%      *     E E
%      ---------
%        E O E E
%        E O E
%      ---------
%        O O E E
%
%  Numbers are lists of digits, the last one first.  Arithmetic by the digit, and failure.

:- pred bench(int).
:- pred crypt(list(int), list(int)).
:- pred odd(int).
:- pred even(int).
:- pred leading(int).
:- pred times(list(int), int, int, list(int)).
:- pred sum(list(int), list(int), int, list(int)).

bench(N) :-
    between(1, N, I),
    crypt(_, _),
    I < 0.
bench(_).

crypt([C, B, A], [E, D]) :-
    odd(A),
    even(B),
    even(C),
    leading(E),
    times([C, B, A], E, 0, [F1, F2, F3, F4]),
    even(F1),
    even(F2),
    odd(F3),
    leading(F4),
    leading(D),
    times([C, B, A], D, 0, [G1, G2, G3]),
    even(G1),
    odd(G2),
    leading(G3),
    sum([F1, F2, F3, F4], [0, G1, G2, G3], 0, [H1, H2, H3, H4]),
    even(H1),
    even(H2),
    odd(H3),
    odd(H4).

odd(1).
odd(3).
odd(5).
odd(7).
odd(9).

even(0).
even(2).
even(4).
even(6).
even(8).

leading(2).
leading(4).
leading(6).
leading(8).

%  times(Xs, Y, C, Zs): Zs is Xs times the digit Y, and C more.

times([], _, C, Zs) :-
    (   C =:= 0
    ->  Zs = []
    ;   Zs = [C]
    ).
times([X|Xs], Y, C, [Z|Zs]) :-
    S is X * Y + C,
    Z is S mod 10,
    D is S // 10,
    times(Xs, Y, D, Zs).

sum([], [], C, Zs) :-
    (   C =:= 0
    ->  Zs = []
    ;   Zs = [C]
    ).
sum([X|Xs], [Y|Ys], C, [Z|Zs]) :-
    S is X + Y + C,
    Z is S mod 10,
    D is S // 10,
    sum(Xs, Ys, D, Zs).
