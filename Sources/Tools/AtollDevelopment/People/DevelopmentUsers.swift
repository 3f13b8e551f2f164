import AtollRuntime
import AtollWeb

/// The users of a development shell. They have no passwords, because each pane signs its user in.
struct DevelopmentUsers: UserDirectory, ContactsProvider {
    let users: [DevelopmentUser]
    /// Other people, whom the users may choose.
    let contacts: [Contact]

    func user(named name: String, password: String) async throws -> User? { nil }

    func user(id: String) async throws -> User? { users.first { $0.id == id }.map(Self.user) }

    func contacts(of user: String) async throws -> [Contact] {
        users.filter { $0.id != user }.map { Contact(id: $0.id, name: $0.name, email: $0.email) } + contacts
    }

    static func user(_ user: DevelopmentUser) -> User {
        User(id: user.id, name: user.name, roles: user.roles ?? [], email: user.email)
    }
}
