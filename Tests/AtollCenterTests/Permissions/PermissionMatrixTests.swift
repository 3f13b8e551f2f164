import AtollCenterAPI
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Who may do what")
struct PermissionMatrixTests {
    /// The relation of a person to a version of a mini app, which one organization publishes in another's super app.
    private enum Relation: String, CaseIterable {
        /// A member of the organization that publishes it.
        case publisher = "P"
        /// A member of the organization that owns the super app.
        case owner = "O"
        /// A member of an organization that is both.
        case both = "B"
        /// A member of the organization who has made it.
        case maker = "M"
        /// A member of an organization that is both, with a role that is narrowed to something else.
        case narrowed = "N"
        /// A publisher, where only the super app's administrators release.
        case withoutRelease = "R"
        /// A member of both, where one's own work may be reviewed.
        case selfReview = "W"
        /// A member of an organization that has nothing to do with it.
        case other = "X"
        /// A member of both who is suspended.
        case suspended = "S"

        var subject: PermissionSubject {
            var subject = PermissionSubject(
                organization: "acme", superApp: "com.lagoon.app", superAppOwner: "lagoon", miniApp: "com.acme.kudos",
                maker: "somebody")
            switch self {
            case .both, .narrowed, .suspended: subject.superAppOwner = "acme"
            case .maker: (subject.superAppOwner, subject.maker) = ("acme", "me")
            case .withoutRelease: subject.policy.publisherReleases = false
            case .selfReview: (subject.superAppOwner, subject.policy.selfReview) = ("acme", true)
            case .publisher, .owner, .other: break
            }
            return subject
        }

        func person(_ role: Role) -> Person {
            let only = self == .narrowed && role.narrowing != .nothing ? "com.acme.another" : nil
            let organization =
                switch self {
                case .owner: "lagoon"
                case .other: "unrelated"
                default: "acme"
                }
            // The database has no roles for a suspended member.
            let roles = self == .suspended ? [] : [AssignedRole(role, only: only)]
            return Person(id: "me", memberships: [.init(organization: organization, roles: roles)])
        }
    }

    @Test("The matrix is what was decided: roles by actions by relations")
    func golden() throws {
        let names = ["PA", "OA", "SA", "RV", "DV", "AU"]
        var lines = ["| action | \(names.joined(separator: " | ")) | key scope |"]
        lines.append("| --- " + String(repeating: "| --- ", count: names.count) + "| --- |")
        for action in Action.allCases {
            let cells = Role.allCases.map { role in
                let letters = Relation.allCases.filter {
                    PermissionMatrix.allows(action, of: $0.subject, to: $0.person(role))
                }.map(\.rawValue).joined()
                return letters.isEmpty ? "–" : letters
            }
            let scope = PermissionMatrix.scope(for: action)?.rawValue ?? "–"
            lines.append("| \(action.rawValue) | \(cells.joined(separator: " | ")) | \(scope) |")
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "permissions.md")
        let found = lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["ATOLL_RECORD"] == "permissions" {
            try Data(found.utf8).write(to: file)
        }
        #expect(found == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test("Each action is permitted to somebody, and none to whoever has no role")
    func complete() {
        for action in Action.allCases {
            #expect(!PermissionMatrix.rules(for: action).isEmpty, "\(action.rawValue)")
            for relation in Relation.allCases {
                let nobody = Person(id: "me", memberships: [.init(organization: "acme", roles: [])])
                #expect(!PermissionMatrix.allows(action, of: relation.subject, to: nobody) || relation == .maker)
                #expect(
                    !PermissionMatrix.allows(action, of: relation.subject, to: relation.person(.auditor))
                        || action.isReading)
            }
        }
    }

    @Test("A decision on a version, a quarantine and keys of one's own need a person: no scope permits them")
    func withoutKeys() {
        for action in [Action.decideReview, .quarantine, .manageOwnKeys, .manageTrustedPublishers, .readHealth] {
            #expect(PermissionMatrix.scope(for: action) == nil)
        }
    }

    @Test("A role that was narrowed reaches that one, and no other")
    func narrowed() {
        let person = Person(
            id: "me",
            memberships: [.init(organization: "acme", roles: [AssignedRole(.developer, only: "com.acme.kudos")])])
        let subject = PermissionSubject(organization: "acme", miniApp: "com.acme.kudos")
        #expect(PermissionMatrix.allows(.uploadVersions, of: subject, to: person))
        var other = subject
        other.miniApp = "com.acme.kudos2"
        #expect(!PermissionMatrix.allows(.uploadVersions, of: other, to: person))
        other.miniApp = nil
        #expect(!PermissionMatrix.allows(.uploadVersions, of: other, to: person))
    }
}

extension Action {
    /// Whether it changes nothing.
    fileprivate var isReading: Bool {
        [.readOrganization, .readSuperApps, .readVersions, .readAudit, .readUsage, .readHealth].contains(self)
    }
}
