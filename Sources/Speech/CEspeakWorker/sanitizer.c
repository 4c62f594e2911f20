// What ThreadSanitizer has to know when a program that links this target is built with it; nothing otherwise.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

// espeak-ng starts a thread of its own, which is not allowed in a forked child unless it is asked for.
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return "die_after_fork=0"; }

// On Linux the futex inside of Synchronization.Mutex is not seen when two threads contend for it, and the bodies of
// withLock are reported as races; a program of ten lines with one Mutex shows it. Accesses that go through a Mutex are
// therefore left out, and everything else is reported. The last pattern is the mangled end of a closure that takes an
// `inout sending` value, which is what withLock's body is when withLock itself has been inlined.
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) {
    return "race:Synchronization.Mutex\nrace:$s15Synchronization5Mutex\nrace:zYuYTXEfU\n";
}

#endif
#endif
