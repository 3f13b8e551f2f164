import AtollCenterAPI
import AtollPackages

/// Who asks for something: what they may do, and how the audit log names them.
package struct Caller: Hashable, Sendable {
    package let actor: AuditActor
    package let credentials: Credentials

    package enum Credentials: Hashable, Sendable {
        /// The operator, who runs commands on the Center's machine and could change the database anyway.
        case `operator`
        /// A signed-in person. Roles are read in each transaction, so a revoked role has no effect from then on.
        case person(String, isConfirmed: Bool)
        /// An API key, which permits no more than its creator may do now.
        case key(id: String, scopes: Set<APIKeyScope>, organization: String, ids: Set<MiniAppID>, maker: String?)
    }

    package init(_ actor: AuditActor, _ credentials: Credentials) {
        self.actor = actor
        self.credentials = credentials
    }

    /// The operator, who runs `atoll center` on the machine of the Center.
    package static let `operator` = Caller(.operator, .operator)

    /// The responsible account: also the creator of an API key; `nil` for the operator's keys and commands.
    package var maker: String? {
        switch credentials {
        case .operator: nil
        case .person(let id, _): id
        case .key(_, _, _, _, let maker): maker
        }
    }

    /// The id that is responsible for the action: that account, or the key itself.
    package var responsible: String { maker ?? actor.id }

    /// Whether an API key has the scope of an action; true for everybody else, whose roles decide alone.
    func hasScope(for action: Action) -> Bool {
        guard case .key(_, let scopes, _, _, _) = credentials else { return true }
        return PermissionMatrix.scope(for: action).map(scopes.contains) ?? false
    }

    /// The account's id, if it is a signed-in person.
    package var account: String? {
        if case .person(let id, _) = credentials { id } else { nil }
    }
}
