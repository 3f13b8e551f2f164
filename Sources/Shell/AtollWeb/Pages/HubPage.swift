import AtollCatalog
import AtollHub
import AtollLinks
import AtollNavigation
import AtollPackages
import AtollPages
import AtollRuntime
import Foundation

/// The hub: the search, the shelves, and the mini apps, either as a dense list in as many columns as fit, or as tiles
/// in one or two columns.
struct HubPage: Sendable {
    let center: CenterAccess
    let preferences: PreferenceStore
    let templates: Templates

    private struct Body: Encodable, Sendable {
        let layout: String
        let layouts: [Choice]
        let address: String
        let text: String
        let isOffline: Bool
        let isFiltered: Bool
        let isNear: Bool
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

    private struct Tag: Encodable, Sendable {
        let name: String
        let address: String
        let isChosen: Bool
    }

    private struct Shelf: Encodable, Sendable {
        let tiles: [Tile]
        let canBeArranged: Bool
        /// The ids of the mini apps on the shelf, as a form sends them.
        let shown: String
    }

    private struct Tile: Encodable, Sendable {
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

    /// A layout that the user can choose.
    private struct Choice: Encodable, Sendable {
        let layout: String
        let title: String
        let icon: String
        /// Whether it is the current layout.
        let state: String
        let back: String
    }

    /// With this many mini apps or fewer, all of them are in sight, including those on a shelf.
    private static let few = 8

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
        let isAsking = Self.asking.contains(parameters[HubLinks.near] ?? "")
        let isWhole = query == .all && cursor == nil && !isAsking
        async let featured = isWhole && isCurrent ? center.featured(for: user) : []
        let others = isWhole ? await listings(Hub.shelved(preferences.hub, besides: page), for: user) : []
        let hub = Hub(
            showing: page, for: query, in: preferences.hubLayout ?? .oneColumn, featured: await featured,
            others: others,
            memory: preferences.hub)

        // A shelf shows only mini apps that are not already in sight, except the favourites, which the user can arrange
        // there.
        let isShort = hub.tiles.count <= Self.few && page.next == nil
        let inSight = Set(isShort ? hub.tiles.map(\.id) : [])
        func shelf(_ tiles: [Hub.Tile], canBeArranged: Bool = false) -> Shelf? {
            guard isWhole, canBeArranged ? !tiles.isEmpty : !tiles.allSatisfy({ inSight.contains($0.id) }) else {
                return nil
            }
            return Shelf(
                tiles: tiles.enumerated().map { tile($1, context, miniApp, details, place: $0, of: tiles.count) },
                canBeArranged: canBeArranged && tiles.count > 1,
                shown: tiles.map(\.id.rawValue).joined(separator: ","))
        }
        let layout = preferences.hubLayout?.rawValue ?? Preferences.list
        let body = Body(
            layout: layout, layouts: Self.layouts(chosen: layout, back: Self.isNear(query) ? "/hub" : context.current),
            address: context.current, text: parameters[HubLinks.text] ?? "",
            isOffline: !isCurrent, isFiltered: query != .all || isAsking, isNear: Self.isNear(query),
            isAskingForPlace: isAsking,
            heading: isAsking ? nil : heading(query), summary: Self.summary(page, query), isEmpty: hub.isEmpty,
            nearAddress: Self.address(of: context, setting: HubLinks.near, to: "ask"),
            hasTags: !hub.tags.isEmpty || parameters[HubLinks.tag] != nil,
            tags: tags(hub.tags, chosen: parameters[HubLinks.tag], context),
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
            localized("App Hub"), templates.render("hub", body)
        )
        shown.scripts = ["hub.js"]
        shown.stylesheets = [PublicFiles.hubStyles]
        return shown
    }

    /// The query that the URL's parameters describe.
    private static func query(_ parameters: LinkParameters) throws -> HubQuery {
        if let tag = parameters[HubLinks.tag], !tag.isEmpty { return .tag(tag) }
        if let near = parameters[HubLinks.near], !asking.contains(near) {
            let numbers = near.split(separator: ",").map { Double($0) }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
                let point = GeoPoint(latitude: latitude, longitude: longitude)
            else {
                throw ShellError.badRequest(
                    localized("A location must be a latitude and a longitude, such as 39.57,2.65."))
            }
            return .near(point)
        }
        let text = parameters[HubLinks.text] ?? ""
        guard text.count <= HubQuery.maximumText else {
            throw ShellError.badRequest(localized("A search text must not exceed \(HubQuery.maximumText) characters."))
        }
        return HubQuery(typed: text)
    }

    /// All layouts, each with its icon.
    private static func layouts(chosen: String, back: String) -> [Choice] {
        func choice(_ layout: String, _ title: String, _ icon: String) -> Choice {
            Choice(layout: layout, title: title, icon: icon, state: "\(layout == chosen)", back: back)
        }
        return [
            choice(
                Preferences.list, localized("Show a list"), #"<path d="M4 6h3M4 12h3M4 18h3M11 6h9M11 12h9M11 18h9"/>"#),
            choice(
                HubLayout.oneColumn.rawValue, localized("Show one column"),
                #"<rect x="3" y="3" width="18" height="8" rx="2"/><rect x="3" y="13" width="18" height="8" rx="2"/>"#),
            choice(
                HubLayout.twoColumns.rawValue, localized("Show two columns"),
                """
                <rect x="3" y="3" width="8" height="8" rx="2"/><rect x="13" y="3" width="8" height="8" rx="2"/>\
                <rect x="3" y="13" width="8" height="8" rx="2"/><rect x="13" y="13" width="8" height="8" rx="2"/>
                """),
        ]
    }

    /// The values of `near` while the location is unknown: before the user is asked, and when a page is opened again
    /// whose script had asked.
    private static let asking: Set<String> = ["ask", "here"]

    private static func isNear(_ query: HubQuery) -> Bool {
        if case .near = query { true } else { false }
    }

    private func heading(_ query: HubQuery) -> String {
        switch query {
        case .all: return localized("All mini apps")
        case .text: return localized("Results")
        case .tag(let tag):
            let name = center.configuration.categoryName(tag)
            return name.prefix(1).uppercased() + name.dropFirst()
        case .near: return localized("Near you")
        }
    }

    /// The number of results, for screen readers.
    private static func summary(_ page: MiniAppListingPage, _ query: HubQuery) -> String {
        let count = page.total
        if count >= MiniAppListingPage.maximumTotal { return localized("More than \(count - 1) mini apps") }
        return query == .all ? localized("\(count) mini apps") : localized("\(count) mini apps found")
    }

    private func tags<F>(_ tags: [String], chosen: String?, _ context: PageContext<F>) -> [Tag] {
        let all = (chosen.map { tags.contains($0) ? [] : [$0] } ?? []) + tags
        return all.map { tag in
            Tag(
                name: center.configuration.categoryName(tag),
                address: Self.address(of: context, setting: HubLinks.tag, to: tag), isChosen: tag == chosen)
        }
    }

    /// The path and query of this page with one changed parameter, and the parameters in `kept` unchanged.
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
