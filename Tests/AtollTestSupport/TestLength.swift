import Foundation

/// How thorough tests are that generate their own cases: short in `make test`, long in `make test-all`, `make test-long` and `make test-faults`.
public enum TestLength {
    /// Whether the thorough tier runs.
    public static let isLong = TestTier.isThorough

    /// How many cases to generate.
    public static func of(short: Int, long: Int) -> Int { isLong ? long : short }
}
