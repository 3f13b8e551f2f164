import AtollRuntime
import AtollWeb
import Foundation

/// Lagoon's providers for its mini apps: a wallet for trials, its users as contacts, and one room for all users.
enum LagoonProviders {
    static func providers(_ accounts: AccountFile, wallet: TestWallet) -> ShellProviders {
        var providers = ShellProviders()
        providers.payments = wallet
        providers.contacts = LagoonContacts(accounts: accounts)
        // All users share a mini app's room, except those who have not confirmed an e-mail address.
        providers.room = { user, _ in user.email == nil ? user.id : "lagoon" }
        return providers
    }
}

/// Lagoon's users, as contacts for each other.
private struct LagoonContacts: ContactsProvider {
    let accounts: AccountFile

    func contacts(of user: String) async -> [Contact] {
        let people = await accounts.confirmed()
        // Unconfirmed users get no addresses and can't send messages.
        guard people.contains(where: { $0.id == user }) else { return [] }
        return people.filter { $0.id != user }
            .map { Contact(id: $0.id, name: $0.name, email: $0.email) }
            .sorted { $0.name < $1.name }
    }
}
