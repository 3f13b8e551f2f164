import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Runs work that needs the processor on a separate thread with a low priority, so that devices are served meanwhile.
enum BackgroundThread {
    /// How much lower its priority is than that of the Center, as `nice` counts.
    private static let niceness: Int32 = 10

    static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                #if os(Linux)
                // On Linux, 0 means the calling thread.
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
                #endif
                continuation.resume(returning: work())
            }
            thread.qualityOfService = .background
            thread.stackSize = 8 << 20
            thread.start()
        }
    }
}
