/// A text in Prometheus's exposition format 0.0.4, written line by line.
///
/// Names and labels must conform to the grammar; help texts may be any text.
struct ExpositionText {
    private(set) var text = ""

    /// Begins a metric. All its samples follow.
    mutating func beginFamily(_ name: String, _ kind: MetricKind, help: String?) {
        if let help { text += "# HELP \(name) \(ExpositionGrammar.help(help))\n" }
        text += "# TYPE \(name) \(kind.type)\n"
    }

    /// Appends a sample.
    ///
    /// - Parameter bound: The upper bound of a histogram's bucket.
    mutating func sample(
        _ name: String, suffix: String = "", _ labels: SeriesLabels, bound: String? = nil, _ value: String
    ) {
        text += name
        text += suffix
        let bound = bound.map { "le=\"\($0)\"" } ?? ""
        if !labels.text.isEmpty || !bound.isEmpty {
            text += "{"
            text += labels.text
            if !labels.text.isEmpty, !bound.isEmpty { text += "," }
            text += bound
            text += "}"
        }
        text += " "
        text += value
        text += "\n"
    }
}
