/// Whether this process can do its work, looked up at most once a second, however often it is asked.
actor ReadinessProbe {
    private let look: @Sendable () async -> [StorageCheck]
    private var last: (checks: [StorageCheck], time: ContinuousClock.Instant)?
    private var underWay: Task<[StorageCheck], Never>?

    private static let interval = Duration.seconds(1)

    init(_ look: @escaping @Sendable () async -> [StorageCheck]) {
        self.look = look
    }

    /// The parts that this process relies on.
    func checks() async -> [StorageCheck] {
        if let last, last.time.duration(to: .now) < Self.interval { return last.checks }
        if let underWay { return await underWay.value }
        let task = Task { [look] in await look() }
        underWay = task
        let checks = await task.value
        underWay = nil
        last = (checks, .now)
        return checks
    }
}
