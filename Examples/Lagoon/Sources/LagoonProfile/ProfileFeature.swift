import AtollLinks
import AtollNavigation
import AtollPages
import Foundation

/// Who somebody is, what they have chosen, and what mini apps may do.
public enum ProfileFeature {
    /// - Parameter schemes: The schemes that a browser can hand over to the site, `web+dla` among them.
    public static func feature(schemes: [String]) throws -> Feature<ProfileScreen> {
        let templates = try Templates(in: .module)
        return Feature(
            name: "profile", title: "Profile",
            icon: HTML(markup: #"<circle cx="12" cy="8" r="4"/><path d="M4 20c1-4 4-6 8-6s7 2 8 6"/>"#),
            graph: try NavigationGraph {
                pass(ProfileScreen.profile => [.account, .settings, .permissions]).dismissable()
            },
            links: try LinkRouter<ProfileScreen> {
                Route(to: .profile) { path("profile") }
                Route(ProfileScreen.profile => .account) { path("account") }
                Route(ProfileScreen.profile => .settings) { path("settings") }
                Route(ProfileScreen.profile => .permissions) { path("permissions") }
            },
            pages: Pages { context in
                switch context.place.fragment {
                case .profile: profile(context, templates)
                case .account: account(context, templates)
                case .settings:
                    Page("Settings", templates.render("settings", ["schemes": schemes.joined(separator: " ")]))
                case .permissions: Page("Permissions", templates.render("permissions", [String: String]()))
                }
            },
            stylesheet: templates.text("profile.css")
        )
    }

    private struct Profile: Sendable {
        let name: String
        let initial: String
        let account: String
        let settings: String
        let permissions: String
    }

    private static func profile(_ context: PageContext<ProfileScreen>, _ templates: Templates) -> Page {
        let name = context.user?.name ?? ""
        func address(_ screen: ProfileScreen) -> String { context.address(presenting: screen) ?? "" }
        return Page(
            "Profile",
            templates.render(
                "profile",
                Profile(
                    name: name, initial: String(name.prefix(1)), account: address(.account),
                    settings: address(.settings), permissions: address(.permissions)
                )
            )
        )
    }

    private struct Account: Sendable {
        let name: String
        let roles: String
        let hasRoles: Bool
    }

    private static func account(_ context: PageContext<ProfileScreen>, _ templates: Templates) -> Page {
        let roles = (context.user?.roles ?? []).sorted()
        return Page(
            "Account",
            templates.render(
                "account-page",
                Account(
                    name: context.user?.name ?? "", roles: roles.joined(separator: ", "), hasRoles: !roles.isEmpty
                )
            )
        )
    }
}
