import AtollPackages
import Foundation

/// A repository whose CI may publish mini apps of an organization, without a stored key.
package struct TrustedPublisher: Hashable, Sendable {
    package let id: String
    package let organization: String
    /// Its name for people.
    package let name: String
    /// The `iss` of its tokens.
    package let issuer: String
    /// The required claims of a token; see ``matches(_:)``.
    package let claims: [String: String]
    /// The mini apps that it may publish; none for all of the organization.
    package let ids: [MiniAppID]
    /// The account that added it, or empty for the operator.
    package let maker: String
    package let created: Int

    /// How many an organization may have.
    package static let maximumCount = 100
    /// How many claims are compared at most.
    package static let maximumClaims = 10

    /// The claims that name a file at a branch or tag: `acme/kudos/.github/workflows/publish.yml@refs/tags/v2`.
    private static let withReference: Set<String> = ["workflow_ref", "job_workflow_ref", "ci_config_ref_uri"]

    /// Whether a token is from its repository: each claim is equal. One that names a file is compared without its
    /// branch or tag if none is asked for. Capital letters don't matter in the names of owners and repositories, where
    /// the number of the owner or of the repository is compared, too: GitHub and GitLab have no two that differ in them
    /// only, and tokens have the current spelling.
    package func matches(_ token: IdentityToken) -> Bool {
        guard token.issuer == issuer, !claims.isEmpty else { return false }
        let hasNumber = claims["repository_owner_id"] != nil || claims["project_id"] != nil
        return claims.allSatisfy { name, expected in
            guard var value = name == "sub" ? token.subject : token.claims[name] else { return false }
            if Self.withReference.contains(name), !expected.contains("@"),
                let reference = value.range(of: "@refs/", options: [.backwards, .literal])
            {
                value = String(value[..<reference.lowerBound])
            }
            // Byte by byte: equal texts may have different letters.
            guard hasNumber else { return value.utf8.elementsEqual(expected.utf8) }
            return Self.folded(value, in: name).elementsEqual(Self.folded(expected, in: name))
        }
    }

    /// The bytes of a claim, with the names of owner and repository in lower case.
    private static func folded(_ value: String, in claim: String) -> [UInt8] {
        let bytes = Array(value.utf8)
        func end(ofParts count: Int, _ separator: Character) -> Int {
            let ends = bytes.indices.filter { bytes[$0] == separator.asciiValue }
            return ends.count >= count ? ends[count - 1] : bytes.count
        }
        let range =
            switch claim {
            case "repository", "repository_owner", "project_path", "namespace_path": 0..<bytes.count
            // Such as acme/kudos/.github/workflows/publish.yml.
            case "workflow_ref", "job_workflow_ref": 0..<end(ofParts: 2, "/")
            // Such as gitlab.com/acme/kudos//.gitlab-ci.yml.
            case "ci_config_ref_uri": 0..<(value.range(of: "//").map { value[..<$0.lowerBound].utf8.count } ?? 0)
            // Such as repo:acme/kudos:environment:Production.
            case "sub" where ["repo:", "project_path:"].contains { value.utf8.starts(with: $0.utf8) }:
                0..<end(ofParts: 2, ":")
            default: 0..<0
            }
        return bytes.indices.map { index in
            range.contains(index) && (0x41...0x5a).contains(bytes[index]) ? bytes[index] | 0x20 : bytes[index]
        }
    }
}
