% Properties of programs/miniml.pl.

% ---------------------------------------------------------------------------
% The core language

:- check(progress, 6,
     (has_type([], E, _) => value(E) ; exists(E1, step(E, E1)))).
:- check(preservation, 6,
     (has_type([], E, T), step(E, E1) => has_type([], E1, T))).
:- check(step_deterministic, 5,
     (step(E, E1), step(E, E2) => E1 = E2)).
:- check(values_do_not_step, 6,
     (value(V) => \+ exists(E, step(V, E)))).
:- check(unique_typing, 5,
     (has_type(G, E, T1), has_type(G, E, T2) => T1 = T2)).
:- check(weakening, 5,
     (has_type([A|G], E, T), shift(s(z), E, F) => has_type([A, tnat|G], F, T))).
:- check(substitution, 4,
     (has_type([A|G], B, T), has_type(G, E, A), subst(z, E, B, F)
      => has_type(G, F, T))).
:- check(substitution_under_binder, 4,
     (has_type([C, A|G], B, T), has_type(G, E, A), subst(s(z), E, B, F)
      => has_type([C|G], F, T))).

% ---------------------------------------------------------------------------
% The interpreter and the small steps

:- check(eval_types, 6,
     (has_type([], E, T), eval([], E, V) => val_type(V, T))).
:- check(eval_deterministic, 6,
     (eval([], E, V), eval([], E, W) => V = W)).
:- check(eval_agrees_with_steps, 6,
     (has_type([], E, _), eval([], E, V), steps(E, W) => agrees(W, V))).
:- check(eval_reaches_what_steps_reach, 5,
     (has_type([], E, _), steps(E, W)
      => exists(V, (eval([], E, V), agrees(W, V))))).

% ---------------------------------------------------------------------------
% The optimiser

:- check(rewrite_types, 7,
     (has_type(G, E, T), rewrite(E, F) => has_type(G, F, T))).
:- check(rewrite_results, 7,
     (has_type([], E, _), rewrite(E, F), eval([], E, V)
      => exists(W, (eval([], F, W), same_result(V, W))))).
:- check(optimise_types, 6,
     (has_type([], E, T) => exists(F, (pass(E, F), has_type([], F, T))))).
:- check(optimise_results, 6,
     (has_type([], E, _), eval([], E, V)
      => exists([F, W], (pass(E, F), eval([], F, W), same_result(V, W))))).

% ---------------------------------------------------------------------------
% The compiler, the machine and the verifier

:- check(compile_types, 6,
     (has_type([], E, T), compile_top(E, C) => code_type(C, [], [], T))).
:- check(compile_correct, 6,
     (has_type([], E, _), eval([], E, V), compile_top(E, C)
      => exists(M, (run(C, M), represents(V, M))))).
:- check(decompile_inverts_compile, 7,
     (compile_top(E, C) => decompile(C, E))).
:- check(machine_progress, 11,
     (state_type(S, _) => exists(M, machine_result(S, M))
                        ; exists(S1, mstep(S, S1)))).
:- check(machine_preservation, 11,
     (state_type(S, T), mstep(S, S1) => state_type(S1, T))).

% ---------------------------------------------------------------------------
% The peephole optimiser

% same_shape(M, N): to a user, the results M and N are the same.
:- pred same_shape(mval, mval).
:- pred machine_function(mval).

same_shape(m_lit(C), m_lit(C)).
same_shape(m_pair(M1, M2), m_pair(N1, N2)) :- same_shape(M1, N1), same_shape(M2, N2).
same_shape(m_inl(M), m_inl(N)) :- same_shape(M, N).
same_shape(m_inr(M), m_inr(N)) :- same_shape(M, N).
same_shape(m_nil, m_nil).
same_shape(m_cons(M1, M2), m_cons(N1, N2)) :- same_shape(M1, N1), same_shape(M2, N2).
same_shape(m_clo(_, _, _), N) :- machine_function(N).
same_shape(m_rec(_, _, _, _), N) :- machine_function(N).

machine_function(m_clo(_, _, _)).
machine_function(m_rec(_, _, _, _)).

:- check(peep_types, 7,
     (peep(C, D), code_type(C, G, S, T) => code_type(D, G, S, T))).
:- check(peep_results, 11,
     (peep(C, D), state_type(state(C, G, S, []), _), mrun(state(C, G, S, []), M)
      => mrun(state(D, G, S, []), M))).
:- check(peephole_types, 5,
     (code_type(C, [], [], T) => exists(D, (peephole(C, D), code_type(D, [], [], T))))).
:- check(peephole_results, 8,
     (code_type(C, [], [], _), run(C, M)
      => exists([D, N], (peephole(C, D), run(D, N), same_shape(M, N))))).

% ---------------------------------------------------------------------------
% The surface language

:- check(desugar_types, 5,
     (s_type([], S, T), desugar([], S, E) => has_type([], E, T))).
:- check(desugar_total, 5,
     (s_type([], S, _) => exists(E, desugar([], S, E)))).
:- check(parse_inverts_show, 5,
     (show_exp(S, [], L) => parse(L, S))).
:- check(parse_inverts_show_type, 6,
     (show_type(T, K, L) => type_expr(T, L, K))).
:- check(parse_unambiguous, 5,
     (parse(L, S1), parse(L, S2) => S1 = S2)).

% ---------------------------------------------------------------------------
% The samples, through the whole chain

% looks_like(V, M): to a user, the interpreter's V is the machine's M.
:- pred looks_like(val, mval).

looks_like(v_lit(C), m_lit(C)).
looks_like(v_pair(V, W), m_pair(M, N)) :- looks_like(V, M), looks_like(W, N).
looks_like(v_inl(V), m_inl(M)) :- looks_like(V, M).
looks_like(v_inr(V), m_inr(M)) :- looks_like(V, M).
looks_like(v_nil, m_nil).
looks_like(v_cons(V, W), m_cons(M, N)) :- looks_like(V, M), looks_like(W, N).
looks_like(v_clo(_, _, _), M) :- machine_function(M).
looks_like(v_rec(_, _, _, _), M) :- machine_function(M).

:- check(samples_typed, 12,
     (sample(_, S, T) => s_type([], S, T))).
:- check(samples_parse, 25,
     (sample(_, S, _) => exists(L, (show_exp(S, [], L), parse(L, S))))).
:- check(samples_run, 260,
     (sample(_, S, T)
      => exists([L, V, M], (show_exp(S, [], L), interpret(L, T, V),
                            toplevel(L, T, M), looks_like(V, M))))).
