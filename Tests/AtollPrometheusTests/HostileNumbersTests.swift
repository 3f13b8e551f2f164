import CoreMetrics
import Testing

@testable import AtollPrometheus

@Suite("Hostile numbers")
struct HostileNumbersTests {
    private let registry = PrometheusRegistry()

    @Test("A counter ignores increments that are negative or not finite")
    func increments() throws {
        let handler = registry.makeCounter(label: "x", dimensions: [])
        for amount in [-1, .min, 0] as [Int64] { handler.increment(by: amount) }
        let other = registry.makeFloatingPointCounter(label: "x", dimensions: [])
        for amount in [-1, -0.0, .nan, .infinity, -.infinity, .signalingNaN] { other.increment(by: amount) }
        #expect(try text(registry) == "# TYPE x_total counter\nx_total 0\n")
    }

    @Test("Sums end at the largest number")
    func saturation() throws {
        let counter = registry.makeCounter(label: "a", dimensions: [])
        let number = registry.makeFloatingPointCounter(label: "b", dimensions: [])
        let meter = registry.makeMeter(label: "c", dimensions: [])
        let low = registry.makeMeter(label: "d", dimensions: [])
        let recorder = registry.makeRecorder(label: "e", dimensions: [], aggregate: true)
        let timer = registry.makeTimer(label: "f", dimensions: [])
        for _ in 0..<2 {
            counter.increment(by: Int64.max)
            number.increment(by: Double.greatestFiniteMagnitude)
            meter.increment(by: .greatestFiniteMagnitude)
            low.decrement(by: .greatestFiniteMagnitude)
            recorder.record(Double.greatestFiniteMagnitude)
            timer.recordNanoseconds(.max)
            timer.recordNanoseconds(.min)
        }
        registry.makeCounter(label: "b", dimensions: []).increment(by: Int64.max)
        let text = registry.text()
        for line in [
            "a_total 9223372036854775807", "b_total 1.7976931348623157e+308", "c 1.7976931348623157e+308",
            "d -1.7976931348623157e+308", "e_sum 1.7976931348623157e+308", "f_seconds_sum 18446744073.709553",
            "f_seconds_count 4",
        ] { #expect(text.split(separator: "\n").contains(Substring(line)), "\(line)") }
        _ = try ExpositionParser(text)
    }

    @Test("A gauge that is not finite stays so until it is set")
    func notFinite() throws {
        let meter = Meter(label: "x", factory: registry)
        meter.increment(by: Double.nan)
        meter.increment(by: Double.infinity)
        #expect(try text(registry) == "# TYPE x gauge\nx 0\n")
        meter.set(Double.infinity)
        meter.decrement(by: 1)
        #expect(try text(registry) == "# TYPE x gauge\nx +Inf\n")
        meter.set(Int64.min)
        #expect(try text(registry) == "# TYPE x gauge\nx -9.223372036854776e+18\n")
        meter.set(1)
        meter.increment(by: -3)
        #expect(try text(registry) == "# TYPE x gauge\nx -2\n")
    }
}
