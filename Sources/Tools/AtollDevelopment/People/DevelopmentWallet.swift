import AtollPackages
import AtollRuntime
import AtollWeb
import Foundation
import NIOConcurrencyHelpers

/// Ends payments with the status that the developer has chosen. No money is transferred.
final class DevelopmentWallet: PaymentProvider {
    private let answer: NIOLockedValueBox<PaymentOutcome.Status>
    private let known = NIOLockedValueBox<[String: (request: PaymentRequest, outcome: PaymentOutcome)]>([:])
    private let receipts = NIOLockedValueBox(0)

    init(_ answer: PaymentOutcome.Status) { self.answer = NIOLockedValueBox(answer) }

    /// Sets the status with which the next payments end.
    func setAnswer(_ status: PaymentOutcome.Status) { answer.withLockedValue { $0 = status } }

    func pay(_ payment: PaymentRequest, of miniApp: MiniAppID, by user: String) async -> PaymentOutcome {
        let status = answer.withLockedValue { $0 }
        let key = "\(user) \(miniApp) \(payment.id)"
        return known.withLockedValue { known in
            // As with a real provider, an id is paid only once.
            if let before = known[key], before.outcome.status == .paid {
                let isSame =
                    Decimal(string: before.request.value) == Decimal(string: payment.value)
                    && before.request.currency == payment.currency
                return isSame ? before.outcome : PaymentOutcome(.failed)
            }
            let outcome = PaymentOutcome(status, receipt: status == .paid ? receipt() : nil)
            if known.count < 1_000 { known[key] = (payment, outcome) }
            return outcome
        }
    }

    private func receipt() -> String {
        receipts.withLockedValue { number in
            number += 1
            return "DEV-\(number)"
        }
    }
}
