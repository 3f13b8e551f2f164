/// The identity of a time series: the name of its metric, with the suffix, and its labels.
struct SeriesKey: Hashable, Comparable, Sendable {
    let name: String
    let labels: SeriesLabels

    /// - Complexity: O(*n* log *n*) for *n* dimensions.
    init(_ label: String, _ dimensions: [(String, String)], _ kind: MetricKind) {
        let name = ExpositionGrammar.metricName(label)
        self.name = name.hasSuffix(kind.suffix) ? name : name + kind.suffix
        labels = SeriesLabels(dimensions)
    }

    static func < (one: SeriesKey, other: SeriesKey) -> Bool {
        (one.name, one.labels) < (other.name, other.labels)
    }
}
