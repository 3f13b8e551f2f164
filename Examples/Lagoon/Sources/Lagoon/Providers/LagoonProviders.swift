import AtollRuntime
import AtollWeb
import Foundation

/// What Lagoon does for its mini apps: a wallet for trials, its own people, and a room for everybody.
enum LagoonProviders {
    static func providers(_ accounts: AccountFile, wallet: TestWallet) -> ShellProviders {
        var providers = ShellProviders()
        providers.payments = wallet
        providers.contacts = LagoonContacts(accounts: accounts)
        // Everybody at Lagoon shares what a mini app puts together.
        providers.room = { _, _ in "lagoon" }
        return providers
    }
}

/// The people of Lagoon, for each other.
private struct LagoonContacts: ContactsProvider {
    let accounts: AccountFile

    func contacts(of user: String) async -> [Contact] {
        await accounts.confirmed().filter { $0.id != user }
            .map { Contact(id: $0.id, name: $0.name, email: $0.email) }
            .sorted { $0.name < $1.name }
    }
}
