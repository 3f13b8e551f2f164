import AtollCatalog
import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages
import AtollRuntime
import Foundation

/// The hub: the search, shelves, and the grid of mini apps in one column or two.
struct HubPage: Sendable {
    let center: CenterAccess
    let preferences: PreferenceStore
    let templates: Templates

    private struct Body: Sendable {
        let layout: String
        let address: String
        let text: String
        let isOffline: Bool
        let isFiltered: Bool
        let isAskingForPlace: Bool
        let heading: String?
        let summary: String
        let isEmpty: Bool
        let nearAddress: String?
        let hasTags: Bool
        let tags: [Tag]
        let featured: Shelf?
        let favourites: Shelf?
        let recent: Shelf?
        let tiles: [Tile]
        let next: String?
        let moveAddress: String
        let favouriteAddress: String
    }

    private struct Tag: Sendable {
        let name: String
        let address: String
        let isChosen: Bool
    }

    private struct Shelf: Sendable {
        let tiles: [Tile]
        let canBeArranged: Bool
        /// The ids of the mini apps on the shelf, as a form sends them.
        let shown: String
    }

    private struct Tile: Sendable {
        let id: String
        let address: String
        let detailsAddress: String
        let name: String
        let description: String?
        let icon: String?
        let monogram: String
        let isNew: Bool
        let isFavourite: Bool
        let place: Int
        let count: Int
    }

    private struct Switch: Sendable {
        let address: String
        let toggled: String
        let togglesToTwo: Bool
    }

    func page<F: Fragment>(
        _ context: PageContext<F>, miniApp: (MiniAppID) -> F, details: (MiniAppID) -> F
    ) async throws -> Page {
        guard let asking = context.user else { throw ShellError.signedOut }
        let user = User(asking)
        let parameters = context.link.parameters
        let query = try Self.query(parameters)
        let cursor = parameters[HubLinks.next]
        let page: MiniAppListingPage
        let isCurrent: Bool
        do throws(CatalogError) {
            (page, isCurrent) = try await center.listings(query, after: cursor, for: user)
        } catch {
            throw ShellError.catalog(error)
        }
        let preferences = try await self.preferences.update(user.id) { preferences in
            preferences.hub.noteVisit(at: Date())
            return preferences
        }
        let isAsking = parameters[HubLinks.near] == "ask"
        let isWhole = query == .all && cursor == nil && !isAsking
        async let featured = isWhole && isCurrent ? center.featured(for: user) : []
        let others = isWhole ? await listings(Hub.shelved(preferences.hub, besides: page), for: user) : []
        let hub = Hub(
            showing: page, for: query, in: preferences.hubLayout, featured: await featured, others: others,
            memory: preferences.hub)

        func shelf(_ tiles: [Hub.Tile], canBeArranged: Bool = false) -> Shelf? {
            guard isWhole, !tiles.isEmpty else { return nil }
            return Shelf(
                tiles: tiles.enumerated().map { tile($1, context, miniApp, details, place: $0, of: tiles.count) },
                canBeArranged: canBeArranged && tiles.count > 1,
                shown: tiles.map(\.id.rawValue).joined(separator: ","))
        }
        let body = Body(
            layout: hub.layout.rawValue, address: context.current, text: parameters[HubLinks.text] ?? "",
            isOffline: !isCurrent, isFiltered: query != .all || isAsking, isAskingForPlace: isAsking,
            heading: Self.heading(query), summary: Self.summary(page, query), isEmpty: hub.isEmpty,
            nearAddress: Self.address(of: context, setting: HubLinks.near, to: "ask"),
            hasTags: !hub.tags.isEmpty || parameters[HubLinks.tag] != nil,
            tags: Self.tags(hub.tags, chosen: parameters[HubLinks.tag], context),
            featured: shelf(hub.featured), favourites: shelf(hub.favourites, canBeArranged: true),
            recent: shelf(hub.recent),
            tiles: hub.tiles.map { tile($0, context, miniApp, details, place: 0, of: 0) },
            next: page.next.map {
                Self.address(
                    of: context, setting: HubLinks.next, to: $0, keeping: [HubLinks.text, HubLinks.tag, HubLinks.near])
            },
            moveAddress: HubActions.move, favouriteAddress: HubActions.favourite
        )
        var shown = Page(
            "App Hub", templates.render("hub", body),
            actions: templates.render(
                "hub-layout",
                Switch(
                    address: context.current, toggled: hub.layout.toggled.rawValue,
                    togglesToTwo: hub.layout.toggled == .twoColumns
                )
            )
        )
        shown.scripts = ["hub.js"]
        return shown
    }

