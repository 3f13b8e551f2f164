import CoreMetrics

extension PrometheusRegistry: MetricsFactory {
    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        counter(label, dimensions) ?? NOOPMetricsHandler.instance
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        counter(label, dimensions) ?? NOOPMetricsHandler.instance
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        gauge(label, dimensions) ?? NOOPMetricsHandler.instance
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        if aggregate {
            histogram(label, dimensions, .distribution, .magnitudes) ?? NOOPMetricsHandler.instance
        } else {
            gauge(label, dimensions) ?? NOOPMetricsHandler.instance
        }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions, .timer, .seconds) ?? NOOPMetricsHandler.instance
    }

    package func destroyCounter(_ handler: any CounterHandler) { release(handler) }
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { release(handler) }
    package func destroyMeter(_ handler: any MeterHandler) { release(handler) }
    package func destroyRecorder(_ handler: any RecorderHandler) { release(handler) }
    package func destroyTimer(_ handler: any TimerHandler) { release(handler) }

    private func counter(_ label: String, _ dimensions: [(String, String)]) -> CounterSeries? {
        let key = SeriesKey(label, dimensions, .counter)
        return table.withLockedValue { $0.series(key, .counter) { CounterSeries(key) } }
    }

    private func gauge(_ label: String, _ dimensions: [(String, String)]) -> GaugeSeries? {
        let key = SeriesKey(label, dimensions, .gauge)
        return table.withLockedValue { $0.series(key, .gauge) { GaugeSeries(key) } }
    }

    private func histogram(
        _ label: String, _ dimensions: [(String, String)], _ kind: MetricKind, _ buckets: HistogramBuckets
    ) -> HistogramSeries? {
        let key = SeriesKey(label, dimensions, kind)
        return table.withLockedValue { $0.series(key, kind) { HistogramSeries(key, buckets) } }
    }

    private func release(_ handler: AnyObject) {
        guard let series = handler as? any MetricSeries else { return }
        table.withLockedValue { $0.release(series) }
    }
}
