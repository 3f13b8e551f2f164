import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages

/// Who sends a request about a mini app.
enum PublisherSender: Sendable {
    /// A signed-in person.
    case person(Caller)
    /// An API key that permits one of the route's scopes for the mini app, with what it stands for.
    case key(APIKey, Caller)

    var caller: Caller {
        switch self {
        case .person(let caller), .key(_, let caller): caller
        }
    }

    /// Checks that the sender may do something now: a key may have been revoked, and its maker's role taken away, since
    /// the request began. That a key has a scope for it was checked when the request arrived.
    ///
    /// - Throws: ``ActionError/forbidden(_:)``, ``ActionError/unknown(_:)``, or a 401 ``Problem`` for a key that was
    ///   revoked.
    func require(_ action: Action, of subject: PermissionSubject, _ view: Snapshot) throws {
        switch self {
        case .person(let caller): try view.require(action, of: subject, by: caller, named: "mini app")
        case .key(let key, let caller):
            guard let stored = try view.key(key.id), stored.expires > view.time else {
                throw Problem.unauthorized("The API key is unknown, revoked or expired.")
            }
            // A key that the operator made for a publisher without an organization permits what its scopes say.
            guard case .key(_, _, let organization, _, let maker) = caller.credentials, !organization.isEmpty else {
                return
            }
            guard try view.isStillTrusted(key.id, for: subject.miniApp),
                try view.allows(action, of: subject, toMakerOfKeyOf: organization, maker)
            else {
                throw ActionError.forbidden(action)
            }
        }
    }
}
