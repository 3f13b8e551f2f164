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
