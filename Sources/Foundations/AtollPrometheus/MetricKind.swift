/// The kind of a metric, which determines how it is named and rendered.
enum MetricKind: Hashable, Sendable {
    /// A sum that only grows.
    case counter
    /// A number that rises and falls.
    case gauge
    /// A histogram of durations in seconds.
    case timer
    /// A histogram of counts or sizes.
    case distribution

    /// The type in the `TYPE` line.
    var type: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .timer, .distribution: "histogram"
        }
    }

    /// The suffix that the metric's name must have.
    var suffix: String {
        switch self {
        case .counter: "_total"
        case .timer: "_seconds"
        case .gauge, .distribution: ""
        }
    }

    /// The names that no other metric may have: those of the samples, and that in the `TYPE` line.
    func sampleNames(of name: String) -> [String] {
        switch self {
        case .counter, .gauge: [name]
        case .timer, .distribution: [name, name + "_bucket", name + "_sum", name + "_count"]
        }
    }
}
