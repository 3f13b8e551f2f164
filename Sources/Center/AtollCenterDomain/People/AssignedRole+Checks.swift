import AtollCenterAPI
import AtollPackages
import Foundation
import SignedJSON

extension AssignedRole {
    /// How many roles a member may have.
    package static let maximumCount = 50

    /// Checks roles before they are assigned in an organization.
    ///
    /// - Throws: ``ActionError/invalid(_:_:)``.
    package static func check(_ roles: [AssignedRole], in organization: Organization) throws(ActionError) {
        guard (1...maximumCount).contains(roles.count) else {
            throw .invalid("roles", "must have 1 to \(maximumCount) roles")
        }
        guard Set(roles).count == roles.count else { throw .invalid("roles", "must not have a role twice") }
        for role in roles {
            let name = role.role.rawValue
            if role.role == .platformAdministrator, organization.id != Organization.platform {
                throw .invalid("roles", "can have \(name) only in the organization that runs the Center")
            }
            if [.superAppAdministrator, .reviewer].contains(role.role), !organization.ownsSuperApps {
                throw .invalid("roles", "can have \(name) only in an organization that owns super apps")
            }
            if role.role == .developer, organization.publisher == nil {
                throw .invalid("roles", "can have \(name) only in an organization that publishes")
            }
            guard let only = role.only else { continue }
            guard role.role.narrowing != .nothing else { throw .invalid("roles", "can't narrow \(name)") }
            guard let id = MiniAppID(only) else { throw .invalid("roles", "has an id that is not valid for \(name)") }
            if role.role == .developer, let publisher = organization.publisher, !id.belongs(to: publisher) {
                throw .invalid("roles", "has an id that is not one of \(publisher)")
            }
        }
    }

    /// The roles as JSON, in the order given.
    package static func text(of roles: [AssignedRole]) -> String {
        let values = roles.map { role -> JSONValue in
            .object(
                ["role": .string(role.role.rawValue)].merging(role.only.map { ["only": .string($0)] } ?? [:]) { $1 })
        }
        return String(decoding: JSONValue.array(values).readableBytes, as: UTF8.self)
    }

    /// The roles of a text that ``text(of:)`` has made. Those that only a newer program knows are left out.
    package static func stored(_ text: String) throws -> [AssignedRole] {
        struct Stored: Decodable {
            let role: String
            let only: String?
        }
        return try JSONDecoder().decode([Stored].self, from: Data(text.utf8)).compactMap { stored in
            Role(rawValue: stored.role).map { AssignedRole($0, only: stored.only) }
        }
    }

    /// The roles as people read them in the audit log, sorted.
    package static func summary(of roles: [AssignedRole]) -> String {
        roles.map { $0.role.rawValue + ($0.only.map { " (\($0))" } ?? "") }.sorted().joined(separator: ", ")
    }
}
