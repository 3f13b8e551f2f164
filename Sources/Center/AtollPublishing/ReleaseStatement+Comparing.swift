import AtollPackages
import Foundation

extension ReleaseStatement {
    /// How far a clock may be ahead, in seconds.
    private static let tolerance: TimeInterval = 300

    /// Whether this statement, which somebody shows, says what `other` says, which was made here: all but when it was made, and what came
    /// before it. It must be valid for as long as a statement is, and not be from the future.
    public func saysTheSame(as other: ReleaseStatement, now: Date = Date()) -> Bool {
        var expected = other
        (expected.previous, expected.created) = (previous, created)
        expected.expires = created.addingTimeInterval(Self.lifetime)
        return self == expected && created <= now.addingTimeInterval(Self.tolerance)
    }
}
