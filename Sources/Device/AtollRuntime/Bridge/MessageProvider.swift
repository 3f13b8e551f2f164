import AtollPackages
import Foundation

/// Sends messages between users of the super app. A host shows the text, and has the user choose who gets it, before it calls
/// this.
public protocol MessageProvider: Sendable {
    /// Sends a text.
    ///
    /// - Returns: Whether it was sent.
    func send(_ message: UserMessage, from user: String) async -> Bool
}
