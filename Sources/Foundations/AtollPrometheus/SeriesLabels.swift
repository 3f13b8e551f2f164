/// The labels of a time series in canonical form: the same dimensions in any order are equal.
///
/// A label with an empty value is omitted: to Prometheus, it is the same as no label. The values of labels whose names
/// become equal are joined with `;`, as OpenTelemetry specifies (Prometheus and OpenMetrics Compatibility, "Metric
/// Attributes"). Only the first 32 dimensions in the order of their names count.
struct SeriesLabels: Hashable, Comparable, Sendable {
    /// The labels as they are rendered, without braces: `method="GET",route="/"`.
    let text: String

    init(_ dimensions: [(String, String)]) {
        var labels: [(name: String, value: String)] = []
        for (name, value) in dimensions.sorted(by: <).prefix(32) where !value.isEmpty {
            let name = ExpositionGrammar.labelName(name)
            let value = ExpositionGrammar.labelValue(value)
            if let index = labels.firstIndex(where: { $0.name == name }) {
                labels[index].value += ";" + value
            } else {
                labels.append((name, value))
            }
        }
        labels.sort { $0.name < $1.name }
        text = labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
    }

    static func < (one: SeriesLabels, other: SeriesLabels) -> Bool { one.text < other.text }
}
