%  properties/rbt.pl: the invariants of red-black trees, and their reading as sets.
%
%  The invariants are those of C. Okasaki, "Red-Black Trees in a Functional Setting" (JFP
%  1999): keys ascend; no red node has a red child; all paths from the root to an empty
%  tree have equally many black nodes.  Each is a predicate of its own, so that a check
%  assumes only what it needs, and each has the whole bound.

:- pred is_bst(tree).
:- pred ascending(tree, nat, nat).
:- pred no_red_red(tree).
:- pred black_height(tree, nat).
:- pred black_root(tree).

:- trusted is_bst/1, ascending/3, no_red_red/1, black_height/2, black_root/1.

%  is_bst(T): the keys of T ascend strictly from left to right.

is_bst(T) :-
    ascending(T, z, _).

%  ascending(T, From, Next): the keys of T ascend strictly and are From at least; Next is
%  the least key that may follow.

ascending(e, From, From).
ascending(t(_, L, X, R), From, Next) :-
    ascending(L, From, Least),
    leq(Least, X),
    ascending(R, s(X), Next).

no_red_red(e).
no_red_red(t(black, L, _, R)) :-
    no_red_red(L),
    no_red_red(R).
no_red_red(t(red, L, _, R)) :-
    not_red(L),
    not_red(R),
    no_red_red(L),
    no_red_red(R).

%  black_height(T, N): every path down to an empty tree meets N black nodes.

black_height(e, z).
black_height(t(red, L, _, R), N) :-
    black_height(L, N),
    black_height(R, N).
black_height(t(black, L, _, R), s(N)) :-
    black_height(L, N),
    black_height(R, N).

black_root(t(black, _, _, _)).

:- check(insert_is_bst, 12, (is_bst(T), insert(_, T, T1) => is_bst(T1))).
:- check(insert_no_red_red, 12, (no_red_red(T), insert(_, T, T1) => no_red_red(T1))).
:- check(insert_black_height, 10,
         (black_height(T, _), insert(_, T, T1) => exists(N, black_height(T1, N)))).
:- check(insert_black_root, 8, (insert(_, _, T1) => black_root(T1))).
:- check(insert_red_black, 12,
         (is_bst(T), no_red_red(T), black_height(T, _), insert(_, T, T1)
          => is_bst(T1), no_red_red(T1), exists(N, black_height(T1, N)))).

:- check(insert_member, 12, (is_bst(T), insert(X, T, T1) => member(X, T1))).
:- check(insert_keeps, 12, (is_bst(T), insert(_, T, T1), member(Y, T) => member(Y, T1))).
:- check(insert_adds_one, 12,
         (is_bst(T), insert(X, T, T1), member(Y, T1) => Y = X ; member(Y, T))).
