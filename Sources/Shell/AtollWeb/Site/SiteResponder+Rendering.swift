import AtollLinks
import AtollNavigation
import AtollPages
import AtollTexts
import Hummingbird

extension SiteResponder {
    /// The values of the template of a page.
    private struct Screen: Encodable, Sendable {
        let frame: PageFrame
        let style: String
        let stylesheets: [String]
        let scripts: [String]
        let hasTabs: Bool
        let isCovered: Bool
        let isMiniApp: Bool
        let isSplit: Bool
        let columns: [Column]
        let tabs: [Tab]
        let overlays: [Overlay]
        /// The topics that keep parts of the page up to date, separated by commas; nil if it has none.
        let topics: String?
        /// The path of the script that listens to the topics.
        let worker: String
        /// The languages to choose from while no user is signed in; nil after that, because users have settings.
        let languages: Languages?
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

    private struct Column: Encodable, Sendable {
        let kind: String
        let isBeside: Bool
        let title: String
        let hasBar: Bool
        let isSlim: Bool
        let back: String?
        let hasAccount: Bool
        let actions: String?
        let body: String
    }

    private struct Overlay: Encodable, Sendable {
        let number: Int
        let kind: String
        let title: String
        let close: String?
        let isCovered: Bool
        let body: String
    }

    private struct Tab: Encodable, Sendable {
        let title: String
        let icon: String
        let address: String
        let isCurrent: Bool
    }

    /// Renders the pages of all presented places as one page.
    func show(_ place: KnownPlace<F>, _ request: SiteRequest) async throws -> Response {
        let (here, state, destination) = (place, place.state, place.destination)
        var pages: [(page: Page, dismissal: String?)] = []
        let presented = state.presentedPlaces
        let current = address(of: [], from: here) { try? app.map.links.link(for: destination).path } ?? "/"
        for place in presented {
            let dismissal = address(of: [.dismiss(place)], from: here)
            let context = PageContext(
                place: place, presented: presented, user: request.pageUser, facts: state.facts,
                link: LinkDetails(destination), form: request.form, current: current, dismissal: dismissal,
                language: request.language, timeZone: request.timeZone
            ) { commands, details in address(of: commands, details, from: here) }
            do throws(any Error) {
                pages.append((try await app.page(context), dismissal))
            } catch PageError.notFound(let text) {
                throw ShellError.nothing(text)
            }
        }
        var stacked = pages.filter { [.screen, .beside].contains($0.page.placement) }
        // A page that was pushed has no page beside it.
        if stacked.first?.page.placement == .beside { stacked[0].page.placement = .screen }
        let over = pages.filter { [.sheet, .cover].contains($0.page.placement) }
        let topics = pages.compactMap(\.page.topic)
        let scripts = (topics.isEmpty ? [] : ["live.js"]) + pages.flatMap(\.page.scripts)
        // The page around a mini app is requested at each opening, so it refers to no files that it does not need.
        let isMiniApp = scripts.contains(PublicFiles.miniAppPage) && over.isEmpty
        let names =
            ["trusted.js", PublicFiles.texts, "app.js", "notices.js", "transitions.js"] + scripts
        let features = isMiniApp ? [:] : app.stylesheets
        let stylesheets =
            (["transitions.css"] + Set(pages.flatMap(\.page.stylesheets)).sorted())
            .map { renderer.files.address(of: $0) }
            + features.keys.sorted().map { StylesheetAddress.address(of: $0, features[$0] ?? "") }
        let screen = Screen(
            frame: renderer.frame(title: (over.last ?? stacked.last)?.page.title ?? "", user: request.user),
            style: stacked.compactMap(\.page.style).joined(separator: " "),
            stylesheets: stylesheets, scripts: names.map { renderer.files.address(of: $0) },
            hasTabs: !app.tabs.isEmpty && stacked.allSatisfy(\.page.hasTabs)
                && app.tabs.contains { tab in state.isPresented(tab.fragment) || state.canPresent(tab.fragment) },
            isCovered: !over.isEmpty, isMiniApp: isMiniApp, isSplit: stacked.contains { $0.page.placement == .beside },
            columns: stacked.enumerated().map { index, item in
                Column(
                    kind: item.page.placement == .beside ? "beside" : "main",
                    isBeside: item.page.placement == .beside, title: item.page.title,
                    hasBar: item.page.hasBar, isSlim: item.page.isSlim || item.dismissal != nil, back: item.dismissal,
                    hasAccount: index == 0, actions: item.page.actions?.markup, body: item.page.body.markup
                )
            },
            tabs: tabs(at: here),
            overlays: over.enumerated().map { index, item in
                Overlay(
                    number: index, kind: item.page.placement == .sheet ? "sheet" : "cover", title: item.page.title,
                    close: item.dismissal, isCovered: index < over.count - 1, body: item.page.body.markup
                )
            },
            topics: topics.isEmpty ? nil : topics.joined(separator: ","),
            worker: renderer.files.address(of: "events.js"),
            languages: request.user == nil && request.session == nil
                ? Languages(
                    address: ShellLanguages.path, back: request.form == nil ? request.address : current,
                    choices: ShellLanguages.all.map {
                        Language(tag: $0.0, name: $0.1, isChosen: $0.0 == TextLanguage.current)
                    }) : nil
        )
        var response = renderer.templates.page(
            "screen", screen, status: request.status, frame: stacked.compactMap(\.page.frame).last
        )
        if request.user != nil, stacked.allSatisfy({ $0.page.frame == nil }) {
            // The next page that the user opens is probably a mini app.
            response.headers[.link] = [(PublicFiles.miniAppPage, "script"), (PublicFiles.miniAppStyles, "style")]
                .map { "<\(renderer.files.address(of: $0))>; rel=prefetch; as=\($1)" }.joined(separator: ", ")
        }
        // Pages that the user has seen are available offline (`Page.isKept`); the home screen is the start page then.
        if request.user != nil, request.form == nil, request.status == .ok, pages.allSatisfy(\.page.isKept) {
            response.headers[.atollOffline] = !topics.isEmpty && over.isEmpty ? "home" : "page"
        }
        return response
    }

