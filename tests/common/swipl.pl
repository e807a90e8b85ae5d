% Loaded before everything else. Garbage is collected by the thread that makes it: SWI-Prolog 9.0 now and then complains at
% its end that the thread it has for this would not die.
:- set_prolog_flag(gc_thread, false).
