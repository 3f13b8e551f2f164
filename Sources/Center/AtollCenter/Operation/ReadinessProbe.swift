import AtollCenterDomain

/// Whether this process can do its work, looked up at most once a second, however often it is asked.
///
/// The answer comes within two seconds, even if a part that is checked takes longer.
actor ReadinessProbe {
    private let look: @Sendable () async -> [StorageCheck]
    private var last: (checks: [StorageCheck], time: ContinuousClock.Instant)?
    private var isLooking = false

    private static let interval = Duration.seconds(1)
    private static let patience = Duration.seconds(2)

    init(_ look: @escaping @Sendable () async -> [StorageCheck]) {
        self.look = look
    }

    /// The parts that this process relies on.
    func checks() async -> [StorageCheck] {
        let start = ContinuousClock.now
        while true {
            if let last, last.time.duration(to: start) < Self.interval { return last.checks }
            guard start.duration(to: .now) < Self.patience, !Task.isCancelled else {
                return [StorageCheck("storage", fault: "it has not answered within 2 seconds")]
            }
            if !isLooking {
                isLooking = true
                Task { await self.lookOnce() }
            }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    private func lookOnce() async {
        let checks = await look()
        last = (checks, .now)
        isLooking = false
    }
}
