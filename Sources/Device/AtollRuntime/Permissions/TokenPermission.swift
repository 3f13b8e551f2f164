import AtollPackages

/// The permission to get tokens for one back end: users decide on it per audience, and again when a version asks for
/// other scopes.
///
/// A ledger knows it as `user.token`, the audience and the scopes, with spaces in between. Mini apps name all of theirs
/// together, as `user.token`.
public enum TokenPermission {
    /// The name of all of them together, as manifests, mini apps and operators know it.
    public static let group = "user.token"

    /// The scope of a permission if all mini apps of the publisher know the user by the same name.
    static let ofPublisher = "sector:publisher"

    /// The name of the permission for what a manifest asks for.
    public static func name(for token: Manifest.Token) -> String {
        let sector = token.sector == .publisher ? [ofPublisher] : []
        return ([group, token.audience] + sector + token.scopes.sorted()).joined(separator: " ")
    }

    /// The audience and the scopes of a permission, or nil for any other permission.
    static func parts(of name: String) -> (audience: String, scopes: [String])? {
        let parts = name.split(separator: " ").map(String.init)
        guard parts.count >= 2, parts[0] == group else { return nil }
        return (parts[1], Array(parts.dropFirst(2)))
    }

    /// The name under which mini apps, operators and counts know a permission.
    public static func publicName(of name: String) -> String { parts(of: name) == nil ? name : group }
}

extension InstalledMiniApp {
    /// The permissions that users are asked for: those of the manifest that the operator does not deny, and one for the
    /// tokens of each back end.
    public var askablePermissions: [Manifest.Permission] {
        let tokens = permissionsDenied.contains(TokenPermission.group) ? [] : manifest.tokens
        return permissions.filter { $0.name != TokenPermission.group } + tokens.map(\.permission)
    }

    /// The names of all permissions that the manifest asks for: other entries of a ledger are out of date.
    public var declaredPermissionNames: Set<String> {
        Set(manifest.permissions.map(\.name) + manifest.tokens.map { TokenPermission.name(for: $0) })
    }
}

extension Manifest.Token {
    fileprivate var permission: Manifest.Permission {
        .init(name: TokenPermission.name(for: self), reason: reason, isOptional: true)
    }
}

extension [Manifest.Permission] {
    /// Those that are meant by names as mini apps know them.
    public func meant(by names: [String]) -> [Manifest.Permission] {
        filter { names.contains($0.name) || names.contains(TokenPermission.publicName(of: $0.name)) }
    }
}
