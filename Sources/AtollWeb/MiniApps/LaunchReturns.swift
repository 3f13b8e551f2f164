import AtollPackages
import NIOConcurrencyHelpers

/// The launches that no request has named yet, by its cookie or otherwise.
///
/// Some browsers keep no cookies of embedded pages. With a cookie alone, a mini app can load nothing there, which says nothing of its
/// version.
final class LaunchReturns: Sendable {
    private struct Launches {
        var new: Set<SHA256Hash> = []
        var old: Set<SHA256Hash> = []

        mutating func remove(_ digest: SHA256Hash) -> Bool {
            new.remove(digest) != nil || old.remove(digest) != nil
        }
    }

    private let missing = NIOLockedValueBox(Launches())
    /// Of so many launches, the last ones are remembered, and as many before them. Of others, the cookie counts as sent back.
    private static let capacity = 5_000

    /// Notes that a launch begins.
    func begin(_ launch: Session.Launch) {
        let digest = launch.id
        missing.withLockedValue { missing in
            if missing.new.count >= Self.capacity { (missing.old, missing.new) = (missing.new, []) }
            missing.new.insert(digest)
        }
    }

    /// Whether no request has named a launch since it began.
    func isMissing(_ launch: Session.Launch) -> Bool {
        missing.withLockedValue { $0.new.contains(launch.id) || $0.old.contains(launch.id) }
    }

    /// Notes that a request names a launch, or forgets the launch.
    ///
    /// - Returns: Whether none had named it.
    @discardableResult
    func end(_ launch: Session.Launch) -> Bool {
        missing.withLockedValue { $0.remove(launch.id) }
    }
}
