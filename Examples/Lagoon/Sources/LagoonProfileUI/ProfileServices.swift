import AtollCatalog
import AtollPackages
import AtollRuntime
import SwiftUI

/// What a profile shows, and what can be changed in it.
@MainActor
public struct ProfileServices {
    public let name: String
    public let roles: [String]
    public let permissions: Binding<PermissionLedger>
    /// nil where no mini apps are kept.
    public let cache: MiniAppCache?
    public let miniAppName: @MainActor (MiniAppID) -> String
    public let signOut: @MainActor () -> Void

    public init(
        name: String, roles: [String], permissions: Binding<PermissionLedger>, cache: MiniAppCache?,
        miniAppName: @escaping @MainActor (MiniAppID) -> String, signOut: @escaping @MainActor () -> Void
    ) {
        self.name = name
        self.roles = roles
        self.permissions = permissions
        self.cache = cache
        self.miniAppName = miniAppName
        self.signOut = signOut
    }
}
