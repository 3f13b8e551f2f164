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

/// The longest that a host waits for a payment.
package let longestPayment = Duration.seconds(60)

extension PaymentProvider {
    /// How a payment ended, or that it is pending if that isn't known within a time. It is not cancelled then, for it may be charged
    /// already: a payment with the same id tells how it ended.
    package func outcome(
        of payment: PaymentRequest, of miniApp: MiniAppID, by user: String, within time: Duration = longestPayment
    ) async -> PaymentOutcome {
        await BoundedWait.within(time) { await pay(payment, of: miniApp, by: user) } ?? PaymentOutcome(.pending)
    }
}
