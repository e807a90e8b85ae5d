%  programs/grammar_fixed.pl: words over {a,b} with equally many a's and b's.
%
%  The running example of A. Momigliano and M. Ornaghi, "The Blame Game for
%  Property-based Testing" (CILC 2019), after the fault has been repaired: clause s2
%  calls aa/1.  The grammar is the textbook one of J. Hopcroft and J. Ullman,
%  "Introduction to Automata Theory, Languages, and Computation" (1979), here with an
%  empty word.  grammar.pl has the fault.

:- type ab ---> a ; b.
:- type nat ---> z ; s(nat).

:- pred ss(list(ab)).
:- pred aa(list(ab)).
:- pred bb(list(ab)).
:- pred append(list(A), list(A), list(A)).
:- pred count(ab, list(ab), nat).

:- trusted append/3, count/3.

%  ss(W): W has as many a's as b's.

ss([]) :-
    rule(s1).
ss([b|W]) :-
    rule(s2),
    aa(W).
ss([a|W]) :-
    rule(s3),
    bb(W).

%  bb(W): W has one b more than a's.

bb([b|W]) :-
    rule(s4),
    ss(W).
bb([a|VW]) :-
    rule(s5),
    bb(V),
    bb(W),
    append(V, W, VW).

%  aa(W): W has one a more than b's.

aa([a|W]) :-
    rule(s6),
    ss(W).
aa([b|VW]) :-
    rule(s7),
    aa(V),
    aa(W),
    append(V, W, VW).

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).

%  count(X, W, N): the letter X occurs N times in W.

count(_, [], z).
count(X, [X|W], s(N)) :-
    count(X, W, N).
count(a, [b|W], N) :-
    count(a, W, N).
count(b, [a|W], N) :-
    count(b, W, N).

:- check(sound, 10, (ss(W), count(a, W, N1), count(b, W, N2) => N1 = N2)).
:- check(compl, 10, (count(a, W, N), count(b, W, N) => ss(W))).