    /// The query that the URL's parameters describe.
    private static func query(_ parameters: LinkParameters) throws -> HubQuery {
        if let tag = parameters[HubLinks.tag], !tag.isEmpty { return .tag(tag) }
        if let near = parameters[HubLinks.near], near != "ask" {
            let numbers = near.split(separator: ",").map { Double($0) }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
                let point = GeoPoint(latitude: latitude, longitude: longitude)
            else { throw ShellError.badRequest("A location must be a latitude and a longitude, such as 39.57,2.65.") }
            return .near(point)
        }
        let text = parameters[HubLinks.text] ?? ""
        guard text.count <= HubQuery.maximumText else {
            throw ShellError.badRequest("A search text must not exceed \(HubQuery.maximumText) characters.")
        }
        return HubQuery(typed: text)
    }

    private static func heading(_ query: HubQuery) -> String? {
        switch query {
        case .all, .text: nil
        case .tag(let tag): tag.prefix(1).uppercased() + tag.dropFirst()
        case .near: "Near you"
        }
    }

    /// The number of results, for screen readers.
    private static func summary(_ page: MiniAppListingPage, _ query: HubQuery) -> String {
        let count = page.total
        let number = count >= MiniAppListingPage.maximumTotal ? "More than \(count - 1)" : "\(count)"
        return "\(number) mini app\(count == 1 ? "" : "s")" + (query == .all ? "" : " found")
    }

    private static func tags<F>(_ tags: [String], chosen: String?, _ context: PageContext<F>) -> [Tag] {
        let all = (chosen.map { tags.contains($0) ? [] : [$0] } ?? []) + tags
        return all.map { tag in
            Tag(name: tag, address: address(of: context, setting: HubLinks.tag, to: tag), isChosen: tag == chosen)
        }
    }

    /// The path and query of this page with one parameter, and those in `kept` unchanged.
    private static func address<F>(
        of context: PageContext<F>, setting parameter: LinkParameter<String>, to value: String,
        keeping kept: [LinkParameter<String>] = []
    ) -> String {
        var parameters = LinkParameters()
        for each in kept { parameters[each] = context.link.parameters[each] }
        parameters[parameter] = value
        return context.address(of: .present(context.place), parameters: parameters) ?? context.current
    }

    private func tile<F: Fragment>(
        _ tile: Hub.Tile, _ context: PageContext<F>, _ miniApp: (MiniAppID) -> F, _ details: (MiniAppID) -> F,
        place: Int, of count: Int
    ) -> Tile {
        let icon = tile.icon.flatMap { MediaType.isImage($0.path) ? $0 : nil }
        return Tile(
            id: tile.id.rawValue, address: context.address(presenting: miniApp(tile.id)) ?? "",
            detailsAddress: context.address(presenting: details(tile.id)) ?? "", name: tile.name,
            description: tile.description, icon: icon.map { HubIcons.address(of: tile.id, $0) },
            monogram: tile.monogram, isNew: tile.isNew, isFavourite: tile.isFavourite, place: place + 1, count: count
        )
    }

    /// Loads the listings of mini apps that are on shelves but not on the page, up to eight at a time. Those that can't
    /// be loaded are left out.
    private func listings(_ ids: [MiniAppID], for user: User) async -> [MiniAppListing] {
        await withTaskGroup(of: MiniAppListing?.self) { group in
            var waiting = ids.makeIterator()
            func startNext() {
                guard let id = waiting.next() else { return }
                group.addTask { try? await center.listing(of: id, for: user) }
            }
            for _ in 0..<8 { startNext() }
            var found: [MiniAppListing] = []
            while let listing = await group.next() {
                if let listing { found.append(listing) }
                startNext()
            }
            return found
        }
    }
}
