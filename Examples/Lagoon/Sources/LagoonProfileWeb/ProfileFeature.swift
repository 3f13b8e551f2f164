import AtollNavigation
import AtollPages
import Foundation
import LagoonProfile

/// The pages of a user: the account, the settings, and the permissions of mini apps.
public enum ProfileFeature {
    /// The feature, with its pages.
    ///
    /// - Parameters:
    ///   - schemes: The URL schemes that a browser can open with the site, such as `web+dla`.
    ///   - security: The host's pages for sessions, the password, what mini apps may do, and what they tell.
    /// - Throws: An error if the templates can't be read.
    public static func feature(
        schemes: [String], security: Pages<ProfileScreen>
    ) throws -> Feature<ProfileScreen> {
        let templates = try Templates(in: .module)
        return Feature(
            ProfileScreen.map, title: "Profile",
            icon: HTML(markup: #"<circle cx="12" cy="8" r="4"/><path d="M4 20c1-4 4-6 8-6s7 2 8 6"/>"#),
            pages: Pages { context in
                switch context.place {
                case .profile: profile(context, templates)
                case .account: account(context, templates)
                case .settings:
                    Page("Settings", templates.render("settings", ["schemes": schemes.joined(separator: " ")]))
                case .sessions, .password, .permissions, .notices: try await security.page(context)
                }
            },
            templates: templates
        )
    }

    private struct Profile: Sendable {
        let name: String
        let initial: String
        let account: String
        let settings: String
        let permissions: String
        let notices: String
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
                    settings: address(.settings), permissions: address(.permissions), notices: address(.notices)
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
