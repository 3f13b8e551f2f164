import AtollPackages
import Foundation
import SignedJSON
import TUF

/// The form of offline changes: exactly what a ceremony makes. Signers are shown everything that such a change
/// contains; anything else would be signed unseen.
package enum TrustForm {
    /// The offline roles except the root, each after the one that delegates to it.
    package static func offlineRoles(of repository: TUFRepository) -> [String] {
        ["targets", TrustRoles.publishers, TrustRoles.releases] + repository.bins(under: TrustRoles.publishers)
    }

    /// Checks that a proposal has the form of a change that a ceremony makes.
    ///
    /// - Parameter repository: The repository before the change.
    /// - Throws: ``CeremonyError/odd(role:_:)``, or ``TUFError`` if it is not a change to this repository.
    package static func check(_ proposal: [TUFSignedRole], on repository: TUFRepository, at now: Date) throws {
        let after = try repository.following(proposal)
        let bins = Set(after.bins(under: TrustRoles.publishers))
        var seen: Set<String> = []
        for (role, status) in zip(proposal, try repository.fullStatus(of: proposal)) {
            let name = role.role
            guard seen.insert(name).inserted else { throw CeremonyError.odd(role: name, "it appears twice") }
            guard status.expires <= now.addingTimeInterval(TrustRoles.lifetime(of: name) + 2 * 86_400) else {
                throw CeremonyError.odd(
                    role: name, "it would be valid until \(Timestamp.text(status.expires).prefix(10))")
            }
            let fields = try after.fields(of: name)
            switch name {
            case "root": try checkRoot(fields)
            case "targets": try check(name, fields, delegating: delegations(of: name, in: after))
            case TrustRoles.publishers, TrustRoles.releases:
                try check(name, fields, delegating: delegations(of: name, in: after))
                let (old, new) = (repository.bins(under: name), after.bins(under: name))
                guard !new.isEmpty, old.isEmpty || old == new else {
                    throw CeremonyError.odd(role: name, "it changes the bins")
                }
            case _ where bins.contains(name): try checkBin(name, fields, role.targets, in: after)
            default: throw CeremonyError.odd(role: name, "it is not an offline role")
            }
        }
        guard let reviewers = after.plan(of: "targets") else {
            throw CeremonyError.odd(role: "targets", "it has fewer keys than its threshold")
        }
        for role in offlineRoles(of: after) where !(after.plan(of: role)?.isSigned(like: reviewers) ?? false) {
            throw CeremonyError.odd(role: role, "it would not be signed by the reviewers")
        }
        for role in ["root", "timestamp", "snapshot"] + offlineRoles(of: after) where after.plan(of: role) == nil {
            throw CeremonyError.odd(role: role, "it has fewer keys than its threshold")
        }
    }

    private static func only(
        _ role: String, _ fields: [ExactString: JSONValue], _ names: Set<ExactString>
    ) throws(CeremonyError) {
        let header: Set<ExactString> = ["_type", "spec_version", "version", "expires"]
        for name in fields.keys where !header.contains(name) && !names.contains(name) {
            throw .odd(role: role, "it has an unexpected member \"\(name)\"")
        }
    }

    private static func checkRoot(_ fields: [ExactString: JSONValue]) throws(CeremonyError) {
        try only("root", fields, ["keys", "roles", "consistent_snapshot"])
        guard fields["consistent_snapshot"] == .bool(true) else {
            throw .odd(role: "root", "file names would no longer contain versions")
        }
        guard case .object(let roles)? = fields["roles"], roles.count == 4 else {
            throw .odd(role: "root", "it must name exactly four roles")
        }
        guard case .object(let keys)? = fields["keys"] else { throw .odd(role: "root", "it names no keys") }
        for (id, value) in keys {
            guard let fields = try? JSONFields(value), let key = try? VerificationKey(fields), key.id == id.text else {
                throw .odd(role: "root", "it lists a key under the wrong id")
            }
        }
    }

    /// The delegations of a role as a ceremony writes them, with its current keys.
    private static func delegations(of role: String, in repository: TUFRepository) throws(CeremonyError) -> JSONValue {
        func plan(_ name: String) throws(CeremonyError) -> TUFRolePlan {
            guard let plan = repository.plan(of: name) else {
                throw .odd(role: name, "it has fewer keys than its threshold")
            }
            return plan
        }
        let (publishers, releases) = (TrustRoles.publishers, TrustRoles.releases)
        if role == "targets" {
            return TUFDelegation.roles([
                (publishers, ["\(publishers)/*"], true, try plan(publishers)),
                (releases, ["\(releases)/*"], true, try plan(releases)),
            ]).json
        }
        let bins = repository.bins(under: role)
        guard let first = bins.first, bins.count.nonzeroBitCount == 1 else {
            throw .odd(role: role, "it does not delegate to bins")
        }
        return TUFDelegation.bins(prefix: role, bits: bins.count.trailingZeroBitCount, plan: try plan(first)).json
    }

    private static func check(
        _ role: String, _ fields: [ExactString: JSONValue], delegating expected: JSONValue
    ) throws(CeremonyError) {
        try only(role, fields, ["targets", "delegations"])
        guard fields["targets"] == .object([:]) else { throw .odd(role: role, "it has its own targets") }
        guard let delegations = fields["delegations"], delegations.canonicalBytes == expected.canonicalBytes else {
            throw .odd(role: role, "its delegations are not those of publishers/* and releases/* to their bins")
        }
    }

    private static func checkBin(
        _ role: String, _ fields: [ExactString: JSONValue], _ files: [String: Data], in repository: TUFRepository
    ) throws {
        try only(role, fields, ["targets"])
        for path in try repository.targets(of: role) {
            guard let data = try repository.target(path, in: role), let file = try? PublisherFile(parsing: data) else {
                throw CeremonyError.odd(role: role, "\"\(path.prefix(100))\" is not a publisher's file")
            }
            guard PublisherFile.path(of: file.publisher) == path,
                repository.bin(of: path, under: TrustRoles.publishers) == role
            else { throw CeremonyError.odd(role: role, "the file of \(file.publisher) does not belong in it") }
        }
    }
}
