import AtollCatalog
import AtollNavigation
import AtollPackages
import AtollRuntime
import AtollUI
import LagoonProfile
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

/// Who somebody is, what mini apps may do, and what is kept.
public struct ProfileScreens: View {
    private let services: ProfileServices
    private let navigator: Navigator<ProfileScreen>

    public init(_ services: ProfileServices, in navigator: Navigator<ProfileScreen>) {
        self.services = services
        self.navigator = navigator
    }

    public var body: some View {
        FragmentStack(.profile, in: navigator) { place in
            switch place.fragment {
            case .profile: profile
            case .account: account
            case .settings:
                if let cache = services.cache { CacheView(cache, name: services.miniAppName) }
            case .permissions: PermissionsView(services.permissions, name: services.miniAppName)
            }
        }
    }

    private var profile: some View {
        List {
            Section {
                FragmentLink(.account, in: navigator) { Label("Account", systemImage: "person") }
                FragmentLink(.permissions, in: navigator) { Label("Permissions", systemImage: "hand.raised") }
                FragmentLink(.settings, in: navigator) { Label("Storage", systemImage: "internaldrive") }
            } header: {
                Text(verbatim: services.name)
            }
            Button("Sign out", role: .destructive, action: services.signOut)
        }
        .navigationTitle("Profile")
    }

    private var account: some View {
        List {
            LabeledContent("Name", value: services.name)
            LabeledContent("Roles", value: services.roles.isEmpty ? "None" : services.roles.joined(separator: ", "))
        }
        .navigationTitle("Account")
    }
}
