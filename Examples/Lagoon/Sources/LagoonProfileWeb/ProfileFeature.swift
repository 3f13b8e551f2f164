import AtollLinks
import AtollNavigation
import AtollPages
import AtollTexts
import Foundation
import LagoonProfile

/// The pages of a user: the account, the settings, and the permissions of mini apps.
public enum ProfileFeature {
    /// The feature, with its pages.
    ///
    /// - Parameters:
    ///   - schemes: The URL schemes that a browser can open with the site, such as `web+dla`.
    ///   - languages: How users choose the language of the pages; nil if the host has only one.
    ///   - appearance: How users choose the look of the pages; nil if it is the device's.
    ///   - photo: How users choose a photo of themselves; nil if they can't.
    ///   - switches: The switches in the settings.
    ///   - security: The host's pages for sessions, the password, mini apps' permissions, and their notifications.
    /// - Throws: An error if the templates can't be read.
    public static func feature(
        schemes: [String], languages: LanguageSettings? = nil, appearance: AppearanceSettings? = nil,
        photo: PhotoSettings? = nil, switches: [SettingsSwitch] = [], security: Pages<ProfileScreen>
    ) throws -> Feature<ProfileScreen> {
        let templates = try Templates(in: .module, texts: .profile)
        return Feature(
            ProfileScreen.map, title: "Profile",
            icon: HTML(markup: #"<circle cx="12" cy="8" r="4"/><path d="M4 20c1-4 4-6 8-6s7 2 8 6"/>"#),
            pages: Pages { context in
                switch context.place {
                case .profile: await profile(context, photo, templates)
                case .account: account(context, templates)
                case .settings:
                    try await settings(context, schemes, languages, appearance, switches, templates)
                case .sessions, .password, .data, .permissions, .notices: try await security.page(context)
                }
            },
            templates: templates,
            searches: [
                .screens(title: { localized("Settings") }) {
                    [
                        (localized("Change your password"), .password),
                        (localized("Where you are signed in"), .sessions),
                        (localized("Permissions"), .permissions), (localized("Notices"), .notices),
                        (localized("Language"), .settings), (localized("Appearance"), .settings),
                        (localized("Account"), .account),
                        (localized("Your data"), .data),
                    ]
                }
            ]
        )
    }

    private struct Profile: Encodable, Sendable {
        let name: String
        let initial: String
        let account: String
        let settings: String
        let permissions: String
        let notices: String
        let problem: String?
        let photo: String?
        let choosing: Choosing?
    }

    private struct Choosing: Encodable, Sendable {
        let address: String
        let removal: String
        let back: String
        let hasPhoto: Bool
    }

    private static func profile(
        _ context: PageContext<ProfileScreen>, _ photo: PhotoSettings?, _ templates: Templates
    ) async -> Page {
        let name = context.user?.name ?? ""
        func address(_ screen: ProfileScreen) -> String { context.address(presenting: screen) ?? "" }
        var current: String?
        if let user = context.user { current = await photo?.current(user) }
        var page = Page(
            localized("Profile"),
            templates.render(
                "profile",
                Profile(
                    name: name, initial: String(name.prefix(1)), account: address(.account),
                    settings: address(.settings), permissions: address(.permissions), notices: address(.notices),
                    problem: context.form?.problem, photo: current,
                    choosing: photo.map {
                        .init(
                            address: DeepLink(
                                components: [String($0.address.dropFirst())],
                                items: [.init("return", context.current)]
                            ).path,
                            removal: $0.removal, back: context.current, hasPhoto: current != nil)
                    }
                )
            )
        )
        if photo != nil { page.scripts = ["photo.js"] }
        return page
    }

    private struct Settings: Encodable, Sendable {
        let schemes: String
        let back: String
        let language: Languages?
        let look: Look?
        let hasSwitches: Bool
        let switches: [Switch]
    }

    private struct Look: Encodable, Sendable {
        struct Choice: Encodable, Sendable {
            let value: String
            let name: String
            let isChosen: Bool
        }
        let address: String
        let back: String
        let choices: [Choice]
    }

    private struct Languages: Encodable, Sendable {
        let address: String
        let back: String
        let choices: [Language]
    }

    private struct Language: Encodable, Sendable {
        let tag: String
        let name: String
        let isChosen: Bool
    }

    private struct Switch: Encodable, Sendable {
        let title: String
        let detail: String
        let address: String
        let back: String
        let isOn: Bool
        /// The value that a tap sets.
        let next: String
        let state: String
    }

    private static func settings(
        _ context: PageContext<ProfileScreen>, _ schemes: [String], _ languages: LanguageSettings?,
        _ appearance: AppearanceSettings?, _ switches: [SettingsSwitch], _ templates: Templates
    ) async throws -> Page {
        var shown: [Switch] = []
        for each in switches {
            guard let user = context.user else { continue }
            let isOn = try await each.isOn(user)
            shown.append(
                Switch(
                    title: each.title(), detail: each.detail(), address: each.address, back: context.current,
                    isOn: isOn, next: isOn ? "no" : "yes", state: isOn ? "true" : "false"))
        }
        return Page(
            localized("Settings"),
            templates.render(
                "settings",
                Settings(
                    schemes: schemes.joined(separator: " "), back: context.current,
                    language: languages.map { languages in
                        Languages(
                            address: languages.address, back: context.current,
                            choices: languages.choices.map {
                                Language(tag: $0.tag, name: $0.name, isChosen: $0.tag == TextLanguage.current)
                            })
                    },
                    look: appearance.map { appearance in
                        Look(
                            address: appearance.address, back: context.current,
                            choices: Appearance.allCases.map {
                                .init(value: $0.rawValue, name: name(of: $0), isChosen: $0 == .current)
                            })
                    },
                    hasSwitches: !shown.isEmpty, switches: shown)))
    }

    private static func name(of appearance: Appearance) -> String {
        switch appearance {
        case .device: localized("As the device")
        case .light: localized("Light")
        case .dark: localized("Dark")
        }
    }

    private struct Account: Encodable, Sendable {
        let name: String
        let roles: String
        let hasRoles: Bool
        let sessions: String?
        let password: String?
        let data: String?
    }

    private static func account(_ context: PageContext<ProfileScreen>, _ templates: Templates) -> Page {
        let roles = (context.user?.roles ?? []).sorted()
        return Page(
            localized("Account"),
            templates.render(
                "account-page",
                Account(
                    name: context.user?.name ?? "", roles: roles.joined(separator: ", "), hasRoles: !roles.isEmpty,
                    sessions: context.address(presenting: .sessions), password: context.address(presenting: .password),
                    data: context.address(presenting: .data)
                )
            )
        )
    }
}
