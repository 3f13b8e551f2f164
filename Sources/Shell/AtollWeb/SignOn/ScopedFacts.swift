import AtollPackages
import Foundation
import JWTKit

/// Further facts about a user for a back end, by the scopes of a token.
struct ScopedFacts: Sendable {
    var name: String?
    var email: String?
    var roles: [String]?

    init(of user: User, scopes: [String]) {
        if scopes.contains("profile") { name = user.name }
        if scopes.contains("email") { email = user.email }
        let prefixes = scopes.filter { $0.hasPrefix("roles:") }.map { $0.dropFirst("roles:".count) }
        if !prefixes.isEmpty {
            roles = user.roles.filter { role in prefixes.contains { role.hasPrefix($0) } }.sorted()
        }
    }
}
