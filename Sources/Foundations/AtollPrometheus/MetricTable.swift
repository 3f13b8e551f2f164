/// The time series of a registry and the rules for their names: each sample's name belongs to one metric of one kind,
/// and the number of series is limited.
struct MetricTable: Sendable {
    private struct Family {
        let kind: MetricKind
        /// The number of its series; at least 1.
        var count: Int
    }

    private struct Entry {
        let series: any MetricSeries
        /// The number of times that the series was requested and not released.
        var uses: Int
    }

    private let limit: Int
    private var families: [String: Family] = [:]
    /// The sample names of all families.
    private var sampleNames: Set<String> = []
    private var entries: [SeriesKey: Entry] = [:]
    private var helps: [String: String] = [:]
    /// Counts the series that were refused. It is in the table, but doesn't count towards the limit.
    private let dropped: CounterSeries

    init(limit: Int) {
        self.limit = limit
        let key = SeriesKey("atoll_metrics_dropped", [], .counter)
        dropped = CounterSeries(key)
        insert(dropped, .counter)
        describe(key.name, "Requests for a new time series that were refused because there were too many.")
    }

    /// The series with a key, which is created if it does not exist.
    ///
    /// - Returns: Nil if another metric uses the name, or if there are too many series.
    /// - Complexity: O(1).
    mutating func series<Series: MetricSeries>(_ key: SeriesKey, _ kind: MetricKind, make: () -> Series) -> Series? {
        if let family = families[key.name] {
            guard family.kind == kind else { return nil }
        } else {
            guard sampleNames.isDisjoint(with: kind.sampleNames(of: key.name)) else { return nil }
        }
        if let index = entries.index(forKey: key) {
            entries.values[index].uses = entries.values[index].uses.addingSaturated(1)
            return entries.values[index].series as? Series
        }
        guard entries.count <= limit else {
            dropped.increment(by: Int64(1))
            return nil
        }
        let series = make()
        insert(series, kind)
        return series
    }

    private mutating func insert(_ series: any MetricSeries, _ kind: MetricKind) {
        let name = series.key.name
        entries[series.key] = Entry(series: series, uses: 1)
        // cannot trap: there are at most `limit` + 1 series.
        families[name, default: Family(kind: kind, count: 0)].count += 1
        sampleNames.formUnion(kind.sampleNames(of: name))
    }

    /// Removes a series if it was released as often as it was requested.
    mutating func release(_ series: any MetricSeries) {
        let key = series.key
        guard key != dropped.key, let entry = entries[key], entry.series === series else { return }
        guard entry.uses <= 1 else {
            // cannot trap: there is more than one use.
            entries[key]?.uses -= 1
            return
        }
        entries[key] = nil
        guard let family = families[key.name] else { return }
        if family.count > 1 {
            // cannot trap: there is more than one series.
            families[key.name]?.count -= 1
        } else {
            families[key.name] = nil
            sampleNames.subtract(family.kind.sampleNames(of: key.name))
        }
    }

    /// Sets the help text of a metric, whose name may lack its suffix; an empty text removes it.
    mutating func describe(_ name: String, _ help: String) {
        helps[ExpositionGrammar.metricName(name)] = help.isEmpty ? nil : help
    }

    /// The text of all series.
    func text() -> String {
        var text = ExpositionText()
        var name: String?
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
            if key.name != name, let kind = families[key.name]?.kind {
                let help = helps[key.name] ?? helps[String(key.name.dropLast(kind.suffix.count))]
                text.beginFamily(key.name, kind, help: help)
                name = key.name
            }
            entry.series.write(to: &text)
        }
        return text.text
    }
}
