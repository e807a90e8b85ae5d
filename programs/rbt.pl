%  programs/rbt.pl: red-black trees with Peano naturals as keys.
%
%  Insertion after C. Okasaki, "Red-Black Trees in a Functional Setting" (JFP 1999) and
%  "Purely Functional Data Structures" (1998), with balance split into one function a
%  side as in exercise 3.10 of the book.  Where Okasaki's last equation catches what the
%  others leave, settled/1 says what that is.  Properties: properties/rbt.pl.

:- type nat ---> z ; s(nat).
:- type colour ---> red ; black.
:- type tree ---> e ; t(colour, tree, nat, tree).

:- pred leq(nat, nat).
:- pred lt(nat, nat).
:- pred member(nat, tree).
:- func insert(nat, tree) = tree.
:- func ins(nat, tree) = tree.
:- func lbalance(tree, nat, tree) = tree.
:- func rbalance(tree, nat, tree) = tree.
:- pred settled(tree).
:- pred not_red(tree).

:- trusted leq/2, lt/2.

leq(z, _).
leq(s(X), s(Y)) :-
    leq(X, Y).

lt(z, s(_)).
lt(s(X), s(Y)) :-
    lt(X, Y).

member(X, t(_, _, X, _)).
member(X, t(_, L, Y, _)) :-
    lt(X, Y),
    member(X, L).
member(X, t(_, _, Y, R)) :-
    lt(Y, X),
    member(X, R).

%  insert(X, T, T1): T1 is T with the key X; the root is made black.

insert(X, T, t(black, L, Y, R)) :-
    ins(X, T, t(_, L, Y, R)).

%  ins(X, T, T1): like insert/3, but T1 may have a red root with a red child.  Only
%  black nodes are rebalanced, each on the side where the key went.

ins(X, e, t(red, e, X, e)).
ins(X, t(C, L, X, R), t(C, L, X, R)).
ins(X, t(red, L, Y, R), t(red, L1, Y, R)) :-
    lt(X, Y),
    ins(X, L, L1).
ins(X, t(red, L, Y, R), t(red, L, Y, R1)) :-
    lt(Y, X),
    ins(X, R, R1).
ins(X, t(black, L, Y, R), T) :-
    lt(X, Y),
    ins(X, L, L1),
    lbalance(L1, Y, R, T).
ins(X, t(black, L, Y, R), T) :-
    lt(Y, X),
    ins(X, R, R1),
    rbalance(L, Y, R1, T).

%  lbalance(L, X, R, T): T has the keys of the black node of L, X and R, and no longer a
%  red child of a red root of L.  The cases exclude each other: they are tried in any
%  order and on any tree with one result.

lbalance(t(red, t(red, A, X, B), Y, C), Z, D,
         t(red, t(black, A, X, B), Y, t(black, C, Z, D))).
lbalance(t(red, A, X, t(red, B, Y, C)), Z, D,
         t(red, t(black, A, X, B), Y, t(black, C, Z, D))) :-
    not_red(A).
lbalance(L, X, R, t(black, L, X, R)) :-
    settled(L).

%  rbalance(L, X, R, T): the mirror image.

rbalance(A, X, t(red, B, Y, t(red, C, Z, D)),
         t(red, t(black, A, X, B), Y, t(black, C, Z, D))).
rbalance(A, X, t(red, t(red, B, Y, C), Z, D),
         t(red, t(black, A, X, B), Y, t(black, C, Z, D))) :-
    not_red(D).
rbalance(L, X, R, t(black, L, X, R)) :-
    settled(R).

%  settled(T): the root of T is not a red one with a red child.

settled(e).
settled(t(black, _, _, _)).
settled(t(red, L, _, R)) :-
    not_red(L),
    not_red(R).

not_red(e).
not_red(t(black, _, _, _)).
