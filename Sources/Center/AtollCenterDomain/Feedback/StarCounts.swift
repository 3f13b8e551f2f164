import AtollPackages

/// How many users gave each number of stars.
package struct StarCounts: Hashable, Sendable {
    /// The number of ratings by stars; missing values are zero.
    package private(set) var counts: [Int: Int] = [:]

    package init() {}

    /// All of them together.
    package init(_ all: some Sequence<StarCounts>) {
        for each in all {
            for (stars, count) in each.counts { add(count, of: stars) }
        }
    }

    package var count: Int { counts.values.reduce(0, +) }

    package mutating func add(_ count: Int, of stars: Int) { counts[stars, default: 0] += count }

    /// The average; `nil` while so few have rated that it could identify a user.
    package var rating: MiniAppFeedback.Rating? {
        let count = count
        guard count >= Transaction.fewest else { return nil }
        return MiniAppFeedback.Rating(sum: counts.reduce(0) { $0 + $1.key * $1.value }, count: count)
    }
}
