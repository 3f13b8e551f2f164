import AtollPackages
import Foundation

extension ReleaseStatement {
    /// How far a clock may be ahead, in seconds.
    private static let tolerance: TimeInterval = 300

    /// Whether this statement equals `other`, apart from its time and the statement before it.
    ///
    /// Use it to compare a statement from a Center with one that was made locally. It must also have the usual
    /// lifetime, and must not be from the future.
    public func saysTheSame(as other: ReleaseStatement, now: Date = Date()) -> Bool {
        var expected = other
        (expected.previous, expected.created) = (previous, created)
        expected.expires = created.addingTimeInterval(Self.lifetime)
        return self == expected && created <= now.addingTimeInterval(Self.tolerance)
    }
}
