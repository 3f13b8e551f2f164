/// The rules for how slowly a response may arrive, without a socket or a clock.
///
/// Times are measured from any fixed moment. While the receiver itself pauses the transfer, only the deadline counts.
struct TransferPace {
    struct Limits: Hashable, Sendable {
        /// The maximum wait for the first byte, or for the next one.
        var patience: Duration
        /// The maximum time for the whole transfer.
        var deadline: Duration
        /// The minimum rate in each ``window``, in bytes per second, once the first bytes have arrived.
        var leastRate = 1_000
        var window = Duration.seconds(10)
    }

    private let limits: Limits
    private let began: Duration
    /// The time since which bytes have been awaited, or nil while the receiver holds them back.
    private var waitingSince: Duration?
    /// The start of the window, postponed by the time in which the receiver held bytes back.
    private var windowBegan: Duration?
    private var windowBytes = 0
    private var heldSince: Duration?

    init(_ limits: Limits, at now: Duration) {
        self.limits = limits
        began = now
    }

    /// Records that the request, or all of its body, has been sent. From now on a response is awaited, and the time the
    /// server takes to begin it does not count towards the rate.
    mutating func sent(at now: Duration) { (waitingSince, windowBegan, windowBytes) = (now, nil, 0) }

    /// Records bytes received or sent.
    mutating func moved(_ bytes: Int, at now: Duration) {
        if windowBegan == nil { windowBegan = now }
        windowBytes += bytes
        waitingSince = now
    }

    /// Records that the receiver pauses the transfer.
    mutating func held(at now: Duration) {
        heldSince = heldSince ?? now
        waitingSince = nil
    }

    mutating func resumed(at now: Duration) {
        if let heldSince, let windowBegan { self.windowBegan = windowBegan + (now - heldSince) }
        heldSince = nil
        waitingSince = now
    }

    /// The reason that the transfer must end now, or nil.
    ///
    /// If the check is late, and more than one limit has been exceeded, it returns the one that was exceeded first.
    mutating func fault(at now: Duration) -> TransferError? {
        let deadline = began + limits.deadline
        if let waitingSince, now - waitingSince > limits.patience, waitingSince + limits.patience < deadline {
            return .silence(limits.patience)
        }
        if now > deadline { return .deadline(limits.deadline) }
        guard waitingSince != nil else { return nil }
        guard let windowBegan, now - windowBegan >= limits.window else { return nil }
        let least = Double(limits.leastRate) * (limits.window / .seconds(1))
        guard Double(windowBytes) >= least else { return .tooSlow(bytesPerSecond: limits.leastRate) }
        (self.windowBegan, windowBytes) = (now, 0)
        return nil
    }
}
