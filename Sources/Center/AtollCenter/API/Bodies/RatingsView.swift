import AtollPackages

/// The stars that users gave a mini app.
struct RatingsView: Codable, Sendable, Documented {
    /// Of all versions; nil while fewer than 5 users have given any.
    let all: Stars?
    /// The newest version first; those that fewer than 5 users had are left out.
    let versions: [Version]

    struct Stars: Codable, Sendable {
        let average: Double
        let count: Int
        /// How many gave one star, two, and so on: five numbers.
        let counts: [Int]
    }

    struct Version: Codable, Sendable {
        let code: Int
        let average: Double
        let count: Int
    }

    init(_ stars: [Int: StarCounts]) {
        let sum = StarCounts(stars.values)
        all = sum.rating.map { rating in
            Stars(
                average: rating.average, count: rating.count,
                counts: NewRating.starRange.map { sum.counts[$0] ?? 0 })
        }
        var shown = stars.filter { $0.value.rating != nil }
        // What is not shown could be found by subtraction, unless it is enough to be anybody's.
        while case let hidden = sum.count - StarCounts(shown.values).count, (1..<WorkChange.fewest).contains(hidden),
            let fewest = shown.min(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) })
        {
            shown[fewest.key] = nil
        }
        versions = shown.sorted { $0.key > $1.key }.compactMap { code, counts in
            counts.rating.map { Version(code: code, average: $0.average, count: $0.count) }
        }
    }

    private static let average = JSONSchema.number(1...5)
    private static let count = JSONSchema.integer(0...(1 << 53))

    static let schemaName = "Ratings"
    static let schema = JSONSchema.object(
        [
            "all": .object(["average": average, "count": count, "counts": .list(of: count, upTo: 5)]),
            "versions": .list(
                of: .object(["code": .integer(1...(1 << 53)), "average": average, "count": count]), upTo: 1_000_000),
        ], optional: ["all"])
}
