import AtollCatalog
import AtollPackages
import AtollPages
import Foundation

/// What the shell's pages are made with.
struct ShellParts: Sendable {
    let configuration: ShellConfiguration
    let users: any UserDirectory
    let sessions: SessionStore
    let preferences: PreferenceStore
    let tickets: LaunchTickets
    let center: CenterAccess
    let pairwiseNames: PairwiseNames
    let cache: MiniAppCache
    let entitlements: Entitlements
    let templates: Templates
    let files: PublicFiles
    let connections: EventConnections
    let signIn: PasswordSignIn
    let throttles: AccountThrottles

    /// The user of a session, as the directory knows them now.
    ///
    /// - Throws: ``ShellError/signedOut`` where they are no longer there.
    func user(of session: Session) async throws -> User {
        guard let user = try await users.user(id: session.user) else { throw ShellError.signedOut }
        return user
    }

    func frame(title: String, user: User?) -> Frame {
        Frame(
            title: title, superApp: configuration.host.name, stylesheet: files.address(of: PublicFiles.stylesheet),
            icon: files.address(of: "icon.svg"), user: user?.name
        )
    }
}
