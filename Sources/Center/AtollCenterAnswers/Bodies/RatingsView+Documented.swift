import AtollCenterAPI
import AtollCenterDomain
import AtollPackages

extension RatingsView: Documented {
    package init(_ stars: [Int: StarCounts]) {
        let sum = StarCounts(stars.values)
        var shown = stars.filter { $0.value.rating != nil }
        // A hidden number could be found by subtraction, unless it is large enough not to identify a user.
        while case let hidden = sum.count - StarCounts(shown.values).count, (1..<Transaction.fewest).contains(hidden),
            let fewest = shown.min(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) })
        {
            shown[fewest.key] = nil
        }
        let all = sum.rating.map { rating in
            Stars(
                average: rating.average, count: rating.count,
                counts: NewRating.starRange.map { sum.counts[$0] ?? 0 })
        }
        let versions = shown.sorted { $0.key > $1.key }.compactMap { code, counts in
            counts.rating.map { Version(code: code, average: $0.average, count: $0.count) }
        }
        self.init(
            all: all,
            versions: versions)
    }

    private static let average = JSONSchema.number(1...5)
    private static let count = JSONSchema.integer(0...(1 << 53))
    package static let schemaName = "Ratings"
    package static let schema = JSONSchema.object(
        [
            "all": .object(["average": average, "count": count, "counts": .list(of: count, upTo: 5)]),
            "versions": .list(
                of: .object(["code": .integer(1...(1 << 53)), "average": average, "count": count]), upTo: 1_000_000),
        ], optional: ["all"])
}
