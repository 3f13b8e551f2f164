import AtollNavigation
import AtollUI
import LagoonProfile
import SwiftUI

/// Who somebody is, what mini apps may do, and what is kept.
public struct ProfileScreens: View {
    private let services: ProfileServices
    private let navigator: Navigator<ProfileScreen>

    public init(_ services: ProfileServices, in navigator: Navigator<ProfileScreen>) {
        self.services = services
        self.navigator = navigator
    }

    public var body: some View {
        FragmentStack(.profile, in: navigator) { screen in
            switch screen {
            case .profile: profile
            case .account: account
            case .settings:
                if let cache = services.cache { CacheView(cache, name: services.miniAppName) }
            case .sessions, .password:
                // What an app has of this is its own session, which signing out ends.
                Text("This page is on Lagoon's web site.").navigationTitle("Account")
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
