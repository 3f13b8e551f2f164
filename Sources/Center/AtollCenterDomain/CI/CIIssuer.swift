/// A CI system whose tokens say for which repository and workflow a job runs.
public struct CIIssuer: Hashable, Sendable {
    /// The CI system, which determines the names of claims, and those that must be compared.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case github, gitlab, other

        /// The claims that prevent publishing by another owner of the same name: the name of a repository may be given
        /// up and registered again by another party; the number of its owner, or its own, may not.
        var requiredClaims: Set<String> {
            switch self {
            case .github: ["repository", "repository_owner_id", "workflow_ref"]
            case .gitlab: ["project_path", "project_id"]
            case .other: ["sub"]
            }
        }

        /// The claims of a token that the audit log stores: enough to find the run.
        package var auditedClaims: [String] {
            switch self {
            case .github: ["repository", "workflow_ref", "sha", "run_id"]
            case .gitlab: ["project_path", "ref", "sha", "pipeline_id"]
            case .other: ["sub"]
            }
        }
    }

    /// Its `iss`.
    public let address: String
    /// The CI system.
    public let kind: Kind

    /// One whose address has been checked, or was written by hand.
    package init(known address: String, _ kind: Kind) {
        self.address = address
        self.kind = kind
    }

    /// Those that everybody can use.
    public static let known = [
        CIIssuer(known: "https://token.actions.githubusercontent.com", .github),
        CIIssuer(known: "https://gitlab.com", .gitlab),
    ]
}
