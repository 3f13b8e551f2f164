/// For which users of a shared device a version has started, and for which it has not.
struct RunTally: Codable, Hashable {
    /// The version code that is counted.
    var code: Int
    var ready: Set<String> = []
    var failed: Set<String> = []

    /// The most users that are kept of each; beyond it the share is known well enough.
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

    /// Whether the version is set aside for everybody.
    func isSetAside(by policy: SetAsidePolicy) -> Bool {
        failed.count >= max(1, policy.users)
            && Double(failed.count) >= policy.share * Double(failed.count + ready.count)
    }

    /// Whether it has started for so many that nobody needs the version before it.
    func isProven(by policy: SetAsidePolicy) -> Bool {
        ready.count >= max(1, policy.users) && failed.isEmpty
    }
}
