import AtollPackages

/// How many users gave each number of stars.
struct StarCounts: Hashable, Sendable {
    /// By stars; nobody gave what is missing.
    private(set) var counts: [Int: Int] = [:]

    init() {}

    /// All of them together.
    init(_ all: some Sequence<StarCounts>) {
        for each in all {
            for (stars, count) in each.counts { add(count, of: stars) }
        }
    }

    var count: Int { counts.values.reduce(0, +) }

    mutating func add(_ count: Int, of stars: Int) { counts[stars, default: 0] += count }

    /// The average; nil while so few have rated that it could be somebody's.
    var rating: MiniAppFeedback.Rating? {
        let count = count
        guard count >= Transaction.fewest else { return nil }
        return MiniAppFeedback.Rating(sum: counts.reduce(0) { $0 + $1.key * $1.value }, count: count)
    }
}
