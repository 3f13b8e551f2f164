import RateLimiting

/// Slows down whoever tries one password after another: with one name, with many, from one address, or from many.
///
/// A try counts before the password is looked at, so that many at once are many, and is taken back if it was right.
///
/// | tries | limit |
/// | --- | --- |
/// | with a name, from one client | five, then a wait of 1 s, 2 s, 4 s… up to a minute |
/// | with a name, from all clients | 20, and one more a minute |
/// | from a client, with any names | 30, and one more every ten seconds |
/// | in all | 300, and five more a second |
/// | from browsers that this user has signed in with before | the first row, counted by browser; 20 in all, and one more a minute, and then as everybody |
///
/// The last row is why nobody can lock somebody out by trying with their name. Who has many such browsers, because the password was
/// once theirs to know, may guess no faster than others.
public actor SignInThrottle {
    /// Who tries.
    public struct Attempt: Hashable, Sendable {
        /// The sign-in name, in whatever case.
        public let name: String
        /// Where the request comes from.
        public let client: String
        /// The browser, if its ``DeviceToken`` says that this user has signed in with it.
        public let device: String?

        public init(name: String, client: String, device: String? = nil) {
            self.name = name.lowercased()
            self.client = client
            self.device = device
        }
    }

    /// How much is allowed; what the table above says unless it is set.
    public struct Limits: Hashable, Sendable {
        var perName = TokenBucket.Rate(burst: 20, perSecond: 1.0 / 60)
        var perClient = TokenBucket.Rate(burst: 30, perSecond: 0.1)
        var total = TokenBucket.Rate(burst: 300, perSecond: 5)

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
    }

    private var records: [Pair: Record] = [:]
    private let names: RateLimiter<String>
    /// Tries from known browsers, by name.
    private let known: RateLimiter<String>
    private let clients: RateLimiter<String>
    private let all: RateLimiter<Int>
    private let now: @Sendable () -> ContinuousClock.Instant

    private static let freeTries = 5
    private static let longestWait = Duration.seconds(60)
    private static let memory = Duration.seconds(3_600)
    /// The most pairs of name and place that are remembered.
    private static let capacity = 20_000

    public init(limits: Limits = Limits(), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        names = RateLimiter(limits.perName, now: now)
        known = RateLimiter(limits.perName, now: now)
        clients = RateLimiter(limits.perClient, now: now)
        all = RateLimiter(limits.total, capacity: 1, now: now)
    }

    /// Begins a try: it counts as a wrong password until ``succeeded(_:)`` says otherwise.
    ///
    /// - Returns: Zero, or how long to wait instead; then nothing is counted.
    public func begin(_ attempt: Attempt) async -> Duration {
        let pair = Self.pair(attempt)
        let pause = pause(for: pair)
        guard pause <= .zero else { return pause }
        // Counted at once: what follows lets others in between.
        let before = records[pair]
        countFailure(of: pair)
        if attempt.device != nil, await known.take(attempt.name) == .zero { return .zero }
        var wait = await clients.take(attempt.client)
        if wait == .zero {
            wait = await names.take(attempt.name)
            if wait == .zero {
                wait = await all.take(0)
                if wait > .zero { await names.giveBack(attempt.name) }
            }
            if wait > .zero { await clients.giveBack(attempt.client) }
        }
        // Whoever is held back for another reason waits no longer for this one.
        if wait > .zero { takeBack(pair, to: before) }
        return wait
    }

    /// Takes a try back in which no password was compared.
    public func takeBack(_ attempt: Attempt) async {
        takeBack(Self.pair(attempt), to: nil)
        await giveBack(attempt)
    }

    /// Forgets what was counted, after a right password.
    public func succeeded(_ attempt: Attempt) async {
        records[Self.pair(attempt)] = nil
        await giveBack(attempt)
    }

    private func giveBack(_ attempt: Attempt) async {
        if attempt.device != nil { return await known.giveBack(attempt.name) }
        await clients.giveBack(attempt.client)
        await names.giveBack(attempt.name)
        await all.giveBack(0)
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
        records[pair] = record
    }

    private func takeBack(_ pair: Pair, to before: Record?) {
        records[pair]?.failures -= 1
        if let before { records[pair]?.last = before.last }
        if records[pair]?.failures == 0 { records[pair] = nil }
    }

    /// Forgets those with few tries first: whoever invents names must not make one forgotten that is under attack.
    private func makeRoom(at time: ContinuousClock.Instant) {
        records = records.filter { time - $0.value.last <= Self.memory }
        guard records.count >= Self.capacity else { return }
        let byTries = records.sorted { ($0.value.failures, $0.value.last) < ($1.value.failures, $1.value.last) }
        for (pair, _) in byTries.prefix(Self.capacity / 2) { records[pair] = nil }
    }
}
