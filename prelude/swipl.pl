%  prelude/swipl.pl: lets SWI-Prolog load blame's `.pl` files unchanged.
%
%      swipl prelude/swipl.pl programs/sort.pl properties/sort.pl
%
%  A program for blame is a Prolog program with declarations.  This file gives
%  SWI-Prolog the operators that the declarations are written with, and then
%  passes over them: types, predicates, trust and checks say nothing about what a
%  program computes.  Each check is kept as a fact blame_check(Name, Bound,
%  Formula), with `none` for a bound that was left out.
%
%  Three habits of SWI-Prolog stand between a file and its meaning for blame, and
%  are changed for every file that is loaded after this one:
%    - double-quoted text is a list of one-char atoms;
%    - a program's own length/2 or msort/2 replaces the system's.  Only control,
%      unification and arithmetic stay protected;
%    - a file may add clauses to a predicate of an earlier one.
%  The last two have to be settled before the first clause is compiled, since a call
%  is bound to a system predicate when it is compiled.  So each file is read twice:
%  once, at its begin_of_file, for the heads of its clauses, and then by the loader.
%
%  Singleton variables are not reported here, because `:- pred size(list(A), nat).`
%  has one by right; `blame lint` reports those in clauses.

:- module(blame_prelude, []).

:- use_module(library(lists), [append/3, member/2]).

%  Operators.  Module user passes them on to every file.

:- op(1150, fx, user:type).
:- op(1150, fx, user:pred).
:- op(1150, fx, user:func).
:- op(1150, fx, user:name_type).
:- op(1150, fx, user:trusted).
:- op(1150, fx, user:assumable).
:- op(1125, xfx, user:(--->)).
:- op(1105, xfx, user:where).

:- set_prolog_flag(user:double_quotes, chars).

%  What every program may call.  Both live in module system, where a program's own
%  rule/1 or exists/2 hides them without a word.

:- multifile system:rule/1, system:exists/2.
:- module_transparent system:exists/2.

system:rule(_).

system:exists(_, Goal) :-
    call(Goal).

:- multifile user:blame_check/3.
:- dynamic user:blame_check/3.

%  program_file(-File): a program is being loaded, not a library that SWI-Prolog
%  fetches on demand.

program_file(File) :-
    prolog_load_context(module, user),
    prolog_load_context(source, File),
    current_prolog_flag(home, Home),
    \+ sub_atom(File, 0, _, _, Home).

%  declaration(+Directive, -Facts): the directive is one of ours and leaves Facts.

declaration(Directive, []) :-
    nonvar(Directive),
    passed_over(Directive),
    !.
declaration(check(Name, Formula), [user:blame_check(Name, none, Formula)]).
declaration(check(Name, Bound, Formula), [user:blame_check(Name, Bound, Formula)]).

passed_over(type(_)).
passed_over(pred(_)).
passed_over(func(_)).
passed_over(name_type(_)).
passed_over(trusted(_)).
passed_over(assumable(_)).
passed_over(properties(_)).
passed_over(generator(_, _)).
passed_over(validate(_, _)).
passed_over(validate(_, _, _)).
passed_over(invalidate(_, _)).
passed_over(invalidate(_, _, _)).

%  prepare(+File): what must be so before the first clause of File is compiled.  The
%  flag and the style last until the end of the file being loaded.

prepare(File) :-
    set_prolog_flag(user:double_quotes, chars),
    style_check(-singleton),
    style_check(-discontiguous),
    defined_in(File, Heads),
    forall(member(Head, Heads), make_room(Head)),
    user:multifile(blame_check/3).

%  replaced(?Head): the program has its own definition of this system predicate.

:- dynamic replaced/1.

%  own(+Goal): a call of a replaced predicate.

own(Goal) :-
    call(user:Goal).

%  make_room(+Head): the file may define the predicate of Head, whoever else does.
%  predicate_property/2 would load a library to find out, and a predicate that was
%  imported and then redefined brings SWI-Prolog 9.0 down now and then.

make_room(Head) :-
    protected(Head),
    !.
make_room(Head) :-
    functor(Head, Name, Arity),
    (   current_predicate(system:Name/Arity),
        \+ replaced(Head)
    ->  redefine_system_predicate(user:Head),
        assertz(replaced(Head))
    ;   true
    ),
    user:multifile(Name/Arity).

%  For these the loader's own "no permission" is the right answer.

protected(Head) :-
    functor(Head, call, _),
    !.
protected(Head) :-
    protected_(Head).

protected_((_ , _)).
protected_((_ ; _)).
protected_((_ -> _)).
protected_((_ *-> _)).
protected_((_ '|' _)).
protected_((_ :- _)).
protected_(\+ _).
protected_(not(_)).
protected_(!).
protected_(true).
protected_(fail).
protected_(false).
protected_(_ = _).
protected_(_ \= _).
protected_(once(_)).
protected_(ignore(_)).
protected_(forall(_, _)).
protected_(findall(_, _, _)).
protected_(_ is _).
protected_(_ < _).
protected_(_ =< _).
protected_(_ > _).
protected_(_ >= _).
protected_(_ =:= _).
protected_(_ =\= _).

%  defined_in(+File, -Heads): the most general heads of the clauses in File.  A syntax
%  error is passed over: the loader will report it.

defined_in(File, Heads) :-
    setup_call_cleanup(
        open(File, read, In),
        heads(In, All),
        close(In)),
    sort(All, Heads).

heads(In, Heads) :-
    catch(read_term(In, Term, [module(user)]), error(syntax_error(_), _), Term = (:- true)),
    heads(Term, In, Heads).

heads(Term, _, []) :-
    Term == end_of_file,
    !.
heads((:- op(Priority, Type, Name)), In, Heads) :-
    !,
    catch(op(Priority, Type, user:Name), _, true),
    heads(In, Heads).
heads(Term, In, Heads) :-
    clause_head(Term, Head),
    !,
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    Heads = [General|Rest],
    heads(In, Rest).
heads(_, In, Heads) :-
    heads(In, Heads).

clause_head(Term, _) :-
    var(Term),
    !,
    fail.
clause_head((:- _), _) :-
    !,
    fail.
clause_head((?- _), _) :-
    !,
    fail.
clause_head((Head :- _), Head) :-
    !,
    callable(Head).
clause_head((Head --> _), Extended) :-
    !,
    dcg_head(Head, Extended).
clause_head(Head, Head) :-
    callable(Head).

dcg_head((Head, _), Extended) :-
    !,
    dcg_head(Head, Extended).
dcg_head(Head, Extended) :-
    callable(Head),
    Head =.. Parts,
    append(Parts, [_, _], Longer),
    Extended =.. Longer.

%  The hooks come last: from here on they see every term and goal, also of this file.

:- multifile user:term_expansion/2.
:- dynamic user:term_expansion/2.

user:term_expansion(begin_of_file, begin_of_file) :-
    blame_prelude:program_file(File),
    blame_prelude:prepare(File).
user:term_expansion((:- Declaration), Facts) :-
    blame_prelude:declaration(Declaration, Facts),
    blame_prelude:program_file(_).

%  A call of atom/1 and its like is compiled to an instruction, whoever defined
%  atom/1 since; a call through own/1 is not.

:- multifile user:goal_expansion/2.
:- dynamic user:goal_expansion/2.

user:goal_expansion(Goal, blame_prelude:own(Goal)) :-
    blame_prelude:replaced(Goal),
    prolog_load_context(module, user).
