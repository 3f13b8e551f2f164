/// A role of a member in an organization. A member may have several.
package enum Role: String, Codable, Hashable, Sendable, CaseIterable {
    /// Runs the Center.
    case platformAdministrator
    /// Runs an organization: its members, its keys, and all that its developers do.
    case organizationAdministrator
    /// Runs super apps of the organization, or some of them.
    case superAppAdministrator
    /// Reviews versions for super apps of the organization, or for some of them.
    case reviewer
    /// Uploads and releases mini apps of the organization, or some of them.
    case developer
    /// Reads everything about the organization, and changes nothing.
    case auditor

    /// The name of the role in an English sentence.
    package var words: String {
        switch self {
        case .platformAdministrator: "platform administrator"
        case .organizationAdministrator: "organization administrator"
        case .superAppAdministrator: "super app administrator"
        case .reviewer: "reviewer"
        case .developer: "developer"
        case .auditor: "auditor"
        }
    }

    /// The kind of subject that the role can be limited to.
    package var narrowing: Narrowing {
        switch self {
        case .superAppAdministrator, .reviewer: .superApps
        case .developer: .miniApps
        case .platformAdministrator, .organizationAdministrator, .auditor: .nothing
        }
    }

    /// A kind of subject that a role can be limited to.
    package enum Narrowing: Sendable {
        case superApps, miniApps, nothing
    }
}
