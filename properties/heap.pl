%  properties/heap.pl: the laws of heaps, and the invariants of leftist ones.
%
%  The first twelve are FitSpec's (R. Braquehais and C. Runciman, Haskell 2016), in its
%  order.  Heaps are compared as there, by their sorted elements: leftist heaps with the
%  same elements may differ in shape.  The others keep the representation right.

:- type answer ---> no ; yes.

:- pred leftist(heap, nat).
:- pred heap_ordered(heap).
:- pred above(nat, heap).
:- func is_empty(heap) = answer.
:- func both(answer, answer) = answer.
:- func insert_sorted(nat, list(nat)) = list(nat).
:- func count(nat, heap) = nat.
:- func plus(nat, nat) = nat.
:- pred neq(nat, nat).

:- trusted leftist/2, heap_ordered/1, above/2, is_empty/2, both/3, insert_sorted/3,
           count/3, plus/3, neq/2.

%  leftist(H, N): every stored rank is right and no greater on the right; that of H is N.

leftist(nil, z).
leftist(branch(s(N), _, L, R), s(N)) :-
    leftist(L, M),
    leftist(R, N),
    leq(N, M).

%  heap_ordered(H): no element is greater than one below it.

heap_ordered(H) :-
    above(z, H).

above(_, nil).
above(X, branch(_, Y, L, R)) :-
    leq(X, Y),
    above(Y, L),
    above(Y, R).

is_empty(nil, yes).
is_empty(branch(_, _, _, _), no).

both(no, _, no).
both(yes, A, A).

insert_sorted(X, [], [X]).
insert_sorted(X, [Y|Ys], [X,Y|Ys]) :-
    leq(X, Y).
insert_sorted(X, [Y|Ys], [Y|Zs]) :-
    lt(Y, X),
    insert_sorted(X, Ys, Zs).

%  count(X, H, N): X occurs N times in H.

count(_, nil, z).
count(X, branch(_, X, L, R), s(N)) :-
    count(X, L, NL),
    count(X, R, NR),
    plus(NL, NR, N).
count(X, branch(_, Y, L, R), N) :-
    neq(X, Y),
    count(X, L, NL),
    count(X, R, NR),
    plus(NL, NR, N).

plus(z, Y, Y).
plus(s(X), Y, s(Z)) :-
    plus(X, Y, Z).

neq(z, s(_)).
neq(s(_), z).
neq(s(X), s(Y)) :-
    neq(X, Y).

%  FitSpec's properties.

:- check(inserts_commute, 10,
         (leftist(H, _), heap_ordered(H),
          insert(Y, H, HY), insert(X, HY, A), to_list(A, Zs),
          insert(X, H, HX), insert(Y, HX, B)
          => to_list(B, Zs))).
:- check(insert_not_empty, 10,
         (leftist(H, _), heap_ordered(H), insert(_, H, H1) => is_empty(H1, no))).
:- check(insert_list, 10,
         (leftist(H, _), heap_ordered(H), to_list(H, Xs),
          insert(X, H, H1), insert_sorted(X, Xs, Ys)
          => to_list(H1, Ys))).
:- check(merge_commutes, 10,
         (leftist(H1, _), heap_ordered(H1), leftist(H2, _), heap_ordered(H2),
          merge(H1, H2, A), to_list(A, Xs), merge(H2, H1, B)
          => to_list(B, Xs))).
:- check(merge_nil, 12,
         (leftist(H, _), heap_ordered(H), to_list(H, Xs), merge(H, nil, H1)
          => to_list(H1, Xs))).
:- check(merge_exchange, 10,
         (leftist(H1, _), heap_ordered(H1), leftist(H2, _), heap_ordered(H2),
          leftist(H3, _), heap_ordered(H3),
          merge(H2, H3, H23), merge(H1, H23, A), to_list(A, Xs),
          merge(H1, H3, H13), merge(H2, H13, B)
          => to_list(B, Xs))).
:- check(merge_self_min, 12,
         (leftist(H, _), heap_ordered(H), find_min(H, X), merge(H, H, H1)
          => find_min(H1, X))).
:- check(merge_self_empty, 12,
         (leftist(H, _), heap_ordered(H), is_empty(H, B), merge(H, H, H1)
          => is_empty(H1, B))).
:- check(merge_empty, 10,
         (leftist(H1, _), heap_ordered(H1), leftist(H2, _), heap_ordered(H2),
          is_empty(H1, A), is_empty(H2, B), both(A, B, C), merge(H1, H2, H)
          => is_empty(H, C))).
:- check(merge_insert, 10,
         (leftist(H1, _), heap_ordered(H1), leftist(H2, _), heap_ordered(H2),
          insert(X, H2, H2X), merge(H1, H2X, A), to_list(A, Xs),
          merge(H1, H2, H), insert(X, H, B)
          => to_list(B, Xs))).
:- check(merge_delete_min, 12,
         (leftist(H, _), heap_ordered(H), is_empty(H, no),
          delete_min(H, D), merge(H, D, A), to_list(A, Xs),
          merge(H, H, HH), delete_min(HH, B)
          => to_list(B, Xs))).
:- check(delete_min_single, 8, (insert(_, nil, H), delete_min(H, H1) => H1 = nil)).

%  The representation.

:- check(merge_leftist, 12,
         (leftist(H1, _), leftist(H2, _), merge(H1, H2, H) => exists(N, leftist(H, N)))).
:- check(merge_heap_ordered, 12,
         (leftist(H1, _), heap_ordered(H1), leftist(H2, _), heap_ordered(H2),
          merge(H1, H2, H)
          => heap_ordered(H))).
:- check(merge_occurrences, 10,
         (leftist(H1, _), heap_ordered(H1), leftist(H2, _), heap_ordered(H2),
          count(X, H1, N1), count(X, H2, N2), plus(N1, N2, N), merge(H1, H2, H)
          => count(X, H, N))).
:- check(delete_min_leftist, 12,
         (leftist(H, _), delete_min(H, H1) => exists(N, leftist(H1, N)))).
:- check(delete_min_heap_ordered, 12,
         (leftist(H, _), heap_ordered(H), delete_min(H, H1) => heap_ordered(H1))).
