import AtollCenterAPI

/// Who may do what: the one table from which routes, console and command line decide.
///
/// Actions that it does not list are refused. An API key permits the actions of its scopes, and never more than its
/// creator may do now.
package enum PermissionMatrix {
    /// One way in which an action is permitted.
    package struct Rule: Hashable, Sendable {
        package let role: Role
        package let reach: Reach
        package let condition: Condition?

        fileprivate init(_ role: Role, _ reach: Reach, if condition: Condition? = nil) {
            self.role = role
            self.reach = reach
            self.condition = condition
        }
    }

    /// A condition in addition to the role.
    package enum Condition: String, Hashable, Sendable {
        /// The super app lets publishers release.
        case publisherReleases
        /// It is the work of another organization, unless the super app permits to review one's own.
        case othersWork
    }

    /// The ways in which an action is permitted.
    package static func rules(for action: Action) -> [Rule] { table[action] ?? [] }

    /// The roles with a rule that permits an action.
    package static func roles(for action: Action) -> [Role] {
        Role.allCases.filter { role in rules(for: action).contains { $0.role == role } }
    }

    /// The scope by which an API key permits an action, or nil if none does: a person who is signed in must do it.
    package static func scope(for action: Action) -> APIKeyScope? { scopes[action] }

    /// Returns the actions that roles permit, for any subject.
    package static func actions(of roles: [AssignedRole]) -> [Action] {
        let held = Set(roles.map(\.role))
        return Action.allCases.filter { action in rules(for: action).contains { held.contains($0.role) } }
    }

    /// Whether a person may take an action on a subject.
    package static func allows(_ action: Action, of subject: PermissionSubject, to person: Person) -> Bool {
        rules(for: action).contains { rule in
            person.memberships.contains { membership in
                membership.roles.contains { assigned in
                    assigned.role == rule.role && reaches(rule.reach, subject, membership, assigned, person)
                        && holds(rule.condition, subject, person)
                }
            }
        }
    }

    private static let platform = Rule(.platformAdministrator, .everything)
    private static let administrator = Rule(.organizationAdministrator, .organization)
    private static let developer = Rule(.developer, .miniApp)
    private static let owner = Rule(.superAppAdministrator, .superApp)
    private static let reviewer = Rule(.reviewer, .superApp)
    private static let auditor = Rule(.auditor, .organization)
    /// All roles of members.
    private static let members = Role.allCases.filter { $0 != .platformAdministrator }.map { Rule($0, .oneself) }

    private static let table: [Action: [Rule]] = [
        .manageOrganizations: [platform],
        .readOrganization: [platform] + Role.allCases.map { Rule($0, .organization) },
        .changeOrganization: [platform, administrator],
        .manageMembers: [platform, administrator],
        .manageOwnKeys: [platform] + members.filter { $0.role != .auditor },
        .manageKeys: [platform, administrator],
        .manageTrustedPublishers: [platform, administrator, developer],
        .readSuperApps: Role.allCases.map { Rule($0, .everything) },
        .manageSuperApps: [platform, administrator, owner],
        .manageSignIn: [platform],
        .manageHostVersions: [platform, administrator, owner],
        .manageCatalog: [platform, administrator, owner],
        .askForGrant: [administrator, Rule(.developer, .organization)],
        .giveGrant: [platform, Rule(.organizationAdministrator, .superApp), owner],
        .manageMiniApps: [platform, administrator, developer],
        .setAccess: [platform, administrator, owner],
        .uploadVersions: [administrator, developer],
        .managePreviews: [administrator, owner, reviewer, developer],
        .readVersions: [platform, administrator, owner, reviewer, developer, auditor],
        .review: [Rule(.reviewer, .superApp, if: .othersWork)],
        .answerReview: [administrator, developer],
        .discussReview: [Rule(.reviewer, .superApp, if: .othersWork), administrator, developer],
        .decideReview: [Rule(.reviewer, .superApp, if: .othersWork)],
        .denyPermissions: [owner, reviewer],
        .release: [
            Rule(.organizationAdministrator, .organization, if: .publisherReleases), owner,
            Rule(.developer, .miniApp, if: .publisherReleases),
        ],
        .holdRelease: [
            Rule(.organizationAdministrator, .organization, if: .publisherReleases), owner, reviewer,
            Rule(.developer, .miniApp, if: .publisherReleases),
        ],
        .withdrawRelease: [platform, administrator, owner, reviewer, developer],
        .quarantine: [platform, owner],
        .readAudit: [platform, administrator, owner, Rule(.reviewer, .oneself), developer, auditor],
        .readUsage: [platform, administrator, owner, developer, auditor],
        .readProblems: [platform, administrator, owner, developer],
        .answerProblems: [platform, administrator, owner, developer],
        .manageWebhooks: [platform, administrator, owner, developer],
        .askForKeys: [administrator],
        .readHealth: [
            platform, Rule(.superAppAdministrator, .everything), Rule(.reviewer, .everything),
            Rule(.auditor, .everything),
        ],
    ]

    private static let scopes: [Action: APIKeyScope] = [
        .manageOrganizations: .platform, .readOrganization: .organization, .changeOrganization: .organization,
        .manageMembers: .organization, .manageKeys: .organization, .readSuperApps: .read,
        .manageSuperApps: .superApp, .manageSignIn: .platform,
        .manageHostVersions: .superApp, .manageCatalog: .catalog, .askForGrant: .publish, .giveGrant: .superApp,
        .manageMiniApps: .publish, .setAccess: .access, .uploadVersions: .publish, .managePreviews: .publish,
        .readVersions: .read, .review: .review, .answerReview: .publish, .discussReview: .review,
        .denyPermissions: .review,
        .release: .release, .holdRelease: .release, .withdrawRelease: .release, .readAudit: .audit,
        .readUsage: .reports, .readProblems: .publish, .answerProblems: .publish, .manageWebhooks: .organization,
    ]

    private static func reaches(
        _ reach: Reach, _ subject: PermissionSubject, _ membership: Person.Membership, _ assigned: AssignedRole,
        _ person: Person
    ) -> Bool {
        switch reach {
        case .everything: true
        case .organization: subject.organization == membership.organization
        case .superApp:
            subject.superAppOwner == membership.organization && subject.superApp != nil
                && (assigned.only == nil || assigned.only == subject.superApp)
        case .miniApp:
            subject.organization == membership.organization && subject.miniApp != nil
                && (assigned.only == nil || assigned.only == subject.miniApp)
        case .oneself: subject.maker == person.id
        }
    }

    private static func holds(_ condition: Condition?, _ subject: PermissionSubject, _ person: Person) -> Bool {
        switch condition {
        case .publisherReleases: subject.policy.publisherReleases
        case .othersWork:
            subject.policy.selfReview
                || (subject.maker != person.id && !(subject.organization.map(person.isMember) ?? true))
        case nil: true
        }
    }
}
