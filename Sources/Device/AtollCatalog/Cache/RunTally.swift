/// The users of a shared device for whom a version has started, and those for whom it failed to.
struct RunTally: Codable, Hashable {
    /// The version code that is counted.
    var code: Int
    var ready: Set<String> = []
    var failed: Set<String> = []

    /// The most users that are stored of each kind; beyond it the share is known well enough.
    static let capacity = 1_000

    init(code: Int) { self.code = code }

    mutating func noteReady(_ runner: String) {
        failed.remove(runner)
        if ready.count < Self.capacity { ready.insert(runner) }
    }

    mutating func noteFailure(_ runner: String) {
        guard !ready.contains(runner), failed.count < Self.capacity else { return }
        failed.insert(runner)
    }

    /// Forgets a user, who is gone.
    mutating func forget(_ runner: String) {
        ready.remove(runner)
        failed.remove(runner)
    }

    /// Whether the version is set aside for all users.
    func isSetAside(by policy: SetAsidePolicy) -> Bool {
        failed.count >= max(1, policy.users)
            && Double(failed.count) >= policy.share * Double(failed.count + ready.count)
    }

    /// Whether it has started for enough users that the version before it is no longer needed.
    func isProven(by policy: SetAsidePolicy) -> Bool {
        ready.count >= max(1, policy.users) && failed.isEmpty
    }
}
