import AtollCatalog
import AtollNavigation
import AtollPackages
import AtollPages
import AtollRuntime
import AtollTexts
import Foundation

/// The details of a mini app before it is opened: its publisher, permissions and size. They come from the release that
/// this device accepts; the tags and the icon come from the Center's listing.
struct DetailsPage: Sendable {
    let center: CenterAccess
    let preferences: PreferenceStore
    let consents: ConsentStore
    let templates: Templates
    /// The path of the page on which users see what mini apps may do; nil if the app has none.
    let permissions: String?

    private struct Body: Encodable, Sendable {
        let id: String
        let name: String
        let description: String?
        let icon: String?
        let monogram: String
        let open: String
        let favouriteAddress: String
        let isFavourite: Bool
        let address: String
        let publisher: String
        /// Where users get help; nil where the manifest names nothing.
        let support: String?
        let facts: [Row]
        let rows: [Row]
        /// The permissions that the mini app has without asking.
        let knows: [Permission]
        let permissions: [Permission]
        let permissionsAddress: String?
        /// The changes of the version, in the publisher's words; nil if they wrote nothing.
        let news: String?
        let hasPictures: Bool
        let pictures: [Picture]
        let hasTags: Bool
        let tags: [Tag]
        let hasSimilar: Bool
        let similar: [Similar]
        /// Nil where there can be no feedback, as on a mini app that a developer is working on.
        let feedback: FeedbackSection?
    }

    private struct Row: Encodable, Sendable {
        let title: String
        let value: String
        /// The text that screen readers read in place of the value; nil for the value itself.
        var spoken: String?
    }

    private struct Permission: Encodable, Sendable {
        let name: String
        let reason: String?
        /// The user's decision; empty where none can be made.
        var state = ""
    }

    /// A picture of a page, in the user's appearance.
    private struct Picture: Encodable, Sendable {
        let light: String
        /// Nil if the appearance does not follow the device, or there is only one picture.
        let dark: String?
        let label: String
    }

    /// Another mini app of the same category.
    private struct Similar: Encodable, Sendable {
        let name: String
        let description: String?
        let icon: String?
        let monogram: String
        let address: String
    }

    private struct Tag: Encodable, Sendable {
        let name: String
        let address: String
    }

    private var superApp: String { center.configuration.host.name }

