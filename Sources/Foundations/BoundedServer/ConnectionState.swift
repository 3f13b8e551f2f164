/// The phase of a connection and its deadlines: the rules, without a socket or a clock.
///
/// Times are durations since any fixed moment.
struct ConnectionState {
    private enum Phase {
        /// No byte of a request has arrived.
        case idle(since: Duration)
        /// The head of a request is arriving.
        case head(since: Duration)
        /// The body is arriving.
        case body(Body)
        /// The request is complete; the response is being prepared or sent.
        case answering
    }

    private struct Body {
        var bytes = 0
        /// How long the server has waited for the sender, not counting the time in which it was not reading.
        var waited = Duration.zero
        /// When the current wait began; nil while the server is not reading.
        var asked: Duration?
        /// Whether the sender waits until it is asked for the body.
        var isAwaited = false
    }

    private let limits: ServerLimits
    private var phase: Phase
    /// The number of requests whose responses are not finished.
    private(set) var requests = 0
    private var isReading = true
    /// The number of writes that the system has not accepted yet.
    private var unread = 0
    /// When the system last accepted a write, or when the first of these writes was queued.
    private var unreadSince = Duration.zero
    /// The bytes of the write that began the queue: the others are not much larger.
    private var unreadBytes = 0
    /// When a request was answered whose body is still arriving.
    private var answeredEarly: Duration?

    init(_ limits: ServerLimits, at now: Duration) {
        self.limits = limits
        phase = .idle(since: now)
    }

    /// Whether the connection can be closed without losing a response: its request is not complete yet.
    var isWaiting: Bool {
        switch phase {
        case .idle, .head: requests == 0 && unread == 0
        case .body: true
        case .answering: false
        }
    }

    /// The server is ready for more bytes.
    mutating func asked(at now: Duration) {
        isReading = true
        if case .body(var body) = phase, body.asked == nil, !body.isAwaited {
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
            (body.asked, body.isAwaited) = (nil, false)
            phase = .body(body)
        case .head, .answering: break
        }
        isReading = false
    }

    /// The head of a request is complete.
    ///
    /// - Parameter isBodyAwaited: Whether the sender waits until it is asked for the body; this time is not counted.
    /// - Returns: ``ConnectionFault/pipelined`` if too many requests wait for their responses, or nil.
    @discardableResult
    mutating func headEnded(at now: Duration, isBodyAwaited: Bool = false) -> ConnectionFault? {
        requests += 1
        phase = .body(Body(asked: isReading && !isBodyAwaited ? now : nil, isAwaited: isBodyAwaited))
        return requests > limits.pipelined ? .pipelined : nil
    }

    /// The sender was asked for the body that it has held back.
    mutating func bodyAsked(at now: Duration) {
        guard case .body(var body) = phase, body.isAwaited else { return }
        (body.asked, body.isAwaited) = (isReading ? now : nil, false)
        phase = .body(body)
    }

    /// The body of a request is complete.
    mutating func requestEnded(at now: Duration) {
        answeredEarly = nil
        phase = requests > 0 ? .answering : .idle(since: now)
    }

    /// A response was written completely.
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

    /// The system has accepted a write.
    mutating func writeEnded(at now: Duration) {
        unread = max(0, unread - 1)
        unreadSince = now
    }

    /// Why the connection must be closed now, or nil if it may stay open.
    func fault(at now: Duration) -> ConnectionFault? {
        if unread > 0 {
            let patience = limits.unread + .seconds(Double(unreadBytes) / Double(max(1, limits.readRate)))
            if now - unreadSince > patience { return .unread }
        }
        switch phase {
        case .idle(let since):
            // The end of an answer may be read long after it was written.
            return requests == 0 && unread == 0 && now - max(since, unreadSince) > limits.idle ? .idle : nil
        case .head(let since): return now - since > limits.head ? .slowHead : nil
        case .body(let body):
            // A body that is no longer needed may take a short while to end.
            if let answeredEarly, now - answeredEarly > limits.bodyGrace { return .slowBody }
            let waited = body.waited + (body.asked.map { now - $0 } ?? .zero)
            let allowed = limits.bodyGrace + .seconds(Double(body.bytes) / Double(max(1, limits.bodyRate)))
            // A fast start does not permit a long silence later.
            let silence: Duration = body.asked.map { now - $0 } ?? .zero
            return waited > allowed || silence > limits.bodyGrace + limits.bodyGrace ? .slowBody : nil
        case .answering: return nil
        }
    }
}
