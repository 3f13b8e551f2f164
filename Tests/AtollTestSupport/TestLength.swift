import Foundation

/// How thorough tests are that generate their own cases: short in `make test`, long in `make test-long` and `make test-faults`.
public enum TestLength {
    /// Whether `ATOLL_FAULTS` is `many`.
    public static let isLong = ProcessInfo.processInfo.environment["ATOLL_FAULTS"] == "many"

    /// How many cases to generate.
    public static func of(short: Int, long: Int) -> Int { isLong ? long : short }
}
