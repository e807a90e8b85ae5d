%  benches/programs/zebra.pl: who owns the zebra?  Five houses, fourteen hints.
%  Unification of terms with many open places, and much backtracking.

:- type colour ---> red ; green ; ivory ; yellow ; blue.
:- type nation ---> english ; spanish ; japanese ; ukrainian ; norwegian.
:- type pet ---> dog ; snails ; fox ; horse ; zebra.
:- type drink ---> coffee ; tea ; milk ; juice ; water.
:- type brand ---> winston ; kools ; chesterfield ; strike ; parliament.
:- type house ---> house(colour, nation, pet, drink, brand).

:- pred bench(int).
:- pred owner(nation).
:- pred on(A, list(A)).
:- pred right_of(A, A, list(A)).
:- pred beside(A, A, list(A)).

bench(N) :-
    between(1, N, I),
    owner(_),
    I < 0.
bench(_).

owner(Owner) :-
    Street = [house(_, norwegian, _, _, _), _, house(_, _, _, milk, _), _, _],
    on(house(red, english, _, _, _), Street),
    on(house(green, _, _, coffee, _), Street),
    on(house(_, spanish, dog, _, _), Street),
    on(house(_, ukrainian, _, tea, _), Street),
    right_of(house(green, _, _, _, _), house(ivory, _, _, _, _), Street),
    on(house(_, _, snails, _, winston), Street),
    on(house(yellow, _, _, _, kools), Street),
    beside(house(_, _, _, _, chesterfield), house(_, _, fox, _, _), Street),
    beside(house(_, _, _, _, kools), house(_, _, horse, _, _), Street),
    on(house(_, _, _, juice, strike), Street),
    on(house(_, japanese, _, _, parliament), Street),
    beside(house(_, norwegian, _, _, _), house(blue, _, _, _, _), Street),
    on(house(_, Owner, zebra, _, _), Street),
    on(house(_, _, _, water, _), Street).

on(X, [X|_]).
on(X, [_|Ys]) :-
    on(X, Ys).

right_of(X, Y, [Y,X|_]).
right_of(X, Y, [_|Zs]) :-
    right_of(X, Y, Zs).

beside(X, Y, Zs) :-
    right_of(X, Y, Zs).
beside(X, Y, Zs) :-
    right_of(Y, X, Zs).
