/// Slows down whoever tries one password after another.
///
/// After a few wrong ones for a name, each further try has to wait: a second, two, four, and so on up to a minute. A
/// right one clears the count, and so does an hour without a try.
actor SignInThrottle {
    private struct Record {
        var failures: Int
        var last: ContinuousClock.Instant
    }

    private var records: [String: Record] = [:]
    private let now: @Sendable () -> ContinuousClock.Instant

    private static let freeTries = 5
    private static let longestWait = Duration.seconds(60)
    private static let memory = Duration.seconds(3_600)
    /// The most names that are remembered; beyond it the oldest are forgotten.
    private static let capacity = 10_000

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// How long `name` has to wait before the next try; zero or less for not at all.
    func wait(for name: String) -> Duration {
        guard let record = records[Self.key(name)], record.failures >= Self.freeTries else { return .zero }
        let exponent = min(record.failures - Self.freeTries, 6)
        let pause = min(Duration.seconds(1 << exponent), Self.longestWait)
        return pause - (now() - record.last)
    }

    /// Begins a try: it counts as a wrong password until ``recordSuccess(of:)`` says otherwise.
    ///
    /// - Returns: How long to wait instead; then nothing is counted.
    func begin(_ name: String) -> Duration {
        let wait = wait(for: name)
        if wait <= .zero { recordFailure(of: name) }
        return wait
    }

    /// Counts a wrong password.
    func recordFailure(of name: String) {
        let time = now()
        if records.count >= Self.capacity {
            records = records.filter { time - $0.value.last < Self.memory }
            // Those with few tries first: whoever invents names must not make a name under attack forgotten.
            if records.count >= Self.capacity,
                let least = records.min(by: { ($0.value.failures, $0.value.last) < ($1.value.failures, $1.value.last) })
            {
                records[least.key] = nil
            }
        }
        var record = records[Self.key(name)] ?? Record(failures: 0, last: time)
        if time - record.last > Self.memory { record.failures = 0 }
        record.failures += 1
        record.last = time
        records[Self.key(name)] = record
    }

    /// Forgets the count after a right password.
    func recordSuccess(of name: String) {
        records[Self.key(name)] = nil
    }

    private static func key(_ name: String) -> String { name.lowercased() }
}
