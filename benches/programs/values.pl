%  benches/programs/values.pl: a check that holds of every value, for measuring how fast the
%  strategy `tiers` lists them.

:- type nat ---> z ; s(nat).

:- pred same(list(nat), list(nat)).

same(Xs, Xs).

:- check(values, 16, (true => same(Xs, Xs))).
