import AtollPackages
import NIOConcurrencyHelpers

/// The launches whose cookie no browser has sent back yet.
///
/// Some browsers keep no cookies of embedded pages. A mini app can load nothing there, which says nothing of its version.
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

    /// Notes that a launch begins with a cookie.
    func begin(_ cookie: String) {
        let digest = Secret.digest(of: cookie)
        missing.withLockedValue { missing in
            if missing.new.count >= Self.capacity { (missing.old, missing.new) = (missing.new, []) }
            missing.new.insert(digest)
        }
    }

    /// Notes that a request has the cookie of a launch, or forgets the launch.
    ///
    /// - Returns: Whether the cookie had never come back.
    @discardableResult
    func end(_ cookie: String) -> Bool {
        let digest = Secret.digest(of: cookie)
        return missing.withLockedValue { $0.remove(digest) }
    }
}
