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
