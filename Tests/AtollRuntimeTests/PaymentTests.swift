import AtollPackages
import AtollTestSupport
import Synchronization
import Testing

@testable import AtollRuntime

@Suite("Payments")
struct PaymentTests {
    /// A wallet that answers the first payment when the test calls `end()`.
    private final class Wallet: PaymentProvider {
        private let waiting = Mutex<CheckedContinuation<PaymentOutcome, Never>?>(nil)
        private let taken = Mutex<[String]>([])
        private let cancelled = Mutex(false)

        var isCancelled: Bool { cancelled.withLock { $0 } }

        var ids: [String] { taken.withLock { $0 } }
        var isWaiting: Bool { waiting.withLock { $0 != nil } }

        func pay(_ payment: PaymentRequest, of miniApp: MiniAppID, by user: String) async -> PaymentOutcome {
            taken.withLock { $0.append(payment.id) }
            if ids.count > 1 { return PaymentOutcome(.paid, receipt: "T-1") }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    waiting.withLock { $0 = continuation }
                }
            } onCancel: {
                cancelled.withLock { $0 = true }
            }
        }

        func end() {
            waiting.withLock { $0 }?.resume(returning: PaymentOutcome(.paid, receipt: "T-1"))
        }
    }

    private static let payment = PaymentRequest(
        id: "order-1", value: "4.50", currency: "EUR", label: "Lunch", items: [], data: nil)

    @Test("A payment without an answer is pending, continues, and has its outcome on the next request with its id")
    func pending() async throws {
        let wallet = Wallet()
        let app = try #require(MiniAppID("com.example.menu"))
        let outcome = await wallet.outcome(of: Self.payment, of: app, by: "ada", within: .milliseconds(20))
        #expect(outcome.status == .pending && outcome.receipt == nil)
        try await until("the wallet was not asked") { wallet.isWaiting }
        let again = await wallet.outcome(of: Self.payment, of: app, by: "ada")
        #expect(again.status == .paid && again.receipt == "T-1")
        #expect(wallet.ids == ["order-1", "order-1"])
        #expect(!wallet.isCancelled)
        wallet.end()
    }
}
