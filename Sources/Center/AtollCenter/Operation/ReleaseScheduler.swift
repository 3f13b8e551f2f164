import AtollCenterDomain
import Logging
import ServiceLifecycle

/// Does the pending work on versions: scheduled releases, the next steps of plans, abandoned reviews,
/// and releases whose starts fail.
///
/// Each is one transaction that looks again first, so of several processes, one does it. What was due while none ran is
/// done when the first one starts.
struct ReleaseScheduler: Service {
    let store: PeopleStore
    let pipeline: ReleasePipeline
    let logger: Logger
    var interval = Duration.seconds(2)

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await doWhatIsDue()
                try await Task.sleep(for: interval)
            }
        }
    }

    /// Does everything that is due now, at most one step of each version.
    func doWhatIsDue() async {
        do {
            var isAnythingDue = false
            for (id, code) in try await store.read({ try $0.versionsDue(limit: 200) }) {
                do {
                    let changed = try await store.change(by: .system) { try $0.doWhatIsDue(about: code, of: id) }
                    guard let changed else { continue }
                    logger.notice(
                        "A version has moved on by itself.",
                        metadata: ["miniApp": "\(id)", "code": "\(code)", "state": "\(changed.state.rawValue)"])
                    isAnythingDue = true
                } catch let error where !(error is any StorageFailure) && !(error is CancellationError) {
                    // A fault of one version must not delay the others.
                    logger.error(
                        "A version could not move on; this is tried again.",
                        metadata: ["miniApp": "\(id)", "code": "\(code)", "error": "\(error)"])
                }
            }
            for (id, code) in try await store.read({ try $0.releasesToJudge(limit: 200) }) {
                do {
                    let held = try await store.change(by: .system) { try $0.holdIfUnhealthy(code, of: id) }
                    guard let held else { continue }
                    logger.warning(
                        "A release is held: too many of its starts fail.",
                        metadata: ["miniApp": "\(id)", "code": "\(code)", "reason": "\(held.comment)"])
                    isAnythingDue = true
                } catch let error where !(error is any StorageFailure) && !(error is CancellationError) {
                    logger.error(
                        "A release could not be judged; this is tried again.",
                        metadata: ["miniApp": "\(id)", "code": "\(code)", "error": "\(error)"])
                }
            }
            if isAnythingDue { await pipeline.announceDue() }
        } catch is CancellationError {
            return
        } catch {
            logger.error("What is due about versions could not be done.", metadata: ["error": "\(error)"])
        }
    }
}
