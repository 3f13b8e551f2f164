import Foundation
import Testing

/// The two tiers of the tests: `make test` runs the quick one, `make test-all` both.
public enum TestTier {
    /// Whether the thorough tier runs.
    public static let isThorough = ProcessInfo.processInfo.environment["ATOLL_TESTS"] == "all"
}

extension Trait where Self == ConditionTrait {
    /// The test or suite takes long, or tries by chance: it runs in `make test-all` only.
    ///
    /// ```swift
    /// @Test("…", .thorough("kills"))
    /// ```
    ///
    /// - Parameter part: The part of `make test-all` that it belongs to, such as `kills`. `scripts/test --list` names it.
    public static func thorough(_ part: String) -> Self {
        // scripts/testing/swift_part.py reads the part from this comment.
        .enabled(if: TestTier.isThorough, "make test-all: \(part)")
    }
}
