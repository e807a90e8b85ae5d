%  properties/bst.pl: binary search trees are finite sets.
%
%  Every operation keeps the order of the keys, and a key is in the result of an
%  operation if and only if it should be.  This is the model-based half of the
%  properties in J. Hughes, "How to Specify It!" (TFP 2019).

:- pred sorted(list(nat)).
:- pred on(A, list(A)).
:- func insert_key(nat, list(nat)) = list(nat).
:- func delete_key(nat, list(nat)) = list(nat).
:- pred neq(nat, nat).

:- trusted sorted/1, on/2, insert_key/3, delete_key/3, neq/2.

%  sorted(Xs): Xs ascends strictly.

sorted([]).
sorted([_]).
sorted([X,Y|Ys]) :-
    lt(X, Y),
    sorted([Y|Ys]).

on(X, [X|_]).
on(X, [_|Ys]) :-
    on(X, Ys).

%  Insertion and deletion in strictly ascending lists.

insert_key(X, [], [X]).
insert_key(X, [X|Ys], [X|Ys]).
insert_key(X, [Y|Ys], [X,Y|Ys]) :-
    lt(X, Y).
insert_key(X, [Y|Ys], [Y|Zs]) :-
    lt(Y, X),
    insert_key(X, Ys, Zs).

delete_key(_, [], []).
delete_key(X, [X|Ys], Ys).
delete_key(X, [Y|Ys], [Y|Zs]) :-
    neq(X, Y),
    delete_key(X, Ys, Zs).

neq(z, s(_)).
neq(s(_), z).
neq(s(X), s(Y)) :-
    neq(X, Y).

:- check(insert_is_bst, 12, (is_bst(T), insert(_, T, T1) => is_bst(T1))).
:- check(insert_member, 10, (insert(X, _, T1) => member(X, T1))).
:- check(insert_keeps, 12,
         (is_bst(T), insert(_, T, T1), member(Y, T) => member(Y, T1))).
:- check(insert_adds_one, 12,
         (is_bst(T), insert(X, T, T1), member(Y, T1) => Y = X ; member(Y, T))).
:- check(insert_list, 12,
         (is_bst(T), to_list(T, Xs), insert(X, T, T1), insert_key(X, Xs, Ys)
          => to_list(T1, Ys))).

:- check(delete_is_bst, 14, (is_bst(T), delete(_, T, T1) => is_bst(T1))).
:- check(delete_not_member, 12,
         (is_bst(T), delete(X, T, T1), member(Y, T1) => neq(X, Y))).
:- check(delete_keeps, 12,
         (is_bst(T), member(Y, T), neq(X, Y), delete(X, T, T1) => member(Y, T1))).
:- check(delete_adds_none, 12,
         (is_bst(T), delete(_, T, T1), member(Y, T1) => member(Y, T))).
:- check(delete_list, 14,
         (is_bst(T), to_list(T, Xs), delete(X, T, T1), delete_key(X, Xs, Ys)
          => to_list(T1, Ys))).

:- check(list_sorted, 14, (is_bst(T), to_list(T, Xs) => sorted(Xs))).
:- check(list_of_members, 14, (is_bst(T), to_list(T, Xs), on(X, Xs) => member(X, T))).
:- check(members_on_list, 14, (is_bst(T), member(X, T), to_list(T, Xs) => on(X, Xs))).
