import AtollLinks
import AtollNavigation
import AtollPages
import Hummingbird

extension AppSite {
    /// A page as its template shows it.
    private struct Screen: Sendable {
        let frame: Frame
        let style: String
        let stylesheets: [String]
        let scripts: [String]
        let hasTabs: Bool
        let isCovered: Bool
        let isSplit: Bool
        let columns: [Column]
        let tabs: [Tab]
        let overlays: [Overlay]
        /// The topics that keep parts of the page up to date, with commas between, and the script that listens to them.
        let topics: String?
        let worker: String
    }

    private struct Column: Sendable {
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

    private struct Overlay: Sendable {
        let number: Int
        let kind: String
        let title: String
        let close: String?
        let isCovered: Bool
        let body: String
    }

    private struct Tab: Sendable {
        let title: String
        let icon: String
        let address: String
        let isCurrent: Bool
    }

    /// Puts the pages of what is presented together.
    func show(
        _ state: NavigationState<F>, _ destination: LinkDestination<F>, _ request: SiteRequest
    ) async throws -> Response {
        var pages: [(page: Page, dismissal: String?)] = []
        let presented = state.presentedPlaces
        let current = (try? app.links.link(for: destination).path) ?? "/"
        for place in presented {
            let dismissal = address(of: .dismiss(place), in: state, destination)
            let context = PageContext(
                place: place, presented: presented, user: request.pageUser, facts: state.facts,
                link: LinkDetails(destination), form: request.form, current: current, dismissal: dismissal
            ) { command, details in address(of: command, in: state, destination, details) }
            do throws(any Error) {
                pages.append((try await app.pages.page(context), dismissal))
            } catch PageError.notFound(let text) {
                throw ShellError.nothing(text)
            }
        }
        var stacked = pages.filter { [.screen, .beside].contains($0.page.placement) }
        // What was pushed stands beside nothing.
        if stacked.first?.page.placement == .beside { stacked[0].page.placement = .screen }
        let over = pages.filter { [.sheet, .cover].contains($0.page.placement) }
        let topics = pages.compactMap(\.page.topic)
        let scripts = (topics.isEmpty ? [] : ["live.js"]) + stacked.flatMap(\.page.scripts)
        let screen = Screen(
            frame: shell.frame(title: (over.last ?? stacked.last)?.page.title ?? "", user: request.user),
            style: stacked.compactMap(\.page.style).joined(separator: " "),
            stylesheets: [shell.files.address(of: "transitions.css")]
                + app.stylesheets.keys.sorted().map { StylesheetAddress.address(of: $0, app.stylesheets[$0] ?? "") },
            scripts: (["trusted.js", "app.js", "transitions.js"] + scripts).map { shell.files.address(of: $0) },
            hasTabs: !app.tabs.isEmpty && stacked.allSatisfy(\.page.hasTabs)
                && app.tabs.contains { tab in state.isPresented(tab.fragment) || canPresent(tab.fragment, in: state) },
            isCovered: !over.isEmpty, isSplit: stacked.contains { $0.page.placement == .beside },
            columns: stacked.enumerated().map { index, item in
                Column(
                    kind: item.page.placement == .beside ? "beside" : "main",
                    isBeside: item.page.placement == .beside, title: item.page.title,
                    hasBar: item.page.hasBar, isSlim: item.page.isSlim || item.dismissal != nil, back: item.dismissal,
                    hasAccount: index == 0, actions: item.page.actions?.markup, body: item.page.body.markup
                )
            },
            tabs: tabs(in: state, destination),
            overlays: over.enumerated().map { index, item in
                Overlay(
                    number: index, kind: item.page.placement == .sheet ? "sheet" : "cover", title: item.page.title,
                    close: item.dismissal, isCovered: index < over.count - 1, body: item.page.body.markup
                )
            },
            topics: topics.isEmpty ? nil : topics.joined(separator: ","),
            worker: shell.files.address(of: "events.js")
        )
        var response = shell.templates.page(
            "screen", screen, status: request.status, frame: stacked.compactMap(\.page.frame).last
        )
        // A page that is kept up to date is worth having when it can't be.
        if !topics.isEmpty, over.isEmpty { response.headers[.atollOffline] = "keep" }
        return response
    }

    private func tabs(in state: NavigationState<F>, _ destination: LinkDestination<F>) -> [Tab] {
        app.tabs.compactMap { tab in
            let isCurrent = state.path.edges.contains { $0.to == tab.fragment && isActive($0.to, in: state) }
            guard let address = address(of: .present(tab.fragment), in: state, destination) else { return nil }
            return Tab(title: tab.title, icon: tab.icon.markup, address: address, isCurrent: isCurrent)
        }
    }

    /// Whether a place, or something that hangs from it, is presented.
    private func isActive(_ place: F, in state: NavigationState<F>) -> Bool {
        if state.isPresented(place) { return true }
        return state.path.edges.contains { $0.from == place && isActive($0.to, in: state) }
    }

    private func canPresent(_ fragment: F, in state: NavigationState<F>) -> Bool { state.canPresent(fragment) }

    /// The address of where a command leads from a state. What was said about other places is kept, so that a search in
    /// a tab in the background is there when one comes back.
    private func address(
        of command: NavigationCommand<F>, in state: NavigationState<F>, _ destination: LinkDestination<F>,
        _ details: LinkDetails? = nil
    ) -> String? {
        var next = state
        guard (try? next.perform(command)) != nil else { return nil }
        var shown = destination
        shown.path = state.path
        var moved = shown.moved(to: next.path)
        // About a place that is new, or that is in front already, the page itself says everything.
        let front = moved.path.edges.last?.to
        let isKnown = shown.background[front ?? app.graph.entry] != nil
        if let details, !isKnown || front == shown.path.edges.last?.to {
            moved.saying = .init(parameters: details.parameters, rest: details.rest)
        }
        return try? app.links.link(for: moved).path
    }
}
