import CoreMetrics
import Testing

@testable import AtollPrometheus

@Suite("The registry")
struct RegistryTests {
    private let registry = PrometheusRegistry()

    @Test("Above the limit, new series are discarded and counted, and the others still counted")
    func limit() throws {
        let registry = PrometheusRegistry(limit: 3)
        for _ in 0..<2 {
            for index in 0..<5 {
                Counter(label: "x", dimensions: [("i", "\(index)")], factory: registry).increment()
            }
        }
        Gauge(label: "gauge", factory: registry).record(1)
        CoreMetrics.Timer(label: "timer", factory: registry).recordSeconds(1)
        #expect(
            registry.text() == """
                # HELP atoll_metrics_dropped_total \
                Requests for a new time series that were refused because there were too many.
                # TYPE atoll_metrics_dropped_total counter
                atoll_metrics_dropped_total 6
                # TYPE x_total counter
                x_total{i="0"} 2
                x_total{i="1"} 2
                x_total{i="2"} 2

                """)
    }

    @Test("The limit is 2,000 by default, and none at all is possible", arguments: [(nil, 2_000), (0, 0), (-1, 0)])
    func defaultLimit(_ limit: Int?, _ count: Int) throws {
        let registry = limit.map { PrometheusRegistry(limit: $0) } ?? PrometheusRegistry()
        for index in 0..<2_100 {
            Counter(label: "x", dimensions: [("i", "\(index)")], factory: registry).increment()
        }
        let parser = try ExpositionParser(registry.text())
        #expect(parser.value("atoll_metrics_dropped_total") == Double(2_100 - count))
        #expect(parser.families.last { $0.name == "x_total" }?.samples.count ?? 0 == count)
    }

    @Test("A series is removed when everyone who made it has destroyed it, and makes room")
    func destruction() throws {
        let registry = PrometheusRegistry(limit: 1)
        let first = Counter(label: "x", factory: registry)
        let second = Counter(label: "x", factory: registry)
        first.increment()
        first.destroy()
        second.increment()
        #expect(try text(registry) == "# TYPE x_total counter\nx_total 2\n")
        second.destroy()
        second.destroy()
        second.increment()
        #expect(try text(registry) == "")
        let timer = CoreMetrics.Timer(label: "x_total", factory: registry)
        timer.destroy()
        let meter = Meter(label: "x_total", factory: registry)
        meter.set(1)
        #expect(try text(registry) == "# TYPE x_total gauge\nx_total 1\n")
        meter.destroy()
        let sum = FloatingPointCounter(label: "x", factory: registry)
        sum.increment(by: 0.5)
        // The former series, which is no longer the registry's.
        second.destroy()
        #expect(try text(registry) == "# TYPE x_total counter\nx_total 0.5\n")
        sum.destroy()
        Recorder(label: "x", factory: registry).destroy()
        Counter(label: "atoll_metrics_dropped", factory: registry).destroy()
        Counter(label: "atoll_metrics_dropped", factory: registry).destroy()
        #expect(try text(registry) == "")
    }

    @Test("Of two kinds with one name, the first counts")
    func clash() throws {
        let metrics: [@Sendable (PrometheusRegistry) -> Void] = [
            { Counter(label: "x_total", dimensions: [("a", "1")], factory: $0).increment() },
            { Gauge(label: "x_total", factory: $0).record(1) },
            { Meter(label: "x_total", dimensions: [("a", "1")], factory: $0).set(1) },
            { Recorder(label: "x_total", factory: $0).record(1) },
        ]
        for first in metrics.indices {
            let registry = PrometheusRegistry()
            metrics[first](registry)
            let alone = try text(registry)
            for other in metrics.indices where other != first && !(Set([first, other]) == [1, 2]) {
                metrics[other](registry)
            }
            #expect(try text(registry) == alone)
        }
    }

    @Test("A timer and a recorder have different buckets, and therefore different names")
    func bucketClash() throws {
        CoreMetrics.Timer(label: "x", factory: registry).recordSeconds(1)
        Recorder(label: "x_seconds", factory: registry).record(1)
        Recorder(label: "x", factory: registry).record(1)
        let parser = try ExpositionParser(registry.text())
        #expect(parser.value("x_seconds_count") == 1)
        #expect(parser.value("x_count") == 1)
    }

    @Test("The names of a histogram's samples are its own", arguments: ["x_bucket", "x_sum", "x_count"])
    func sampleClash(_ name: String) throws {
        Recorder(label: "x", factory: registry).record(5)
        let alone = try text(registry)
        Gauge(label: name, factory: registry).record(1)
        #expect(try text(registry) == alone)

        let other = PrometheusRegistry()
        Gauge(label: name, factory: other).record(1)
        Recorder(label: "x", factory: other).record(5)
        #expect(try text(other) == "# TYPE \(name) gauge\n\(name) 1\n")
    }

    @Test("No concurrent update is lost, while others read and make series")
    func concurrency() async throws {
        let registry = PrometheusRegistry(limit: 100)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let counter = Counter(label: "shared", factory: registry)
                    let sum = FloatingPointCounter(label: "sum", factory: registry)
                    let meter = Meter(label: "meter", factory: registry)
                    let timer = CoreMetrics.Timer(label: "timer", factory: registry)
                    for turn in 0..<10_000 {
                        counter.increment()
                        sum.increment(by: 0.5)
                        meter.increment(by: 1)
                        timer.recordMilliseconds(250)
                        if turn.isMultiple(of: 100) {
                            let own = Counter(label: "own", dimensions: [("task", "\(task)")], factory: registry)
                            own.increment()
                            if turn.isMultiple(of: 1_000) { _ = registry.text() }
                            Gauge(label: "brief", dimensions: [("task", "\(task)")], factory: registry).record(turn)
                        }
                    }
                }
            }
        }
        let parser = try ExpositionParser(registry.text())
        #expect(parser.value("shared_total") == 80_000)
        #expect(parser.value("sum_total") == 40_000)
        #expect(parser.value("meter") == 80_000)
        #expect(parser.value("timer_seconds_count") == 80_000)
        #expect(parser.value("timer_seconds_sum") == 20_000)
        for task in 0..<8 { #expect(parser.value("own_total", ["task": "\(task)"]) == 100) }
        #expect(parser.value("atoll_metrics_dropped_total") == 0)
    }

    @Test("Series that are made and destroyed concurrently leave nothing behind")
    func concurrentDestruction() async throws {
        let registry = PrometheusRegistry(limit: 10)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for turn in 0..<1_000 {
                        let counter = Counter(label: "x\(turn % 3)", factory: registry)
                        counter.increment()
                        counter.destroy()
                    }
                }
            }
        }
        #expect(try text(registry) == "")
    }
}
