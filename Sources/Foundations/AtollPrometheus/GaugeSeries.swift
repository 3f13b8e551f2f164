import CoreMetrics
import NIOConcurrencyHelpers

/// A number that rises and falls. It may be set to NaN or to an infinity, which stay until it is set again.
///
/// Changes that are not finite are ignored, and finite ones end at the largest finite number.
final class GaugeSeries: MetricSeries, RecorderHandler, MeterHandler {
    let key: SeriesKey
    private let value = NIOLockedValueBox(0.0)

    init(_ key: SeriesKey) { self.key = key }

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLockedValue { $0 = value } }

    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    func increment(by amount: Double) {
        guard amount.isFinite else { return }
        value.withLockedValue { if $0.isFinite { $0 = $0.addingSaturated(amount) } }
    }

    func decrement(by amount: Double) { increment(by: -amount) }

    func write(to text: inout ExpositionText) {
        text.sample(key.name, key.labels, ExpositionGrammar.number(value.withLockedValue { $0 }))
    }
}
