import AtollPackages
import Foundation

/// The one-time tickets that start the launch of a mini app's frame.
///
/// A ticket is valid once, for a minute, and stored only in memory. If a frame requests its ticket too late, reloading
/// the page around it helps.
actor LaunchTickets {
    struct Ticket: Sendable {
        let session: SHA256Hash
        let miniApp: MiniAppID
        let fileList: SHA256Hash
        /// The path and query of the page, and the fragment if there is one.
        let address: String
        /// The code of the newest version that the user was shown, for the hub; nil for a card.
        var announced: Int?
        /// The surface that is opened: the mini app itself, or its card on a home screen.
        var surface = Session.Surface.pages
        /// Whether the browser was just instructed to clear the mini app's cookies and storage.
        var isCleared = false
        /// The folders whose cookies are deleted one after another before the page, the next one first; nil for none.
        var folders: [String]?
        /// The pass for the worker that caches the mini app's files; nil for a card, whose files are not cached.
        var pass: Pass?
        /// Whether the page around the mini app passes its texts to it.
        var hasTexts = false
        /// Whether the host's worker carries the launch, because the browser stores no cookies for embedded pages.
        var isCarried = false
        /// Whether the document that registers the worker has been sent, and the ticket is for its worker and the next
        /// page.
        var isOpening = false

        /// The path where the ticket is valid. Browsers do not send fragments.
        var place: String { folders?.first ?? String(address.prefix { $0 != "#" }) }
    }

    /// The right to the files that a browser has cached, as it follows a ticket in a URL.
    struct Pass: Sendable {
        /// The secret text, which differs for each user and version.
        let text: String
        /// Whether the session has not opened this version yet, so that the launch must come before the page.
        var isFirst = false
    }

    private var tickets: [SHA256Hash: (ticket: Ticket, issued: ContinuousClock.Instant)] = [:]
    private let now: @Sendable () -> ContinuousClock.Instant

    private static let lifetime = Duration.seconds(60)
    private static let capacity = 10_000
    private static let maximumPerSession = 64

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// Issues a ticket.
    ///
    /// - Returns: The secret text of the ticket, for the launch URL.
    func issue(_ ticket: Ticket) -> String {
        let time = now()
        if tickets.count >= Self.capacity { tickets = tickets.filter { time - $0.value.issued < Self.lifetime } }
        // The limit is per session: a user who opens page after page does not invalidate the tickets of others.
        let own = tickets.filter { $0.value.ticket.session == ticket.session }
        if own.count >= Self.maximumPerSession, let oldest = own.min(by: { $0.value.issued < $1.value.issued }) {
            tickets[oldest.key] = nil
        }
        let text = Secret.random(bytes: 16)
        tickets[Secret.digest(of: text)] = (ticket, time)
        return text
    }

    /// Returns a ticket that is still valid, without redeeming it.
    func ticket(_ text: String) -> Ticket? {
        guard let (ticket, issued) = tickets[Secret.digest(of: text)], now() - issued < Self.lifetime else {
            return nil
        }
        return ticket
    }

    /// Redeems a ticket, which can't be used again.
    ///
    /// - Returns: The ticket, or nil if it is unknown or expired.
    func redeem(_ text: String) -> Ticket? {
        guard let (ticket, issued) = tickets.removeValue(forKey: Secret.digest(of: text)) else { return nil }
        return now() - issued < Self.lifetime ? ticket : nil
    }

    // MARK: In URLs

    /// The parameter with a ticket, the last one of a query. A mini app's page removes it from its URL first.
    static let parameter = "atoll-launch"

    /// The path of a page with a ticket.
    static func address(_ address: String, with ticket: String, _ pass: Pass? = nil) -> String {
        let rest = pass.map { "." + $0.text + ($0.isFirst ? ".1" : "") } ?? ""
        // Two slashes at the beginning of a relative URL would lead to another site.
        let start = address.hasPrefix("//") ? "/." : ""
        let place = address.prefix { $0 != "#" }
        return start + place + (place.contains("?") ? "&" : "?") + parameter + "=" + ticket + rest
            + address[place.endIndex...]
    }

    /// The ticket and the pass in the value of the parameter.
    static func parts(of value: some StringProtocol) -> (ticket: String, pass: String?) {
        let parts = value.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : nil)
    }

    /// The ticket in a path and query, and the rest of these; nil without a ticket.
    static func ticket(in address: String) -> (ticket: String, address: String)? {
        guard let range = address.range(of: parameter + "=", options: .backwards),
            range.lowerBound > address.startIndex
        else { return nil }
        let mark = address.index(before: range.lowerBound)
        guard address[mark] == "?" || address[mark] == "&" else { return nil }
        return (parts(of: address[range.upperBound...]).ticket, String(address[..<mark]))
    }
}
