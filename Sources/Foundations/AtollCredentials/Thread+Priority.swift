import Foundation

extension Thread {
    /// Runs `work` on a new thread with a slightly lower priority than the process's other threads. With the lowest
    /// priority, it would never finish on a busy processor.
    ///
    /// Compared to hashing a password, which takes some 50 ms, starting a thread is cheap. Dispatch's quality of
    /// service does not affect the kernel's scheduling on Linux, where each thread has its own nice value.
    static func detachBelowOthers(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread {
            #if canImport(Glibc)
            let one = __priority_which_t(PRIO_PROCESS.rawValue)
            // If the system refuses, the work is done anyway.
            _ = setpriority(one, 0, getpriority(one, 0) + 2)
            #endif
            work()
        }
        thread.name = "hashing"
        thread.qualityOfService = QualityOfService.utility
        thread.start()
    }
}
