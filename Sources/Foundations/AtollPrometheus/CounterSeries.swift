import CoreMetrics
import NIOConcurrencyHelpers

/// A sum that only grows. Whole numbers are added exactly, and both parts end at the largest number of their type.
///
/// Increments that are negative or not finite are ignored.
final class CounterSeries: MetricSeries, CounterHandler, FloatingPointCounterHandler {
    private struct Sum {
        var integers: Int64 = 0
        var numbers = 0.0

        var text: String {
            guard numbers > 0 else { return String(integers) }
            return ExpositionGrammar.number(Double(integers).addingSaturated(numbers))
        }
    }

    let key: SeriesKey
    private let sum = NIOLockedValueBox(Sum())

    init(_ key: SeriesKey) { self.key = key }

    func increment(by amount: Int64) {
        guard amount > 0 else { return }
        sum.withLockedValue { $0.integers = $0.integers.addingSaturated(amount) }
    }

    func increment(by amount: Double) {
        guard amount > 0, amount.isFinite else { return }
        sum.withLockedValue { $0.numbers = $0.numbers.addingSaturated(amount) }
    }

    func reset() { sum.withLockedValue { $0 = Sum() } }

    func write(to text: inout ExpositionText) {
        text.sample(key.name, key.labels, sum.withLockedValue { $0 }.text)
    }
}
