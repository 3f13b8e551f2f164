import CoreMetrics
import Testing

@testable import AtollPrometheus

/// The text without the registry's own counter.
func text(_ registry: PrometheusRegistry) throws -> String {
    let text = registry.text()
    _ = try ExpositionParser(text)
    let own = """
        # HELP atoll_metrics_dropped_total Requests for a new time series that were refused because there were too many.
        # TYPE atoll_metrics_dropped_total counter
        atoll_metrics_dropped_total 0

        """
    try #require(text.contains(own))
    return text.split(separator: own, omittingEmptySubsequences: false).joined()
}

@Suite("The exposition format")
struct ExpositionTests {
    private let registry = PrometheusRegistry()

    @Test("A registry without metrics has its own counter only")
    func empty() throws {
        #expect(try text(registry) == "")
        #expect(PrometheusRegistry.contentType == "text/plain; version=0.0.4; charset=utf-8")
    }

    @Test("Counters of whole and of floating-point numbers")
    func counters() throws {
        Counter(label: "requests", dimensions: [("status", "200")], factory: registry).increment(by: 3)
        Counter(label: "requests", dimensions: [("status", "404")], factory: registry).increment()
        let reset = Counter(label: "reset.total", factory: registry)
        reset.increment()
        reset.reset()
        let sum = FloatingPointCounter(label: "sum", factory: registry)
        sum.increment(by: 0.25)
        sum.increment(by: 2)
        Counter(label: "sum", factory: registry).increment()
        #expect(
            try text(registry) == """
                # TYPE requests_total counter
                requests_total{status="200"} 3
                requests_total{status="404"} 1
                # TYPE reset_total counter
                reset_total 0
                # TYPE sum_total counter
                sum_total 3.25

                """)
    }

    @Test("Gauges and meters, with values that are not finite")
    func gauges() throws {
        Gauge(label: "connections", factory: registry).record(12)
        let meter = Meter(label: "load", factory: registry)
        meter.set(0.5)
        meter.increment(by: 1)
        meter.decrement(by: 0.25)
        Gauge(label: "a", factory: registry).record(Double.nan)
        Gauge(label: "b", factory: registry).record(Double.infinity)
        Gauge(label: "c", factory: registry).record(-Double.infinity)
        Gauge(label: "large", factory: registry).record(1e300)
        Gauge(label: "negative", factory: registry).record(-7)
        #expect(
            try text(registry) == """
                # TYPE a gauge
                a NaN
                # TYPE b gauge
                b +Inf
                # TYPE c gauge
                c -Inf
                # TYPE connections gauge
                connections 12
                # TYPE large gauge
                large 1e+300
                # TYPE load gauge
                load 1.25
                # TYPE negative gauge
                negative -7

                """)
    }

    @Test("Timers are histograms in seconds, whose bounds are inclusive")
    func timers() throws {
        let timer = Timer(label: "duration", dimensions: [("route", "/")], factory: registry)
        timer.recordNanoseconds(1_000_000)
        timer.recordNanoseconds(1_000_001)
        timer.recordMilliseconds(250)
        timer.recordSeconds(11)
        timer.recordNanoseconds(-5)
        #expect(
            try text(registry) == """
                # TYPE duration_seconds histogram
                duration_seconds_bucket{route="/",le="0.001"} 2
                duration_seconds_bucket{route="/",le="0.0025"} 3
                duration_seconds_bucket{route="/",le="0.005"} 3
                duration_seconds_bucket{route="/",le="0.01"} 3
                duration_seconds_bucket{route="/",le="0.025"} 3
                duration_seconds_bucket{route="/",le="0.05"} 3
                duration_seconds_bucket{route="/",le="0.1"} 3
                duration_seconds_bucket{route="/",le="0.25"} 4
                duration_seconds_bucket{route="/",le="0.5"} 4
                duration_seconds_bucket{route="/",le="1"} 4
                duration_seconds_bucket{route="/",le="2.5"} 4
                duration_seconds_bucket{route="/",le="5"} 4
                duration_seconds_bucket{route="/",le="10"} 4
                duration_seconds_bucket{route="/",le="+Inf"} 5
                duration_seconds_sum{route="/"} 11.252000001
                duration_seconds_count{route="/"} 5

                """)
    }

    @Test("Recorders that aggregate are histograms of counts and sizes")
    func recorders() throws {
        let recorder = Recorder(label: "body.bytes", factory: registry)
        for value in [0, 7, 2_000_000, 5_000_000_000] { recorder.record(value) }
        recorder.record(0.5)
        recorder.record(Double.nan)
        recorder.record(Double.infinity)
        #expect(
            try text(registry) == """
                # TYPE body_bytes histogram
                body_bytes_bucket{le="1"} 2
                body_bytes_bucket{le="5"} 2
                body_bytes_bucket{le="10"} 3
                body_bytes_bucket{le="50"} 3
                body_bytes_bucket{le="100"} 3
                body_bytes_bucket{le="500"} 3
                body_bytes_bucket{le="1000"} 3
                body_bytes_bucket{le="10000"} 3
                body_bytes_bucket{le="100000"} 3
                body_bytes_bucket{le="1000000"} 3
                body_bytes_bucket{le="10000000"} 4
                body_bytes_bucket{le="100000000"} 4
                body_bytes_bucket{le="1000000000"} 4
                body_bytes_bucket{le="+Inf"} 5
                body_bytes_sum 5002000007.5
                body_bytes_count 5

                """)
    }

    @Test(
        "A help text is found with and without the suffix, before and after the metric is made",
        arguments: ["atoll_center_requests", "atoll.center.requests", "atoll_center_requests_total"],
        ["atoll_center_requests", "atoll.center.requests.total"])
    func help(_ described: String, _ label: String) throws {
        registry.describe(described, "Outdated.")
        Counter(label: label, dimensions: [("a", "1")], factory: registry).increment()
        Counter(label: label, dimensions: [("b", "1")], factory: registry).increment()
        registry.describe(described, "Requests answered,\nby \"route\" \\ status.")
        #expect(
            try text(registry) == #"""
                # HELP atoll_center_requests_total Requests answered,\nby "route" \\ status.
                # TYPE atoll_center_requests_total counter
                atoll_center_requests_total{a="1"} 1
                atoll_center_requests_total{b="1"} 1

                """#)
    }

    @Test("Timers and gauges have help texts, and an empty one is omitted")
    func otherHelp() throws {
        registry.describe("duration", "How long it took.")
        registry.describe("open", "How many are open.")
        registry.describe("none", "Removed.")
        registry.describe("none", "")
        Timer(label: "duration", factory: registry).recordSeconds(1)
        Gauge(label: "open", factory: registry).record(1)
        Gauge(label: "none", factory: registry).record(1)
        let families = try ExpositionParser(registry.text()).families
        #expect(families.first { $0.name == "duration_seconds" }?.help == "How long it took.")
        #expect(families.first { $0.name == "open" }?.help == "How many are open.")
        #expect(!registry.text().contains("# HELP none"))
    }

    @Test(
        "The parser of these tests is strict",
        arguments: [
            "a 1", "# TYPE a gauge\na 1", "# TYPE a gauge\n\na 1\n", "# TYPE a gauge\n", "# TYPE a gauge\na 1\na 2\n",
            "# TYPE b gauge\nb 1\n# TYPE a gauge\na 1\n", "# TYPE a gauge\na{x=\"1\",x=\"2\"} 1\n",
            "# TYPE a gauge\na{y=\"1\",x=\"2\"} 1\n", "# TYPE a gauge\na{x=\"\\q\"} 1\n",
            "# TYPE a gauge\na{x=\"1} 1\n",
            "# TYPE a gauge\na{} 1\n", "# TYPE a gauge\na inf\n", "# TYPE a gauge\n1a 1\n", "# TYPE a counter\na 1\n",
            "# HELP a A.\na 1\n", "# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
            "# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
        ])
    func strictness(_ text: String) {
        #expect(throws: ExpositionParser.Malformed.self) { try ExpositionParser(text) }
    }
}
