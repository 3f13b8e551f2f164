import AtollCatalog
import AtollNavigation
import AtollPackages
import AtollPages
import AtollRuntime
import Foundation

/// The details of a mini app before it is opened: its publisher, permissions and size. They come from the release that
/// this device accepts; the tags and the icon come from the Center's listing.
struct DetailsPage: Sendable {
    let center: CenterAccess
    let preferences: PreferenceStore
    let templates: Templates

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
        let rows: [Row]
        let hasPermissions: Bool
        let permissions: [Permission]
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
        let manifest = loaded.miniApp.manifest
        let memory = await preferences.preferences(of: user.id).hub
        let icon = listing.icon.flatMap { MediaType.isImage($0.path) ? $0 : nil }
        let body = Body(
            id: id.rawValue, name: manifest.name, description: manifest.summary,
            icon: icon.map { HubIcons.address(of: id, $0) }, monogram: manifest.name.prefix(1).uppercased(),
            open: "/miniapp/\(id)", favouriteAddress: HubActions.favourite, isFavourite: memory.isFavourite(id),
            address: context.current,
            rows: [
                Row(title: "Publisher", value: loaded.statement.publisher.rawValue),
                Row(title: "Version", value: manifest.version.name),
                Row(title: "Last update", value: Self.date(loaded.statement.created)),
                Row(title: "Size", value: Self.size(loaded.miniApp.list.totalBytes)),
                Row(title: "Pages", value: "\(manifest.pages.count)"),
                Row(
                    title: "Connects to",
                    value: manifest.network.isEmpty
                        ? "Nothing but \(superApp)" : manifest.network.joined(separator: ", ")),
            ],
            hasPermissions: !manifest.permissions.isEmpty,
            permissions: manifest.permissions.map { permission in
                Permission(name: PermissionWords.sentence(for: permission.name), reason: permission.reason)
            },
            tags: (listing.tags ?? []).map { Tag(name: $0) }
        )
        return Page(manifest.name, templates.render("details", body))
    }

    private static func date(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_GB")
        formatter.dateFormat = "d MMMM yyyy"
        return formatter.string(from: date)
    }

    private static func size(_ bytes: Int) -> String {
        bytes < 1_000_000 ? "\(max(1, bytes / 1_000)) kB" : "\(Double(bytes / 100_000) / 10) MB"
    }
}
