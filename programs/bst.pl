%  programs/bst.pl: binary search trees with Peano naturals as keys.
%
%  The textbook structure, without balancing: insertion at a leaf, and deletion after
%  T. Hibbard (1962), which puts the least key of the right subtree in the place of the
%  deleted one.  The relational style is that of I. Bratko, "Prolog Programming for
%  Artificial Intelligence" (chapter on trees).  Properties: properties/bst.pl.

:- type nat ---> z ; s(nat).
:- type tree(A) ---> leaf ; node(tree(A), A, tree(A)).

:- pred leq(nat, nat).
:- pred lt(nat, nat).
:- func insert(nat, tree(nat)) = tree(nat).
:- pred member(nat, tree(nat)).
:- func delete(nat, tree(nat)) = tree(nat).
:- func join(tree(A), tree(A)) = tree(A).
:- pred take_least(tree(A), A, tree(A), A, tree(A)).
:- func to_list(tree(A)) = list(A).
:- func keys(tree(A), list(A)) = list(A).
:- pred is_bst(tree(nat)).
:- pred ascending(tree(nat), nat, nat).

:- trusted leq/2, lt/2, is_bst/1, ascending/3.

leq(z, _).
leq(s(X), s(Y)) :-
    leq(X, Y).

lt(z, s(_)).
lt(s(X), s(Y)) :-
    lt(X, Y).

%  insert(X, T, T1): T1 is T with the key X; a key is stored once.

insert(X, leaf, node(leaf, X, leaf)).
insert(X, node(L, X, R), node(L, X, R)).
insert(X, node(L, Y, R), node(L1, Y, R)) :-
    lt(X, Y),
    insert(X, L, L1).
insert(X, node(L, Y, R), node(L, Y, R1)) :-
    lt(Y, X),
    insert(X, R, R1).

member(X, node(_, X, _)).
member(X, node(L, Y, _)) :-
    lt(X, Y),
    member(X, L).
member(X, node(_, Y, R)) :-
    lt(Y, X),
    member(X, R).

%  delete(X, T, T1): T1 is T without the key X, or T where X is not in it.

delete(_, leaf, leaf).
delete(X, node(L, X, R), T) :-
    join(L, R, T).
delete(X, node(L, Y, R), node(L1, Y, R)) :-
    lt(X, Y),
    delete(X, L, L1).
delete(X, node(L, Y, R), node(L, Y, R1)) :-
    lt(Y, X),
    delete(X, R, R1).

%  join(L, R, T): T has the keys of L and R, where those of L are less than those of R.

join(L, leaf, L).
join(L, node(A, X, B), node(L, Least, R)) :-
    take_least(A, X, B, Least, R).

%  take_least(A, X, B, Least, R): node(A, X, B) has the least key Least, and R is the
%  rest.

take_least(leaf, X, B, X, B).
take_least(node(A, X, B), Y, C, Least, node(R, Y, C)) :-
    take_least(A, X, B, Least, R).

%  to_list(T, Xs): Xs are the keys of T from left to right.

to_list(T, Xs) :-
    keys(T, [], Xs).

%  keys(T, Ys, Xs): Xs are the keys of T, followed by Ys.

keys(leaf, Ys, Ys).
keys(node(L, X, R), Ys, Xs) :-
    keys(R, Ys, Zs),
    keys(L, [X|Zs], Xs).

%  is_bst(T): the keys of T ascend strictly from left to right.

is_bst(T) :-
    ascending(T, z, _).

%  ascending(T, From, Next): the keys of T ascend strictly and are From at least; Next is
%  the least key that may follow.  One comparison a node suffices.

ascending(leaf, From, From).
ascending(node(L, X, R), From, Next) :-
    ascending(L, From, Least),
    leq(Least, X),
    ascending(R, s(X), Next).
