/// What a connection waits for, and until when: the rules, without a socket or a clock.
///
/// Times are since any fixed moment.
struct ConnectionState {
    private enum Phase {
        /// No byte of a request has come.
        case idle(since: Duration)
        /// The head of a request is coming.
        case head(since: Duration)
        /// The body is coming.
        case body(Body)
        /// The request is here; the answer is being made or sent.
        case answering
    }

    private struct Body {
        var bytes = 0
        /// How long the server has waited for the sender. While it reads nothing itself, nobody is late.
        var waited = Duration.zero
        var asked: Duration?
    }

    private let limits: ServerLimits
    private var phase: Phase
    /// Requests whose answers are not finished.
    private(set) var requests = 0
    private var isReading = true
    /// Writes that the system has not taken yet, and since when the oldest has waited.
    private var unread = 0
    private var unreadSince = Duration.zero
    /// The bytes of the write that began the queue: the others are not much larger.
    private var unreadBytes = 0
    /// Since when a body goes on coming whose request is answered.
    private var answeredEarly: Duration?

    init(_ limits: ServerLimits, at now: Duration) {
        self.limits = limits
        phase = .idle(since: now)
    }

    /// Whether the connection could be closed without anybody losing more than a wait: its request is not here yet.
    var isWaiting: Bool {
        switch phase {
        case .idle, .head: requests == 0
        case .body: true
        case .answering: false
        }
    }

    /// The server is ready for more bytes.
    mutating func asked(at now: Duration) {
        isReading = true
        if case .body(var body) = phase, body.asked == nil {
            body.asked = now
            phase = .body(body)
        }
    }

    mutating func received(_ bytes: Int, at now: Duration) {
        switch phase {
        case .idle: phase = .head(since: now)
        case .body(var body):
            body.bytes += bytes
            if let asked = body.asked { body.waited += now - asked }
            body.asked = nil
            phase = .body(body)
        case .head, .answering: break
        }
        isReading = false
    }

    /// The head of a request is here whole.
    ///
    /// - Returns: nil, or that too many requests wait for their answers.
    @discardableResult
    mutating func headEnded(at now: Duration) -> ConnectionFault? {
        requests += 1
        phase = .body(Body(asked: isReading ? now : nil))
        return requests > limits.pipelined ? .pipelined : nil
    }

    /// The body of a request is here whole.
    mutating func requestEnded(at now: Duration) {
        answeredEarly = nil
        phase = requests > 0 ? .answering : .idle(since: now)
    }

    /// An answer was written to its end.
    mutating func answerEnded(at now: Duration) {
        requests = max(0, requests - 1)
        guard requests == 0 else { return }
        switch phase {
        case .answering: phase = .idle(since: now)
        case .body: answeredEarly = now
        case .idle, .head: break
        }
    }

    mutating func writeBegan(_ bytes: Int, at now: Duration) {
        if unread == 0 { (unreadSince, unreadBytes) = (now, bytes) }
        unread += 1
    }

    /// The system has taken a write.
    mutating func writeEnded(at now: Duration) {
        unread = max(0, unread - 1)
        unreadSince = now
    }

    /// Why the connection has to be closed now, or nil.
    func fault(at now: Duration) -> ConnectionFault? {
        if unread > 0 {
            let patience = limits.unread + .seconds(Double(unreadBytes) / Double(max(1, limits.readRate)))
            if now - unreadSince > patience { return .unread }
        }
        switch phase {
        case .idle(let since): return requests == 0 && now - since > limits.idle ? .idle : nil
        case .head(let since): return now - since > limits.head ? .slowHead : nil
        case .body(let body):
            // What nobody wants any longer may take a little while to end, and not for ever.
            if let answeredEarly, now - answeredEarly > limits.bodyGrace { return .slowBody }
            let waited = body.waited + (body.asked.map { now - $0 } ?? .zero)
            let allowed = limits.bodyGrace + .seconds(Double(body.bytes) / Double(max(1, limits.bodyRate)))
            // What came fast at first buys no silence later.
            let silence: Duration = body.asked.map { now - $0 } ?? .zero
            return waited > allowed || silence > limits.bodyGrace + limits.bodyGrace ? .slowBody : nil
        case .answering: return nil
        }
    }
}

/// Why a connection was closed before its time.
enum ConnectionFault: String, Hashable, CaseIterable {
    /// Nothing was asked for a while: no fault of anybody's.
    case idle
    case slowHead
    case slowBody
    case unread
    /// It sent more requests than it waited for answers.
    case pipelined
    /// A request that has no use for a body came with one.
    case body
    /// There were too many connections, and this one waited longest.
    case crowded
}
