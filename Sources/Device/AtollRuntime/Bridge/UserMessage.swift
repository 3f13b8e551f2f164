import AtollPackages
import Foundation

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
