%  properties/sort.pl: what a sorting program must do.
%
%  FitSpec (R. Braquehais and C. Runciman, Haskell 2016) judges two sets of properties
%  of sorting by the mutants they kill.  In its order they are, in the tutorial,
%    ordered, same_length, elements, non_elements, head_is_minimum
%  and in the benchmark,
%    ordered, same_length, elements, occurrences, permutation, insertion.
%  An equation between truth values, `elem x (sort xs) == elem x xs`, is one check here,
%  too: elem/3 is a function whose result is no or yes.

:- type answer ---> no ; yes.

:- pred ordered(list(nat)).
:- pred same_length(list(A), list(B)).
:- func elem(nat, list(nat)) = answer.
:- func not_elem(nat, list(nat)) = answer.
:- func opposite(answer) = answer.
:- func count(nat, list(nat)) = nat.
:- func minimum(list(nat)) = nat.
:- func least(nat, list(nat)) = nat.
:- func head(list(A)) = A.
:- pred permutation(list(A), list(A)).
:- pred select(A, list(A), list(A)).
:- pred neq(nat, nat).

:- trusted ordered/1, same_length/2, elem/3, not_elem/3, opposite/2, count/3,
           minimum/2, least/3, head/2, permutation/2, select/3, neq/2.

ordered([]).
ordered([_]).
ordered([X,Y|Ys]) :-
    leq(X, Y),
    ordered([Y|Ys]).

same_length([], []).
same_length([_|Xs], [_|Ys]) :-
    same_length(Xs, Ys).

elem(_, [], no).
elem(X, [X|_], yes).
elem(X, [Y|Ys], Answer) :-
    neq(X, Y),
    elem(X, Ys, Answer).

not_elem(X, Xs, Answer) :-
    elem(X, Xs, Contrary),
    opposite(Contrary, Answer).

opposite(no, yes).
opposite(yes, no).

%  count(X, Xs, N): X occurs N times in Xs.

count(_, [], z).
count(X, [X|Ys], s(N)) :-
    count(X, Ys, N).
count(X, [Y|Ys], N) :-
    neq(X, Y),
    count(X, Ys, N).

minimum([X|Xs], M) :-
    least(X, Xs, M).

%  least(X, Ys, M): M is the least of X and the elements of Ys.

least(X, [], X).
least(X, [Y|Ys], M) :-
    leq(X, Y),
    least(X, Ys, M).
least(X, [Y|Ys], M) :-
    lt(Y, X),
    least(Y, Ys, M).

head([X|_], X).

permutation([], []).
permutation([X|Xs], Ys) :-
    select(X, Ys, Zs),
    permutation(Xs, Zs).

%  select(X, Ys, Zs): Zs is Ys without one occurrence of X.

select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :-
    select(X, Ys, Zs).

neq(z, s(_)).
neq(s(_), z).
neq(s(X), s(Y)) :-
    neq(X, Y).

%  FitSpec's properties, of insertion sort.

:- check(ordered, 12, (isort(_, Ys) => ordered(Ys))).
:- check(same_length, 12, (isort(Xs, Ys) => same_length(Xs, Ys))).
:- check(elements, 10, (isort(Xs, Ys), elem(X, Xs, B) => elem(X, Ys, B))).
:- check(non_elements, 10, (isort(Xs, Ys), not_elem(X, Xs, B) => not_elem(X, Ys, B))).
:- check(head_is_minimum, 10, (isort(Xs, Ys), minimum(Xs, M) => head(Ys, M))).
:- check(occurrences, 10, (isort(Xs, Ys), count(X, Xs, N) => count(X, Ys, N))).
:- check(permutation, 12, (isort(Xs, Ys) => permutation(Xs, Ys))).
:- check(insertion, 10, (isort(Xs, Ys), insert(X, Ys, Zs) => isort([X|Xs], Zs))).

%  More about insertion sort, and about merge sort.

:- check(idempotent, 12, (isort(_, Ys) => isort(Ys, Ys))).
:- check(insert_ordered, 10, (ordered(Ys), insert(_, Ys, Zs) => ordered(Zs))).
:- check(merge_ordered, 8, (ordered(Xs), ordered(Ys), merge(Xs, Ys, Zs) => ordered(Zs))).
:- check(split_permutes, 8, (split(Xs, As, Bs), merge(As, Bs, Ys) => permutation(Xs, Ys))).
:- check(sorts_agree, 12, (isort(Xs, Ys) => msort(Xs, Ys))).
