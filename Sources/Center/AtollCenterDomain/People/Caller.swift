import AtollCenterAPI
import AtollPackages

/// Who asks for something: what they may do, and how the audit log names them.
package struct Caller: Hashable, Sendable {
    package let actor: AuditActor
    package let credentials: Credentials

    package enum Credentials: Hashable, Sendable {
        /// Whoever runs commands on the Center's machine: they could change the database anyway.
        case `operator`
        /// Somebody who is signed in; their roles are read in each transaction, so what was taken away is gone at once.
        case person(String, isConfirmed: Bool)
        /// An API key, which permits no more than whoever made it may do now.
        case key(id: String, scopes: Set<APIKeyScope>, organization: String, ids: Set<MiniAppID>, maker: String?)
    }

    package init(_ actor: AuditActor, _ credentials: Credentials) {
        self.actor = actor
        self.credentials = credentials
    }

    /// Whoever runs `atoll center` on the machine of the Center.
    package static let `operator` = Caller(.operator, .operator)

    /// The account that stands behind it: also that of whoever made an API key; nil for the operator's keys and commands.
    package var maker: String? {
        switch credentials {
        case .operator: nil
        case .person(let id, _): id
        case .key(_, _, _, _, let maker): maker
        }
    }

    /// Whoever is responsible for what it does: that account, or the key itself.
    package var responsible: String { maker ?? actor.id }

    /// Whether an API key has the scope of an action; true for everybody else, whose roles decide alone.
    func hasScope(for action: Action) -> Bool {
        guard case .key(_, let scopes, _, _, _) = credentials else { return true }
        return PermissionMatrix.scope(for: action).map(scopes.contains) ?? false
    }

    /// The account's id, if it is somebody who is signed in.
    package var account: String? {
        if case .person(let id, _) = credentials { id } else { nil }
    }
}
