import AtollCenterAPI
import AtollPackages
import SQLStatements

/// The permissions of a caller, by the roles at one moment: they are read once, and used for a list of subjects.
package struct CallerPermissions {
    package let caller: Caller
    private let view: Snapshot
    /// Whose roles decide; nil for the operator, and for keys of publishers without an organization.
    private let person: Person?

    package init(of caller: Caller, _ view: Snapshot) throws {
        (self.caller, self.view) = (caller, view)
        person =
            switch caller.credentials {
            case .operator: nil
            case .person(let id, _): try view.person(id)
            case .key(_, _, let organization, _, let maker): try view.person(ofKeyOf: organization, maker)
            }
    }

    /// Whether the caller may do something.
    package func allows(_ action: Action, of subject: PermissionSubject) throws -> Bool {
        try !actions([action], of: subject).isEmpty
    }

    /// Returns the actions that the caller may take on a subject.
    package func actions(of subject: PermissionSubject) throws -> [Action] { try actions(Action.allCases, of: subject) }

    /// Those of some actions that the caller may do.
    private func actions(_ wanted: [Action], of subject: PermissionSubject) throws -> [Action] {
        switch caller.credentials {
        case .operator: return wanted
        case .person:
            guard let person else { return [] }
            return wanted.filter { PermissionMatrix.allows($0, of: subject, to: person) }
        case .key(let key, let scopes, let organization, let ids, _):
            let inScope = wanted.filter { PermissionMatrix.scope(for: $0).map(scopes.contains) ?? false }
            guard !inScope.isEmpty else { return [] }
            guard ids.isEmpty || ids.contains(where: { $0.rawValue == subject.miniApp ?? subject.superApp }) else {
                return []
            }
            if organization.isEmpty {
                return try view.isOwn(subject, ofKeyOfPublisher: key)
                    ? inScope.filter {
                        PermissionMatrix.allows($0, of: subject.ofNoOrganization, to: .ofNoOrganization)
                    }
                    : []
            }
            guard let person, try view.isStillTrusted(key, for: subject.miniApp) else { return [] }
            return inScope.filter { PermissionMatrix.allows($0, of: subject, to: person) }
        }
    }
}

extension Snapshot {
    /// The person who made an API key for an organization, with their roles there; of one that the operator made, the
    /// organization itself. Nil for a key of a publisher without an organization, and where it is closed.
    package func person(ofKeyOf organization: String, _ maker: String?) throws -> Person? {
        if organization.isEmpty { return nil }
        if let maker { return try person(maker).only(in: organization) }
        return try self.organization(organization)?.isClosed == false ? .keeper(of: organization) : nil
    }

    /// Whether something belongs to a publisher without an organization for which the operator made a key.
    fileprivate func isOwn(_ subject: PermissionSubject, ofKeyOfPublisher key: String) throws -> Bool {
        let row = try session.row("SELECT publisher FROM api_key WHERE id = \(.text(key))")
        guard subject.organization == nil, let publisher = try row.flatMap({ try PublisherID($0.text(0)) }),
            let id = subject.miniApp.flatMap({ MiniAppID($0) }), id.belongs(to: publisher)
        else { return false }
        return try miniApp(id).map { $0.publisher == publisher } ?? true
    }
}

extension PermissionSubject {
    /// The id of an organization that does not exist: that of a publisher without one.
    fileprivate static let noOrganization = "(none)"

    /// The subject for a publisher without an organization, whose key permits what an administrator of one could do.
    fileprivate var ofNoOrganization: PermissionSubject {
        var subject = self
        subject.organization = Self.noOrganization
        return subject
    }
}

extension Person {
    /// An administrator of a publisher without an organization.
    fileprivate static let ofNoOrganization = Person.keeper(of: PermissionSubject.noOrganization)
}
