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
    let templates: Templates
    /// The path of the page on which users see what mini apps may do; nil if the app has none.
    let permissions: String?

    private struct Body: Sendable {
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
        let facts: [Row]
        let rows: [Row]
        /// What the mini app gets without asking.
        let knows: [Permission]
        let permissions: [Permission]
        let permissionsAddress: String?
        let hasTags: Bool
        let tags: [Tag]
    }

    private struct Row: Sendable {
        let title: String
        let value: String
    }

    private struct Permission: Sendable {
        let name: String
        let reason: String?
    }

    private struct Tag: Sendable {
        let name: String
        let address: String
    }

    private var superApp: String { center.configuration.host.name }

    func page<F: Fragment>(
        _ context: PageContext<F>, of id: MiniAppID, miniApp: (MiniAppID) -> F
    ) async throws -> Page {
        guard let asking = context.user else { throw ShellError.signedOut }
        let user = User(asking)
        let listing: MiniAppListing
        let loaded: LoadedMiniApp
        do throws(CatalogError) {
            listing = try await center.listing(of: id, for: user)
            loaded = try await center.version(of: listing, for: user)
        } catch {
            throw ShellError.catalog(error)
        }
        let manifest = loaded.miniApp.manifest(in: [context.language])
        let memory = await preferences.preferences(of: user.id).hub
        let icon = listing.icon.flatMap { MediaType.isImage($0.path) ? $0 : nil }
        let body = Body(
            id: id.rawValue, name: manifest.name, description: manifest.summary,
            icon: icon.map { HubIcons.address(of: id, $0) }, monogram: manifest.name.prefix(1).uppercased(),
            open: "/miniapp/\(id)", favouriteAddress: HubActions.favourite, isFavourite: memory.isFavourite(id),
            address: context.current,
            publisher: loaded.statement.publisher.rawValue,
            facts: [
                Row(title: localized("Version"), value: manifest.version.name),
                Row(title: localized("Last update"), value: TextDate.text(loaded.statement.created, "yMMMMd")),
                Row(title: localized("Size"), value: Self.size(loaded.miniApp.list.totalBytes)),
            ],
            rows: [
                Row(title: localized("Publisher"), value: loaded.statement.publisher.rawValue),
                Row(
                    title: localized("Connects to"),
                    value: manifest.network.isEmpty
                        ? localized("Nothing but \(superApp)") : manifest.network.joined(separator: ", ")),
                Row(title: localized("Languages"), value: Self.languages(of: loaded.miniApp)),
            ],
            knows: [
                Permission(
                    name: localized("Knows you by an id of its own"),
                    reason: localized("No other mini app has this id. It also keeps what you enter in it."))
            ],
            permissions: loaded.miniApp.permissions.map { permission in
                Permission(name: PermissionWords.sentence(for: permission.name), reason: permission.reason)
            },
            permissionsAddress: permissions,
            hasTags: !(listing.tags ?? []).isEmpty,
            tags: (listing.tags ?? []).map { tag in
                Tag(
                    name: tag,
                    address: "/hub?tag=" + (tag.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
            }
        )
        var page = Page(manifest.name, templates.render("details", body))
        page.stylesheets = [PublicFiles.hubStyles]
        return page
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
