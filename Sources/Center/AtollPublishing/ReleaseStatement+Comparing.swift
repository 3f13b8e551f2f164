import AtollPackages
import Foundation

extension ReleaseStatement {
    /// How far a clock may be ahead, in seconds.
    private static let tolerance: TimeInterval = 300

    /// Whether this statement equals `other`, except for the time at which it was made and the statement before it.
    ///
    /// Use it to compare a statement from a Center with one that was made here. It must also have the usual lifetime, and must not be from the
    /// future.
    public func saysTheSame(as other: ReleaseStatement, now: Date = Date()) -> Bool {
        var expected = other
        (expected.previous, expected.created) = (previous, created)
        expected.expires = created.addingTimeInterval(Self.lifetime)
        return self == expected && created <= now.addingTimeInterval(Self.tolerance)
    }
}
