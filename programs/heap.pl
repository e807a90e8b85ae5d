%  programs/heap.pl: leftist heaps of Peano naturals.
%
%  C. Crane's structure (1972) in the form of C. Okasaki, "Purely Functional Data
%  Structures" (1998, section 3.1): branch(Rank, Least, Left, Right), where the rank is the
%  length of the right spine, and no right subheap has a greater rank than its left
%  neighbour.  Heaps are the largest study of R. Braquehais and C. Runciman, "FitSpec:
%  Refining Property Sets for Functional Testing" (Haskell 2016).  Properties:
%  properties/heap.pl.

:- type nat ---> z ; s(nat).
:- type heap ---> nil ; branch(nat, nat, heap, heap).

:- pred leq(nat, nat).
:- pred lt(nat, nat).
:- func insert(nat, heap) = heap.
:- func merge(heap, heap) = heap.
:- func make(nat, heap, heap) = heap.
:- func rank(heap) = nat.
:- func find_min(heap) = nat.
:- func delete_min(heap) = heap.
:- func to_list(heap) = list(nat).

:- trusted leq/2, lt/2.

leq(z, _).
leq(s(X), s(Y)) :-
    leq(X, Y).

lt(z, s(_)).
lt(s(X), s(Y)) :-
    lt(X, Y).

insert(X, H, H1) :-
    merge(branch(s(z), X, nil, nil), H, H1).

%  merge(H1, H2, H): H has the elements of both.  The work goes down the right spines,
%  which are the short ones.

merge(nil, H, H).
merge(branch(N, X, L, R), nil, branch(N, X, L, R)).
merge(branch(_, X, L1, R1), branch(N, Y, L2, R2), H) :-
    leq(X, Y),
    merge(R1, branch(N, Y, L2, R2), M),
    make(X, L1, M, H).
merge(branch(N, X, L1, R1), branch(_, Y, L2, R2), H) :-
    lt(Y, X),
    merge(branch(N, X, L1, R1), R2, M),
    make(Y, L2, M, H).

%  make(X, A, B, H): H has the root X, and A and B as subheaps, that of the greater rank
%  on the left.

make(X, A, B, branch(s(N), X, A, B)) :-
    rank(A, M),
    rank(B, N),
    leq(N, M).
make(X, A, B, branch(s(M), X, B, A)) :-
    rank(A, M),
    rank(B, N),
    lt(M, N).

%  rank(H, N): N is the length of the right spine, as stored.

rank(nil, z).
rank(branch(N, _, _, _), N).

find_min(branch(_, X, _, _), X).

%  The empty heap stays empty, so that delete_min/2 is total.

delete_min(nil, nil).
delete_min(branch(_, _, L, R), H) :-
    merge(L, R, H).

%  to_list(H, Xs): Xs are the elements of H, the least first.

to_list(nil, []).
to_list(branch(_, X, L, R), [X|Xs]) :-
    merge(L, R, H),
    to_list(H, Xs).
