import AtollPackages
import Foundation

/// Takes payments for mini apps: the super app's own wallet or shop. A host shows the amount, and asks the user, before it calls
/// this.
public protocol PaymentProvider: Sendable {
    /// Takes a payment. One with the same id of the same user and mini app is not taken again: its first outcome is returned.
    ///
    /// - Parameter user: The id of the user in the super app.
    func pay(_ payment: PaymentRequest, of miniApp: MiniAppID, by user: String) async -> PaymentOutcome
}

/// What a mini app asks the user to pay.
public struct PaymentRequest: Hashable, Sendable {
    /// The id, which the mini app chooses.
    public let id: String
    /// The amount, such as `12.30`.
    public let value: String
    /// The currency, as ISO 4217 has it.
    public let currency: String
    /// What it is for.
    public let label: String

    /// Describes a request.
    public init(id: String, value: String, currency: String, label: String) {
        self.id = id
        self.value = value
        self.currency = currency
        self.label = label
    }
}

extension PaymentRequest {
    /// How many decimals amounts in a currency have (ISO 4217), where it is not two.
    private static let decimals = [
        "BHD": 3, "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "IQD": 3, "ISK": 0, "JOD": 3, "JPY": 0, "KMF": 0, "KRW": 0,
        "KWD": 3, "LYD": 3, "OMR": 3, "PYG": 0, "RWF": 0, "TND": 3, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0,
        "XOF": 0, "XPF": 0,
    ]

    /// Whether a text is an amount of more than nothing, with no more decimals than the currency has: what is shown is what is
    /// taken.
    public static func isAmount(_ value: String, in currency: String) -> Bool {
        guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) else { return false }
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, (1...9).contains(parts[0].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            value.utf8.contains(where: { (0x31...0x39).contains($0) })
        else { return false }
        return parts.count == 1
            || (1...max(1, decimals[currency] ?? 2)).contains(parts[1].utf8.count)
                && decimals[currency] != 0
    }
}

/// How a payment has ended.
public struct PaymentOutcome: Hashable, Sendable, Codable {
    /// The kinds of end.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable { case paid, pending, cancelled, failed }

    /// The kind of end.
    public let status: Status
    /// The number of the receipt; nil if nothing was paid.
    public let receipt: String?

    /// Describes an outcome.
    public init(_ status: Status, receipt: String? = nil) {
        self.status = status
        self.receipt = receipt
    }
}

/// Knows the people whom users may choose from.
public protocol ContactsProvider: Sendable {
    /// The people whom a user may choose, sorted by name.
    ///
    /// - Parameter user: The id of the user in the super app.
    func contacts(of user: String) async throws -> [Contact]
}

/// Somebody whom a user can choose.
public struct Contact: Hashable, Sendable, Codable {
    /// The id in the super app, which mini apps do not get.
    public let id: String
    /// The name.
    public let name: String
    /// The mail address, if it is known.
    public let email: String?
    /// The phone number, if it is known.
    public let phone: String?

    /// Describes somebody.
    public init(id: String, name: String, email: String? = nil, phone: String? = nil) {
        self.id = id
        self.name = name
        self.email = email
        self.phone = phone
    }
}

/// Sends messages between users of the super app. A host shows the text, and has the user choose who gets it, before it calls
/// this.
public protocol MessageProvider: Sendable {
    /// Sends a text.
    ///
    /// - Returns: Whether it was sent.
    func send(_ message: UserMessage, from user: String) async -> Bool
}

/// A message from one user to another, by way of a mini app.
public struct UserMessage: Hashable, Sendable {
    /// The id of the recipient in the super app.
    public let recipient: String
    /// The text.
    public let text: String
    /// The mini app that it comes from.
    public let miniApp: MiniAppID
    /// The page of the mini app that it is about, with a leading slash.
    public let path: String?

    /// Describes a message.
    public init(to recipient: String, text: String, miniApp: MiniAppID, path: String?) {
        self.recipient = recipient
        self.text = text
        self.miniApp = miniApp
        self.path = path
    }
}
