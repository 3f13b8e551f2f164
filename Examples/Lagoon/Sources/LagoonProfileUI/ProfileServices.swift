import AtollCatalog
import AtollPackages
import AtollRuntime
import SwiftUI

/// The data that the profile shows, and the services with which users change it.
@MainActor
public struct ProfileServices {
    /// The name of the user.
    public let name: String
    /// The roles of the user, in the order in which they are shown.
    public let roles: [String]
    /// The permissions that the user has given to mini apps.
    public let permissions: Binding<PermissionLedger>
    /// The cache of mini apps; nil if this device stores none.
    public let cache: MiniAppCache?
    /// The name of a mini app.
    public let miniAppName: @MainActor (MiniAppID) -> String
    /// Signs the user out.
    public let signOut: @MainActor () -> Void

    /// Services with these values.
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