    private func tabs(at here: KnownPlace<F>) -> [Tab] {
        let state = here.state
        return app.tabs.compactMap { tab in
            let isCurrent = state.path.edges.contains { $0.to == tab.fragment && isActive($0.to, in: state) }
            guard let address = address(of: [.present(tab.fragment)], from: here) else { return nil }
            return Tab(title: tab.title, icon: tab.icon.markup, address: address, isCurrent: isCurrent)
        }
    }

    /// Whether a place, or one below it in the tree, is presented.
    private func isActive(_ place: F, in state: NavigationState<F>) -> Bool {
        if state.isPresented(place) { return true }
        return state.path.edges.contains { $0.from == place && isActive($0.to, in: state) }
    }

    /// Returns the path and query that commands lead to from a state, or nil if one of them can't be performed. The
    /// parameters of other places are retained, so that a search in a background tab is still there when the user
    /// returns to the tab.
    private func address(
        of commands: [NavigationCommand<F>], _ details: LinkDetails? = nil, from here: KnownPlace<F>
    ) -> String? {
        address(of: commands, details, from: here) { print(commands, details, from: here) }
    }

    private func address(
        of commands: [NavigationCommand<F>], _ details: LinkDetails? = nil, from here: KnownPlace<F>,
        _ print: () -> String?
    ) -> String? {
        places.address(of: .init(commands: commands, details: details), from: here, print)
    }

    private func print(
        _ commands: [NavigationCommand<F>], _ details: LinkDetails?, from here: KnownPlace<F>
    ) -> String? {
        let destination = here.destination
        var next = here.state
        for command in commands {
            guard (try? next.perform(command)) != nil else { return nil }
        }
        var shown = destination
        shown.path = here.state.path
        var moved = shown.moved(to: next.path)
        // The page's parameters apply to a place that is new, or that is in front already.
        let front = moved.path.edges.last?.to
        let isKnown = shown.background[front ?? app.map.graph.entry] != nil
        if let details, !isKnown || front == shown.path.edges.last?.to {
            moved.extras = .init(parameters: details.parameters, rest: details.rest)
        }
        return try? app.map.links.link(for: moved).path
    }
}
