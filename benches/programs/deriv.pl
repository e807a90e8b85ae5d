%  benches/programs/deriv.pl: derivatives of four expressions.
%  One predicate of many clauses, told apart by their first argument.

:- type exp ---> x
               ; num(int)
               ; add(exp, exp)
               ; sub(exp, exp)
               ; mul(exp, exp)
               ; div(exp, exp)
               ; power(exp, int)
               ; exp(exp)
               ; log(exp).
:- type sample ---> products ; quotients ; logarithms ; mixture.

:- pred bench(int).
:- pred sample(sample, exp).
:- pred d(exp, exp).

bench(N) :-
    between(1, N, I),
    sample(_, E),
    d(E, _),
    I < 0.
bench(_).

sample(products, mul(mul(mul(mul(mul(mul(mul(mul(mul(x, x), x), x), x), x), x), x), x), x)).
sample(quotients, div(div(div(div(div(div(div(div(div(x, x), x), x), x), x), x), x), x), x)).
sample(logarithms, log(log(log(log(log(log(log(log(log(log(x))))))))))).
sample(mixture, mul(add(x, num(1)), mul(add(power(x, 2), num(2)), sub(power(x, 3), exp(num(3)))))).

d(add(F, G), add(DF, DG)) :-
    d(F, DF),
    d(G, DG).
d(sub(F, G), sub(DF, DG)) :-
    d(F, DF),
    d(G, DG).
d(mul(F, G), add(mul(DF, G), mul(F, DG))) :-
    d(F, DF),
    d(G, DG).
d(div(F, G), div(sub(mul(DF, G), mul(F, DG)), power(G, 2))) :-
    d(F, DF),
    d(G, DG).
d(power(F, N), mul(mul(num(N), power(F, M)), DF)) :-
    M is N - 1,
    d(F, DF).
d(exp(F), mul(exp(F), DF)) :-
    d(F, DF).
d(log(F), div(DF, F)) :-
    d(F, DF).
d(x, num(1)).
d(num(_), num(0)).
