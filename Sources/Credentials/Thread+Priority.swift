import Foundation

extension Thread {
    /// Does `work` on a thread of its own that gives way to the others of the process, a little: where the processor is never idle,
    /// one that gave way to all would not get anything done.
    ///
    /// Next to a password's hash, which takes some 50 ms, beginning a thread costs nothing. Dispatch's qualities of service do not reach
    /// the kernel on Linux; there each thread has a nice value of its own.
    static func detachBelowOthers(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread {
            #if canImport(Glibc)
            let one = __priority_which_t(PRIO_PROCESS.rawValue)
            // Where the system refuses, the work is done all the same.
            _ = setpriority(one, 0, getpriority(one, 0) + 2)
            #endif
            work()
        }
        thread.name = "hashing"
        thread.qualityOfService = QualityOfService.utility
        thread.start()
    }
}
