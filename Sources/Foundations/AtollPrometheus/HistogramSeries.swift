import CoreMetrics
import NIOConcurrencyHelpers

/// A distribution of values, counted in buckets. Values that are not finite are ignored.
final class HistogramSeries: MetricSeries, RecorderHandler, TimerHandler {
    private struct State {
        /// The values in each bucket alone, and last those above all bounds.
        var counts: [UInt64]
        var sum = 0.0
    }

    let key: SeriesKey
    private let buckets: HistogramBuckets
    private let state: NIOLockedValueBox<State>

    init(_ key: SeriesKey, _ buckets: HistogramBuckets) {
        self.key = key
        self.buckets = buckets
        // cannot trap: the number of bounds is a constant.
        state = NIOLockedValueBox(State(counts: Array(repeating: 0, count: buckets.bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    /// - Complexity: O(*b*) for *b* buckets.
    func record(_ value: Double) {
        guard value.isFinite else { return }
        let bucket = buckets.index(of: value)
        state.withLockedValue {
            // cannot trap: the index is at most the number of bounds, and there is one count more.
            $0.counts[bucket] = $0.counts[bucket].addingSaturated(1)
            $0.sum = $0.sum.addingSaturated(value)
        }
    }

    /// Records a duration in nanoseconds as seconds. A negative one, after the clock was set back, counts as zero.
    func recordNanoseconds(_ duration: Int64) { record(Double(max(0, duration)) / 1e9) }

    func write(to text: inout ExpositionText) {
        let state = state.withLockedValue { $0 }
        var count: UInt64 = 0
        for (bound, bucket) in zip(buckets.texts, state.counts) {
            count = count.addingSaturated(bucket)
            text.sample(key.name, suffix: "_bucket", key.labels, bound: bound, String(count))
        }
        text.sample(key.name, suffix: "_sum", key.labels, ExpositionGrammar.number(state.sum))
        text.sample(key.name, suffix: "_count", key.labels, String(count))
    }
}
