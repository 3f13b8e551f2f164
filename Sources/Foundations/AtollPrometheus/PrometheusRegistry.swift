import NIOConcurrencyHelpers

/// The process's metrics, collected through swift-metrics and rendered for a Prometheus server to scrape.
///
/// ```swift
/// let registry = PrometheusRegistry()
/// registry.describe("atoll_center_requests", "Requests answered, by route, method and status.")
/// MetricsSystem.bootstrap(registry)
///
/// Counter(label: "atoll.center.requests", dimensions: [("route", "/v1/apps")]).increment()
/// registry.text()
/// // # HELP atoll_center_requests_total Requests answered, by route, method and status.
/// // # TYPE atoll_center_requests_total counter
/// // atoll_center_requests_total{route="/v1/apps"} 1
/// ```
///
/// | swift-metrics | Prometheus | unit |
/// | --- | --- | --- |
/// | `Counter`, `FloatingPointCounter` | a counter, named `…_total` | as recorded |
/// | `Gauge`, `Meter`, `Recorder` without aggregation | a gauge | as recorded |
/// | `Recorder` with aggregation | a histogram from 1 to 10⁹ | as recorded |
/// | `Timer` | a histogram from 1 ms to 10 s, named `…_seconds` | seconds |
///
/// Names and labels are changed where Prometheus's grammar requires it: see ``ExpositionGrammar``. Metrics whose names
/// become equal are one metric. If they are of different kinds, the first one counts, and values recorded with the
/// others are discarded.
///
/// Memory is bounded: there are at most `limit` time series. Further ones are discarded, and counted in
/// `atoll_metrics_dropped_total`.
package final class PrometheusRegistry: Sendable {
    /// The `Content-Type` of ``text()``.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    let table: NIOLockedValueBox<MetricTable>

    /// - Parameter limit: The most time series. Each combination of a name and label values is one; a histogram is one,
    ///   too, although it has about 16 lines.
    package init(limit: Int = 2_000) {
        table = NIOLockedValueBox(MetricTable(limit: limit))
    }

    /// Sets the help text of a metric, which may be created before or after.
    ///
    /// - Parameters:
    ///   - name: The name, with or without `_total` or `_seconds`.
    ///   - help: A sentence on what is measured and what the labels mean, or an empty text for none.
    package func describe(_ name: String, _ help: String) {
        table.withLockedValue { $0.describe(name, help) }
    }

    /// All metrics in the text exposition format 0.0.4, sorted by name and labels.
    ///
    /// Each time series is consistent in itself. Those updated at the same time may differ by these updates.
    ///
    /// - Complexity: O(*n* log *n*) for *n* time series. Updates of metrics don't wait for it.
    package func text() -> String {
        let table = table.withLockedValue { $0 }
        return table.text()
    }
}
