import AtollLinks
import AtollNavigation
import AtollPages
import Foundation

/// Who somebody is, what they have chosen, and what mini apps may do.
public enum ProfileFeature {
    /// - Parameters:
    ///   - schemes: The schemes that a browser can hand over to the site, `web+dla` among them.
    ///   - security: The host's pages for sessions and the password.
    public static func feature(
        schemes: [String], security: Pages<ProfileScreen> = Pages { _ in .nothing }
    ) throws -> Feature<ProfileScreen> {
        let templates = try Templates(in: .module)
        return Feature(
            name: "profile", title: "Profile",
            icon: HTML(markup: #"<circle cx="12" cy="8" r="4"/><path d="M4 20c1-4 4-6 8-6s7 2 8 6"/>"#),
            graph: NavigationGraph {
                pass(ProfileScreen.profile => [.account, .settings, .permissions]).dismissable()
                pass(ProfileScreen.account => [.sessions, .password]).dismissable()
            },
            links: LinkRouter<ProfileScreen> {
                Route(to: .profile) { path("profile") }
                Route(ProfileScreen.profile => .account) { path("account") }
                Route(ProfileScreen.profile => .account => .sessions) {
                    path("account")
                    path("sessions")
                }
                Route(ProfileScreen.profile => .account => .password) {
                    path("account")
                    path("password")
                }
                Route(ProfileScreen.profile => .settings) { path("settings") }
                Route(ProfileScreen.profile => .permissions) { path("permissions") }
            },
            pages: Pages { context in
                switch context.place {
                case .profile: profile(context, templates)
                case .account: account(context, templates)
                case .settings:
                    Page("Settings", templates.render("settings", ["schemes": schemes.joined(separator: " ")]))
                case .sessions, .password: try await security.page(context)
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
        let sessions: String?
        let password: String?
    }

    private static func account(_ context: PageContext<ProfileScreen>, _ templates: Templates) -> Page {
        let roles = (context.user?.roles ?? []).sorted()
        return Page(
            "Account",
            templates.render(
                "account-page",
                Account(
                    name: context.user?.name ?? "", roles: roles.joined(separator: ", "), hasRoles: !roles.isEmpty,
                    sessions: context.address(presenting: .sessions), password: context.address(presenting: .password)
                )
            )
        )
    }
}
