import AtollRateLimiting

/// Slows down attackers who try one password after another: with one name or many, from one IP address or many.
///
/// An attempt is counted before the password is compared, so that concurrent attempts all count, and taken back if the
/// password was right.
///
/// | attempts | limit |
/// | --- | --- |
/// | with a name, from one client | five, then a wait of 1 s, 2 s, 4 s… up to a minute |
/// | with a name, from all clients | 20, and one more a minute |
/// | from a client, with any names | 30, and one more every ten seconds |
/// | in total | 300, and five more a second |
/// | from a known browser, since the password was changed | the first row, by browser; 20, and one more a minute; beyond that, like others |
/// | from all other known browsers | the first row, by browser; 20 in total, and one more a minute; beyond that, like others |
///
/// A known browser is one with which this user has signed in before. The last rows ensure that a user can't be locked
/// out by attempts with their name. An attacker with many such browsers, from a time when they knew the password, can
/// guess no faster than others, and can't lock out browsers in which the user has signed in since it was changed.
public actor SignInThrottle {
    /// An attempt to sign in.
    public struct Attempt: Hashable, Sendable {
        /// The sign-in name, in lowercase.
        public let name: String
        /// The client's IP address, or any other key for it.
        public let client: String
        /// The browser's id, if its ``DeviceToken`` proves that this user has signed in with it; otherwise nil.
        public let device: String?
        /// Whether the user has signed in with the browser since the password was last changed.
        public let isCurrent: Bool

        /// Creates an attempt with a sign-in name in any case.
        public init(name: String, client: String, device: String? = nil, isCurrent: Bool = false) {
            self.name = name.lowercased()
            self.client = client
            self.device = device
            self.isCurrent = isCurrent
        }
    }

    /// The limits in the table above, unless others are set.
    public struct Limits: Hashable, Sendable {
        var perName = TokenBucket.Rate(burst: 20, perSecond: 1.0 / 60)
        var perClient = TokenBucket.Rate(burst: 30, perSecond: 0.1)
        var total = TokenBucket.Rate(burst: 300, perSecond: 5)

        /// Creates the limits in the table.
        public init() {}

        package init(perName: TokenBucket.Rate, perClient: TokenBucket.Rate, total: TokenBucket.Rate) {
            (self.perName, self.perClient, self.total) = (perName, perClient, total)
        }
    }

    private struct Pair: Hashable {
        let name: String
        let place: String
    }

    private struct Record {
        var failures: Int
        var last: ContinuousClock.Instant
        /// Whether the last attempt was counted like others, because there was nothing left for known browsers.
        var isLikeOthers = false
    }

    private var records: [Pair: Record] = [:]
    private let names: RateLimiter<String>
    /// Attempts from known browsers: by browser, or all together by name.
    private let known: RateLimiter<Pair>
    private let clients: RateLimiter<String>
    private let all: RateLimiter<Int>
    private let now: @Sendable () -> ContinuousClock.Instant

    private static let freeTries = 5
    private static let longestWait = Duration.seconds(60)
    private static let memory = Duration.seconds(3_600)
    /// The most pairs of a name and a client or browser that are tracked.
    private static let capacity = 20_000

    /// Creates a throttle without any attempts.
    public init(limits: Limits = Limits(), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        names = RateLimiter(limits.perName, now: now)
        known = RateLimiter(limits.perName, now: now)
        clients = RateLimiter(limits.perClient, now: now)
        all = RateLimiter(limits.total, capacity: 1, now: now)
    }

    /// Begins an attempt, which counts as a wrong password unless ``succeeded(_:)`` or ``takeBack(_:)`` follows.
    ///
    /// - Returns: Zero if the password may be compared; otherwise the time to wait, and the attempt is not counted.
    public func begin(_ attempt: Attempt) -> Duration {
        let pair = Self.pair(attempt)
        let pause = pause(for: pair)
        guard pause <= .zero else { return pause }
        let before = records[pair]
        countFailure(of: pair)
        if let key = Self.sharedKey(of: attempt), known.take(key) == .zero { return .zero }
        records[pair]?.isLikeOthers = true
        var wait = clients.take(attempt.client)
        if wait == .zero {
            wait = names.take(attempt.name)
            if wait == .zero {
                wait = all.take(0)
                if wait > .zero { names.giveBack(attempt.name) }
            }
            if wait > .zero { clients.giveBack(attempt.client) }
        }
        // A rejection by another limit must not extend the wait for this pair.
        if wait > .zero { takeBack(pair, to: before) }
        return wait
    }

    /// Takes back an attempt in which no password was compared.
    public func takeBack(_ attempt: Attempt) {
        giveBack(attempt)
        takeBack(Self.pair(attempt), to: nil)
    }

    /// Clears the failures with this name from this client or browser, after a right password.
    public func succeeded(_ attempt: Attempt) {
        giveBack(attempt)
        records[Self.pair(attempt)] = nil
    }

    private func giveBack(_ attempt: Attempt) {
        if let key = Self.sharedKey(of: attempt), records[Self.pair(attempt)]?.isLikeOthers != true {
            return known.giveBack(key)
        }
        clients.giveBack(attempt.client)
        names.giveBack(attempt.name)
        all.giveBack(0)
    }

    /// The key of the limit for attempts from known browsers; nil for other attempts.
    private static func sharedKey(of attempt: Attempt) -> Pair? {
        attempt.device.map { Pair(name: attempt.name, place: attempt.isCurrent ? $0 : "") }
    }

    private static func pair(_ attempt: Attempt) -> Pair {
        Pair(name: attempt.name, place: attempt.device.map { "device " + $0 } ?? "client " + attempt.client)
    }

    private func pause(for pair: Pair) -> Duration {
        let time = now()
        guard let record = records[pair], record.failures >= Self.freeTries, time - record.last <= Self.memory else {
            return .zero
        }
        let exponent = min(record.failures - Self.freeTries, 6)
        return min(Duration.seconds(1 << exponent), Self.longestWait) - (time - record.last)
    }

    private func countFailure(of pair: Pair) {
        let time = now()
        if records[pair] == nil, records.count >= Self.capacity { makeRoom(at: time) }
        var record = records[pair] ?? Record(failures: 0, last: time)
        if time - record.last > Self.memory { record.failures = 0 }
        record.failures += 1
        record.last = time
        record.isLikeOthers = false
        records[pair] = record
    }

    private func takeBack(_ pair: Pair, to before: Record?) {
        records[pair]?.failures -= 1
        if let before {
            records[pair]?.last = before.last
            records[pair]?.isLikeOthers = before.isLikeOthers
        }
        if records[pair]?.failures == 0 { records[pair] = nil }
    }

    /// Drops those with the fewest failures first: an attacker must not free a name under attack by inventing others.
    private func makeRoom(at time: ContinuousClock.Instant) {
        records = records.filter { time - $0.value.last <= Self.memory }
        guard records.count >= Self.capacity else { return }
        let byTries = records.sorted { ($0.value.failures, $0.value.last) < ($1.value.failures, $1.value.last) }
        for (pair, _) in byTries.prefix(Self.capacity / 2) { records[pair] = nil }
    }
}
