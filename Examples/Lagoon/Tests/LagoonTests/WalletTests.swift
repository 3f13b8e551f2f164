import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import Testing

@testable import Lagoon

@Suite("The wallet for trials")
struct WalletTests {
    @Test("The same id with another amount or currency is another request, and not paid")
    func amounts() async throws {
        let folder = try TemporaryDirectory()
        defer { withExtendedLifetime(folder) {} }
        let wallet = try TestWallet(folder.url.appending(path: "payments.json"))
        let miniApp = try #require(MiniAppID("com.example.kudos"))
        func pay(_ value: String, _ currency: String = "EUR") async -> PaymentOutcome {
            await wallet.pay(
                PaymentRequest(id: "1", value: value, currency: currency, label: "Lunch"), of: miniApp, by: "u-1")
        }
        let first = await pay("1.00")
        #expect(first.status == .paid && first.receipt != nil)
        #expect(await pay("1.0") == first)
        #expect(await pay("50.00").status == .failed)
        #expect(await pay("1.00", "USD").status == .failed)
        #expect(await pay("1.00") == first)
    }
}
