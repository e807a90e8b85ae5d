% Ten mistakes of ten kinds, each in a clause or declaration of its own.

:- type ab ---> a ; b.
:- type nat ---> z ; s(nat).
:- type word = list(ab).

:- pred ss(word).
:- pred bb(word).
:- pred count(ab, word, nat).
:- pred size(tree, nat).

ss([]).
ss([b|W] :- aa(W).
ss([a|W]) :- bb(W), writeln(W).
ss([c|W]) :- bb(W).

bb([b|W]) :- ss(W, W).
bb([a|W]) :- cont(a, W, _).
bb("a'b).

count(_, [], z).
count(X, [X|W], s(s(N), N)) :- count(X, W, N).
count(a, [b|W], _) :- count(a, W, b).

Count(a, b).

:- check(compl, 10, (count(a, W, N), count(b, W, N) => ss(W))).
