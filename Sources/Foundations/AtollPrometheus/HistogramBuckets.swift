/// The buckets of a histogram, by their upper bounds.
struct HistogramBuckets: Sendable {
    /// Durations in seconds, from a millisecond to ten seconds: the bounds of Prometheus's client libraries, and two
    /// below.
    static let seconds = HistogramBuckets([
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ])

    /// Counts and bytes: two bounds for each power of ten up to a thousand, and then one.
    static let magnitudes = HistogramBuckets([1, 5, 10, 50, 100, 500, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9])

    /// The inclusive upper bounds, ascending. A last bucket without a bound follows.
    let bounds: [Double]
    /// The bounds as they are rendered, including that of the last bucket.
    let texts: [String]

    private init(_ bounds: [Double]) {
        self.bounds = bounds
        texts = (bounds + [.infinity]).map(ExpositionGrammar.number)
    }

    /// The first bucket whose bound is not less than the value: at most `bounds.count`.
    func index(of value: Double) -> Int { bounds.firstIndex { value <= $0 } ?? bounds.count }
}
