/// A time series: a handler that swift-metrics updates from any thread and the registry reads.
protocol MetricSeries: AnyObject, Sendable {
    var key: SeriesKey { get }

    /// Appends the series' samples.
    func write(to text: inout ExpositionText)
}