    func page<F: Fragment>(
        _ context: PageContext<F>, of id: MiniAppID, miniApp: (MiniAppID) -> F
    ) async throws -> Page {
        guard let asking = context.user else { throw ShellError.signedOut }
        let user = User(asking)
        async let said = center.feedback(on: id, for: user)
        let listing: MiniAppListing
        let loaded: LoadedMiniApp
        do throws(CatalogError) {
            listing = try await center.listing(of: id, for: user)
            loaded = try await center.version(of: listing, for: user)
        } catch {
            throw ShellError.catalog(error)
        }
        let shown = loaded.miniApp.localized(in: [TextLanguage.current])
        let manifest = shown.manifest
        let memory = await preferences.preferences(of: user.id).hub
        let decided = try await consents.states(of: loaded.miniApp, for: user.id, launch: nil)
        let once = await consents.allowedOnce(by: user.id).filter { $0.miniApp == id }.map(\.permission)
        let feedback = await said
        let code = loaded.miniApp.manifest.version.code
        let presentation = await center.presentation(of: id, code: code, for: user)
        let pictures = Self.pictures(of: presentation, id, named: manifest.name)
        let similar = await similar(to: listing, for: user)
        let icon = listing.icon.flatMap { MediaType.isImage($0.path) ? $0 : nil }
        // Includes origins of media and links that need no permission, because the URL of a request can carry as much
        // data as the request itself.
        let languages = Self.languages(of: loaded.miniApp)
        var others: [String] = []
        for origin in manifest.network + manifest.media + manifest.links where !others.contains(origin) {
            others.append(origin)
        }
        let body = Body(
            id: id.rawValue, name: manifest.name, description: manifest.summary,
            icon: icon.map { HubIcons.address(of: id, $0) }, monogram: manifest.name.prefix(1).uppercased(),
            open: "/miniapp/\(id)", favouriteAddress: HubActions.favourite, isFavourite: memory.isFavourite(id),
            address: context.current,
            publisher: presentation?.publisherName ?? loaded.statement.publisher.rawValue,
            support: loaded.miniApp.manifest.support,
            facts: [
                feedback?.rating.map {
                    Row(
                        title: localized("Rating"), value: FeedbackSection.text(of: $0),
                        spoken: FeedbackSection.spoken($0))
                },
                Row(title: localized("Version"), value: manifest.version.name),
                Row(title: localized("Last update"), value: TextDate.text(loaded.statement.created, "yMMMd")),
                Row(title: localized("Size"), value: Self.size(loaded.miniApp.list.totalBytes)),
            ].compactMap(\.self),
            rows: [
                Row(
                    title: localized("Publisher"),
                    value: presentation?.publisherName.map { "\($0) (\(loaded.statement.publisher))" }
                        ?? loaded.statement.publisher.rawValue),
                Row(
                    title: localized("Connects to"),
                    value: others.isEmpty ? localized("No outside servers") : others.joined(separator: ", ")),
                languages.isEmpty ? nil : Row(title: localized("Languages"), value: languages),
            ].compactMap(\.self),
            knows: [
                Permission(
                    name: localized("Gives you a private id"),
                    reason: localized("No other mini app sees it. What you enter is stored with it."))
            ],
            permissions: shown.permissions.map { permission in
                let state =
                    switch decided[permission.name] {
                    case .granted?: localized("Allowed")
                    case .denied?: localized("Not allowed")
                    default:
                        once.contains(permission.name)
                            ? localized("Allowed until it is closed") : localized("Asks first")
                    }
                return Permission(
                    name: PermissionWords.sentence(for: permission.name), reason: permission.reason, state: state)
            },
            permissionsAddress: permissions,
            news: presentation.flatMap { $0.notes.isEmpty ? nil : $0.notes },
            hasPictures: !pictures.isEmpty, pictures: pictures,
            hasTags: !(listing.tags ?? []).isEmpty,
            tags: (listing.tags ?? []).map { tag in
                Tag(
                    name: center.configuration.categoryName(tag),
                    address: "/hub?tag=" + (tag.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
            },
            hasSimilar: !similar.isEmpty, similar: similar,
            feedback: center.configuration.stage.isPreview
                ? nil : FeedbackSection(feedback, code: manifest.version.code)
        )
        var page = Page(manifest.name, templates.render("details", body))
        page.stylesheets = [PublicFiles.hubStyles]
        return page
    }

    /// The number of similar mini apps to show.
    private static let maximumSimilar = 4

    /// Other mini apps of the listing's first category.
    private func similar(to listing: MiniAppListing, for user: User) async -> [Similar] {
        guard let tag = listing.tags?.first,
            let page = try? await center.listings(.tag(tag), for: user, isCounted: false).page
        else { return [] }
        return page.items.lazy.filter { $0.id != listing.id }.prefix(Self.maximumSimilar).map { other in
            let icon = other.icon.flatMap { MediaType.isImage($0.path) ? $0 : nil }
            return Similar(
                name: other.name, description: other.summary, icon: icon.map { HubIcons.address(of: other.id, $0) },
                monogram: other.name.prefix(1).uppercased(), address: "/miniapp/\(other.id)")
        }
    }

    /// The maximum number of pictures.
    private static let maximumPictures = 6

    /// A picture of each page as a phone shows it.
    private static func pictures(
        of presentation: MiniAppPresentation?, _ id: MiniAppID, named name: String
    ) -> [Picture] {
        guard let presentation else { return [] }
        return presentation.pages.prefix(maximumPictures).enumerated().compactMap { index, page in
            func address(_ look: String) -> String? {
                presentation.picture(of: page, in: look).map { PictureRoute.address(of: id, $0.sha256) }
            }
            let (light, dark) = (address("phone-light"), address("phone-dark"))
            let label = localized("\(name), page \(index + 1)")
            return switch Appearance.current {
            case .device: light.map { Picture(light: $0, dark: dark, label: label) }
            case .light: light.map { Picture(light: $0, dark: nil, label: label) }
            case .dark: (dark ?? light).map { Picture(light: $0, dark: nil, label: label) }
            }
        }
    }

    /// The languages that a mini app has texts in, each by its name in the user's language.
    private static func languages(of miniApp: InstalledMiniApp) -> String {
        let locale = TextLanguage.locale(of: TextLanguage.current)
        let own = miniApp.manifest.language.map { [$0] } ?? []
        let tags = Languages.ofTexts(in: miniApp)
        return (own.filter { !tags.contains($0) } + tags)
            .map { locale.localizedString(forIdentifier: $0) ?? $0 }
            .joined(separator: TextLanguage.isRightToLeft ? "، " : ", ")
    }

    private static func size(_ bytes: Int) -> String {
        let locale = TextLanguage.locale(of: TextLanguage.current)
        guard bytes >= 1_000_000 else {
            return localized("\(max(1, bytes / 1_000).formatted(.number.locale(locale))) kB")
        }
        let megabytes = Double(bytes / 100_000) / 10
        let text = megabytes.formatted(.number.precision(.fractionLength(1)).locale(locale))
        return localized("\(text) MB")
    }
}
