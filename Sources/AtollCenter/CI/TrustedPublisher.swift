import AtollPackages
import Foundation

/// A repository whose CI may publish mini apps of an organization, without a key that somebody has to keep.
struct TrustedPublisher: Hashable, Sendable {
    let id: String
    let organization: String
    /// What people call it.
    let name: String
    /// The `iss` of its tokens.
    let issuer: String
    /// What the claims of a token must be; see ``matches(_:)``.
    let claims: [String: String]
    /// The mini apps that it may publish; none for all of the organization.
    let ids: [MiniAppID]
    /// The account that added it, or empty for the operator.
    let maker: String
    let created: Int

    /// How many an organization may have.
    static let maximumCount = 100
    /// How many claims are compared at most.
    static let maximumClaims = 10

    /// The claims that name a file at a branch or tag: `acme/kudos/.github/workflows/publish.yml@refs/tags/v2`.
    private static let withReference: Set<String> = ["workflow_ref", "job_workflow_ref", "ci_config_ref_uri"]

    /// Whether a token is from its repository: each claim is equal. One that names a file is compared without its branch or
    /// tag if none is asked for.
    func matches(_ token: IdentityToken) -> Bool {
        guard token.issuer == issuer, !claims.isEmpty else { return false }
        return claims.allSatisfy { name, expected in
            guard let value = name == "sub" ? token.subject : token.claims[name] else { return false }
            // Byte by byte: equal texts may have different letters.
            if value.utf8.elementsEqual(expected.utf8) { return true }
            guard Self.withReference.contains(name), !expected.contains("@"),
                let reference = value.range(of: "@refs/", options: [.backwards, .literal])
            else { return false }
            return value[..<reference.lowerBound].utf8.elementsEqual(expected.utf8)
        }
    }
}
