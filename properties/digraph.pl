%  properties/digraph.pl: the laws of nodes, edges, paths and subgraphs.
%
%  From the study of digraphs in FitSpec (R. Braquehais and C. Runciman, Haskell 2016):
%  first those about membership, then those about paths and subgraphs.  An equivalence of
%  FitSpec is two checks here, one for each direction.  `sorted(Ns), graph(Ns, G)` says
%  that G is a well-formed graph with the nodes Ns.

:- pred sorted(list(node)).
:- pred lt(node, node).
:- pred graph(list(node), digraph).
:- pred rows(list(node), list(node), digraph).
:- pred sublist(list(node), list(node)).

:- trusted sorted/1, lt/2, graph/2, rows/3, sublist/2.

sorted([]).
sorted([_]).
sorted([X,Y|Ys]) :-
    lt(X, Y),
    sorted([Y|Ys]).

lt(a, b).
lt(a, c).
lt(b, c).

graph(Ns, G) :-
    rows(Ns, Ns, G).

%  rows(Ms, Ns, G): G has a row for each of Ms, with targets in Ns.

rows([], _, []).
rows([N|Ms], Ns, [(N,Ts)|G]) :-
    sublist(Ts, Ns),
    rows(Ms, Ns, G).

%  sublist(Xs, Ys): Xs is Ys with some elements left out.

sublist([], _).
sublist([X|Xs], [X|Ys]) :-
    sublist(Xs, Ys).
sublist([X|Xs], [_|Ys]) :-
    sublist([X|Xs], Ys).

%  Membership.

:- check(preds_sorted, 10, (sorted(Ns), graph(Ns, G), preds(_, G, Ss) => sorted(Ss))).
:- check(succs_sorted, 10, (sorted(Ns), graph(Ns, G), succs(_, G, Ts) => sorted(Ts))).
:- check(pred_has_succ, 10,
         (sorted(Ns), graph(Ns, G), preds(T, G, Ss), elem(S, Ss), succs(S, G, Ts)
          => elem(T, Ts))).
:- check(succ_has_pred, 10,
         (sorted(Ns), graph(Ns, G), succs(S, G, Ts), elem(T, Ts), preds(T, G, Ss)
          => elem(S, Ss))).
:- check(succ_is_edge, 10,
         (sorted(Ns), graph(Ns, G), succs(S, G, Ts), elem(T, Ts) => is_edge(S, T, G))).
:- check(edge_is_succ, 10,
         (sorted(Ns), graph(Ns, G), is_edge(S, T, G), succs(S, G, Ts) => elem(T, Ts))).
:- check(edge_joins_nodes, 10,
         (sorted(Ns), graph(Ns, G), is_edge(S, T, G) => is_node(S, G), is_node(T, G))).
:- check(node_on_list, 10,
         (sorted(Ns), graph(Ns, G), is_node(N, G), nodes(G, Ms) => elem(N, Ms))).
:- check(list_of_nodes, 10,
         (sorted(Ns), graph(Ns, G), nodes(G, Ms), elem(N, Ms) => is_node(N, G))).

%  Paths and subgraphs.

:- check(path_reflexive, 12, (sorted(Ns), graph(Ns, G), is_node(N, G) => is_path(N, N, G))).
:- check(path_joins_nodes, 12,
         (sorted(Ns), graph(Ns, G), is_path(S, T, G) => is_node(S, G), is_node(T, G))).
:- check(path_transitive, 12,
         (sorted(Ns), graph(Ns, G), is_path(R, S, G), is_path(S, T, G)
          => is_path(R, T, G))).
:- check(path_steps, 12,
         (sorted(Ns), graph(Ns, G), is_path(S, T, G), neq(S, T)
          => exists(N, (is_edge(S, N, G), neq(N, S), is_path(N, T, G))))).
:- check(edge_is_path, 12,
         (sorted(Ns), graph(Ns, G), is_edge(S, T, G) => is_path(S, T, G))).
:- check(subgraph_of_all, 12, (sorted(Ns), graph(Ns, G), subgraph(Ns, G, H) => H = G)).
:- check(subgraphs_commute, 12,
         (sorted(Ns), graph(Ns, G), sublist(As, Ns), sublist(Bs, Ns),
          subgraph(As, G, GA), subgraph(Bs, GA, GAB), subgraph(Bs, G, GB)
          => subgraph(As, GB, GAB))).
:- check(subgraph_path, 12,
         (sorted(Ns), graph(Ns, G), sublist(As, Ns), subgraph(As, G, H), is_path(S, T, H)
          => is_path(S, T, G))).
:- check(subgraph_node_only, 12,
         (sorted(Ns), graph(Ns, G), sublist(As, Ns), subgraph(As, G, H), is_node(N, H)
          => is_node(N, G), elem(N, As))).
:- check(subgraph_node_all, 12,
         (sorted(Ns), graph(Ns, G), sublist(As, Ns), subgraph(As, G, H),
          is_node(N, G), elem(N, As)
          => is_node(N, H))).
:- check(subgraph_edge_only, 12,
         (sorted(Ns), graph(Ns, G), sublist(As, Ns), subgraph(As, G, H), is_edge(S, T, H)
          => is_edge(S, T, G), elem(S, As), elem(T, As))).
:- check(subgraph_edge_all, 12,
         (sorted(Ns), graph(Ns, G), sublist(As, Ns), subgraph(As, G, H),
          is_edge(S, T, G), elem(S, As), elem(T, As)
          => is_edge(S, T, H))).
