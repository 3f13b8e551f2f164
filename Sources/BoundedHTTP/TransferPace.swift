/// How slowly an answer may come: the rules, without a socket or a clock.
///
/// Times are since any fixed moment. While the receiver itself asks for nothing, nobody is late.
struct TransferPace {
    struct Limits: Hashable, Sendable {
        /// The longest wait for the first byte, or for the next one.
        var patience: Duration
        /// The longest time for the whole.
        var deadline: Duration
        /// The least that has to come in ``window``, in bytes a second, once something has come.
        var leastRate = 1_000
        var window = Duration.seconds(10)
    }

    private let limits: Limits
    private let began: Duration
    /// Since when bytes are waited for; nil while the receiver holds them back.
    private var waitingSince: Duration?
    /// When the window began, moved on by the time in which the receiver held back.
    private var windowBegan: Duration?
    private var windowBytes = 0
    private var heldSince: Duration?

    init(_ limits: Limits, at now: Duration) {
        self.limits = limits
        began = now
    }

    /// The request is on its way, or all of its body is: from now on an answer is waited for, however long the server has to think.
    mutating func sent(at now: Duration) { (waitingSince, windowBegan, windowBytes) = (now, nil, 0) }

    /// Bytes came, or went.
    mutating func moved(_ bytes: Int, at now: Duration) {
        if windowBegan == nil { windowBegan = now }
        windowBytes += bytes
        waitingSince = now
    }

    /// The receiver takes no more for a while.
    mutating func held(at now: Duration) {
        heldSince = heldSince ?? now
        waitingSince = nil
    }

    mutating func resumed(at now: Duration) {
        if let heldSince, let windowBegan { self.windowBegan = windowBegan + (now - heldSince) }
        heldSince = nil
        waitingSince = now
    }

    /// Why the transfer has to end now, or nil.
    mutating func fault(at now: Duration) -> TransferError? {
        if now - began > limits.deadline { return .deadline(limits.deadline) }
        guard let waitingSince else { return nil }
        if now - waitingSince > limits.patience { return .silence(limits.patience) }
        guard let windowBegan, now - windowBegan >= limits.window else { return nil }
        let least = Double(limits.leastRate) * (limits.window / .seconds(1))
        guard Double(windowBytes) >= least else { return .tooSlow(bytesPerSecond: limits.leastRate) }
        (self.windowBegan, windowBytes) = (now, 0)
        return nil
    }
}
