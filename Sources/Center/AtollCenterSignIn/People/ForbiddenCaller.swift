import AtollCenterDomain
import SQLStatements

/// Adds the sender to the answer that refuses an action: a person with two accounts may have signed in with the other one.
package struct ForbiddenCaller: Sendable {
    package let store: PeopleStore

    package init(store: PeopleStore) {
        self.store = store
    }

    /// The maximum number of organizations that are listed.
    private static let maximumOrganizations = 5

    /// Performs `work`, and adds the sender to the error if it forbids an action.
    ///
    /// - Throws: What `work` throws; instead of ``ActionError/forbidden(_:)``, a ``Problem`` that also names the account and its roles.
    package func addingSender<Result>(_ caller: Caller?, _ work: () async throws -> Result) async throws -> Result {
        do {
            return try await work()
        } catch let error as ActionError {
            guard case .forbidden = error, let account = caller?.account,
                let sender = try? await store.read({ try $0.introduction(of: account, upTo: Self.maximumOrganizations) }
                )
            else { throw error }
            throw error.problem.adding("You are signed in as \(sender).")
        }
    }
}

extension Snapshot {
    /// The name of an account and its roles, such as "Rita Sol (reviewer in acme)".
    fileprivate func introduction(of account: String, upTo limit: Int) throws -> String? {
        guard let row = try session.row("SELECT name FROM account WHERE id = \(.text(account))") else { return nil }
        let memberships = try person(account).memberships.filter { !$0.roles.isEmpty }
        var parts = memberships.prefix(limit).map { membership in
            let roles = membership.roles.map { $0.role.words + ($0.only.map { " for \($0)" } ?? "") }
            return "\(roles.joined(separator: ", ")) in \(membership.organization)"
        }
        if memberships.count > limit { parts.append("and more") }
        return "\(try row.text(0)) (\(parts.isEmpty ? "no roles" : parts.joined(separator: "; ")))"
    }
}
