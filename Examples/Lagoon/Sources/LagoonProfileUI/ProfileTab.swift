import AtollNavigation
import AtollUI
import LagoonProfile
import SwiftUI

/// The user's account, the permissions of mini apps, and the storage that mini apps use.
public struct ProfileTab: View {
    private let services: ProfileServices
    private let navigator: Navigator<ProfileScreen>

    /// - Parameters:
    ///   - services: The data that the profile shows, and the services with which users change it.
    ///   - navigator: The navigator of the feature.
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
            case .sessions, .password, .data:
                // The app itself has one session, which ends when the user signs out.
                Text(localized("This page is on Lagoon's web site.")).navigationTitle(localized("Account"))
            case .notices:
                // The system's notification centre shows the notifications of mini apps.
                Text(localized("Notices are in the notification centre.")).navigationTitle(localized("Notices"))
            case .permissions: PermissionsView(services.permissions, name: services.miniAppName)
            }
        }
    }

    private var profile: some View {
        List {
            Section {
                FragmentLink(.account, in: navigator) { Label(localized("Account"), systemImage: "person") }
                FragmentLink(.permissions, in: navigator) {
                    Label(localized("Permissions"), systemImage: "hand.raised")
                }
                FragmentLink(.settings, in: navigator) { Label(localized("Storage"), systemImage: "internaldrive") }
            } header: {
                Text(verbatim: services.name)
            }
            Button(localized("Sign out"), role: .destructive, action: services.signOut)
        }
        .navigationTitle(localized("Profile"))
    }

    private var account: some View {
        List {
            LabeledContent(localized("Name"), value: services.name)
            LabeledContent(
                localized("Roles"),
                value: services.roles.isEmpty ? localized("None") : services.roles.joined(separator: ", "))
        }
        .navigationTitle(localized("Account"))
    }
}
