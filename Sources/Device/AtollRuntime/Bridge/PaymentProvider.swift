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

/// The maximum time that a host waits for a payment.
package let longestPayment = Duration.seconds(60)

extension PaymentProvider {
    /// Takes a payment, and returns its outcome, or ``PaymentOutcome/Status/pending`` after `time`. A pending payment isn't cancelled,
    /// because the user may have been charged already. A payment with the same id returns the outcome later.
    package func outcome(
        of payment: PaymentRequest, of miniApp: MiniAppID, by user: String, within time: Duration = longestPayment
    ) async -> PaymentOutcome {
        await BoundedWait.within(time) { await pay(payment, of: miniApp, by: user) } ?? PaymentOutcome(.pending)
    }
}
