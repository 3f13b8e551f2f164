import AtollPackages
import AtollTestSupport
import AtollWeb
import Foundation
import Testing

@testable import Lagoon

@Suite("Users who have not confirmed an address")
struct StrangerTests {
    @Test("Until they confirm it, they have no contacts and a separate room")
    func strangers() async throws {
        let directory = try TemporaryDirectory()
        let outbox = Outbox(directory.url.appending(path: "mail"))
        let accounts = try AccountFile(
            directory.url.appending(path: "accounts.json"), seeding: DemoAccounts.all, outbox: outbox)
        let wallet = try TestWallet(directory.url.appending(path: "wallet.json"))
        let providers = LagoonProviders.providers(accounts, wallet: wallet)
        let contacts = try #require(providers.contacts)
        let miniApp = try #require(MiniAppID("com.example.lunch"))
        let registration = Registration(
            signInName: "eve", name: "Eve", email: "eve@example.com", password: "kelp-and-quartz-61")
        let stranger = try await accounts.register(registration) { $0 }
        #expect(try await contacts.contacts(of: stranger.id).isEmpty)
        #expect(providers.room(stranger, miniApp) == stranger.id)
        let ada = try #require(await accounts.user(id: "u-1"))
        let known = try await contacts.contacts(of: ada.id)
        #expect(!known.isEmpty && !known.contains { $0.id == stranger.id })
        #expect(providers.room(ada, miniApp) == "lagoon")
    }
}
