import AtollPackages
import NIOConcurrencyHelpers

/// The launches that no request has named yet, with its cookie or otherwise.
///
/// Some browsers store no cookies for embedded pages. If only a cookie names the launch, a mini app can load no files
/// there, and its version is not to blame.
final class LaunchReturns: Sendable {
    private struct Launches {
        /// Whether each launch is carried by a worker.
        var new: [SHA256Hash: Bool] = [:]
        var old: [SHA256Hash: Bool] = [:]

        mutating func remove(_ digest: SHA256Hash) -> Bool {
            new.removeValue(forKey: digest) != nil || old.removeValue(forKey: digest) != nil
        }
    }

    private let missing = NIOLockedValueBox(Launches())
    /// The number of launches in each of the two generations. At least this many are remembered; for older ones, the
    /// cookie counts as sent back.
    private static let capacity = 5_000

    /// Notes that a launch begins.
    ///
    /// - Parameter isCarried: Whether a worker sends the launch's name instead of a cookie.
    func begin(_ launch: Session.Launch, isCarried: Bool) {
        let digest = launch.id
        missing.withLockedValue { missing in
            if missing.new.count >= Self.capacity { (missing.old, missing.new) = (missing.new, [:]) }
            missing.new[digest] = isCarried
        }
    }

    /// Whether a launch began with a cookie that never came back.
    func lacksCookie(_ launch: Session.Launch) -> Bool {
        missing.withLockedValue { ($0.new[launch.id] ?? $0.old[launch.id]) == false }
    }

    /// Notes that a request names a launch, or forgets the launch.
    ///
    /// - Returns: Whether no request had named it before.
    @discardableResult
    func end(_ launch: Session.Launch) -> Bool {
        missing.withLockedValue { $0.remove(launch.id) }
    }
}
