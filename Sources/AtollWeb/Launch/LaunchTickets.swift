import AtollPackages

/// The one-time links with which the shell's frame gets its launch cookie.
///
/// A ticket is good once, for a minute, and lives in memory only: a frame that comes too late is mended by reloading
/// the page around it.
actor LaunchTickets {
    struct Ticket: Sendable {
        let session: BlobDigest
        let miniApp: MiniAppID
        let fileList: BlobDigest
        /// The path and query to go to.
        let address: String
        /// Whether it is for a card on a home screen, and not for the mini app itself.
        var isCard = false
        /// Whether the browser was just told to forget what it has of the mini app.
        var isCleared = false
    }

    private var tickets: [BlobDigest: (ticket: Ticket, issued: ContinuousClock.Instant)] = [:]
    private let now: @Sendable () -> ContinuousClock.Instant

    private static let lifetime = Duration.seconds(60)
    private static let capacity = 10_000
    private static let maximumPerSession = 64

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// Makes a ticket.
    ///
    /// - Returns: Its text, for the link.
    func issue(_ ticket: Ticket) -> String {
        let time = now()
        if tickets.count >= Self.capacity { tickets = tickets.filter { time - $0.value.issued < Self.lifetime } }
        // Each session has so many: whoever opens page after page makes nobody else's link void.
        let own = tickets.filter { $0.value.ticket.session == ticket.session }
        if own.count >= Self.maximumPerSession, let oldest = own.min(by: { $0.value.issued < $1.value.issued }) {
            tickets[oldest.key] = nil
        }
        let text = Secret.random()
        tickets[Secret.digest(of: text)] = (ticket, time)
        return text
    }

    /// The ticket with this text, which from now on is used up; nil where there is none, or an old one.
    func redeem(_ text: String) -> Ticket? {
        guard let (ticket, issued) = tickets.removeValue(forKey: Secret.digest(of: text)) else { return nil }
        return now() - issued < Self.lifetime ? ticket : nil
    }
}
