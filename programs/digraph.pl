%  programs/digraph.pl: directed graphs as lists of nodes with their successors.
%
%  A graph is a list of pairs (Node, Targets).  Nodes ascend strictly, so do the targets
%  of each, and every target is a node.  Three nodes are enough for most of what can go
%  wrong with a path or a subgraph, and leave 567 graphs.
%
%  The representation and the operations follow the library by C. Runciman that is a
%  study of R. Braquehais and C. Runciman, "FitSpec: Refining Property Sets for Functional
%  Testing" (Haskell 2016).  Walks that never come back to a node are the textbook way to
%  search a graph in Prolog (L. Sterling and E. Shapiro, "The Art of Prolog", 1994).
%  Properties: properties/digraph.pl.

:- type node ---> a ; b ; c.
:- type digraph = list((node, list(node))).

:- pred neq(node, node).
:- pred elem(node, list(node)).
:- pred not_elem(node, list(node)).
:- func nodes(digraph) = list(node).
:- func succs(node, digraph) = list(node).
:- func preds(node, digraph) = list(node).
:- pred is_node(node, digraph).
:- pred is_edge(node, node, digraph).
:- pred is_path(node, node, digraph).
:- pred walk(node, node, digraph, list(node)).
:- func subgraph(list(node), digraph) = digraph.
:- func restrict(list(node), list(node)) = list(node).

:- trusted neq/2, elem/2, not_elem/2.

neq(a, b).
neq(a, c).
neq(b, a).
neq(b, c).
neq(c, a).
neq(c, b).

elem(X, [X|_]).
elem(X, [_|Ys]) :-
    elem(X, Ys).

not_elem(_, []).
not_elem(X, [Y|Ys]) :-
    neq(X, Y),
    not_elem(X, Ys).

nodes([], []).
nodes([(N,_)|G], [N|Ns]) :-
    nodes(G, Ns).

%  succs(N, G, Ts): Ts are the targets of N; none, if N is not a node.

succs(_, [], []).
succs(N, [(N,Ts)|_], Ts).
succs(N, [(M,_)|G], Ts) :-
    neq(N, M),
    succs(N, G, Ts).

%  preds(N, G, Ss): Ss are the nodes with N as a target.

preds(_, [], []).
preds(N, [(S,Ts)|G], [S|Ss]) :-
    elem(N, Ts),
    preds(N, G, Ss).
preds(N, [(_,Ts)|G], Ss) :-
    not_elem(N, Ts),
    preds(N, G, Ss).

is_node(N, [(N,_)|_]).
is_node(N, [(M,_)|G]) :-
    neq(N, M),
    is_node(N, G).

is_edge(S, T, G) :-
    succs(S, G, Ts),
    elem(T, Ts).

%  is_path(S, T, G): a path of any length, also 0, leads from S to T.

is_path(S, T, G) :-
    is_node(S, G),
    walk(S, T, G, [S]).

%  walk(S, T, G, Seen): a walk from S to T that meets no node of Seen after S.

walk(T, T, _, _).
walk(S, T, G, Seen) :-
    is_edge(S, N, G),
    not_elem(N, Seen),
    walk(N, T, G, [N|Seen]).

%  subgraph(Ns, G, H): H has the nodes of G that are in Ns, and the edges between them.

subgraph(_, [], []).
subgraph(Ns, [(N,Ts)|G], [(N,Us)|H]) :-
    elem(N, Ns),
    restrict(Ts, Ns, Us),
    subgraph(Ns, G, H).
subgraph(Ns, [(N,_)|G], H) :-
    not_elem(N, Ns),
    subgraph(Ns, G, H).

%  restrict(Ts, Ns, Us): Us are those of Ts that are in Ns.

restrict([], _, []).
restrict([T|Ts], Ns, [T|Us]) :-
    elem(T, Ns),
    restrict(Ts, Ns, Us).
restrict([T|Ts], Ns, Us) :-
    not_elem(T, Ns),
    restrict(Ts, Ns, Us).
