import AtollLinks
import AtollNavigation

/// A super app for the web shell: its map, and the web faces of its features.
public struct WebApp<F: Fragment>: Sendable {
    /// Where users can go, and under which URLs.
    public let map: AppMap<F>
    /// The tabs, in the order in which they are shown.
    public let tabs: [WebAppTab<F>]
    /// The style sheets of the features, by file name: `today.css` for the feature `today`.
    public let stylesheets: [String: String]
    /// The actions of forms, by name.
    public let actions: [String: PageAction]
    /// The topics that pages can follow, by name.
    public let topics: [String: PageTopic]
    package let identity = WebAppIdentity()
    private let features: [MountedFeature<F>]

    /// Assembles an app.
    ///
    /// - Parameters:
    ///   - map: The app's map, in which every feature below is mounted.
    ///   - tabs: The features that are tabs, in order.
    ///   - others: All other features, and the app's own screens.
    /// - Throws: ``WebAppError`` with everything that is missing or duplicated.
    /// - Complexity: O(*f* × *m*) in the number of fragments and features.
    public init(
        _ map: AppMap<F>, tabs: [MountedFeature<F>] = [], others: [MountedFeature<F>]
    ) throws(WebAppError) {
        let features = tabs + others
        let faults =
            tabs.filter { $0.map == nil }.map { WebAppFault.tabWithoutMap($0.name) }
            + Self.faults(of: features, in: map)
        guard faults.isEmpty else { throw WebAppError(faults) }
        self.map = map
        self.features = features
        self.tabs = tabs.compactMap { tab in
            tab.map.map { WebAppTab(fragment: $0.entry, source: tab.title, texts: tab.texts, icon: tab.icon) }
        }
        stylesheets = Dictionary(
            features.compactMap { feature in feature.stylesheet.map { ("\(feature.name).css", $0) } }
        ) { first, _ in first }
        actions = Dictionary(features.flatMap(\.actions).map { ($0.name, $0) }) { first, _ in first }
        topics = Dictionary(features.flatMap(\.topics).map { ($0.name, $0) }) { first, _ in first }
    }

    /// Returns the page of a place.
    ///
    /// - Throws: ``WebAppError`` if the page follows an unknown topic; ``PageError`` or any other error of the feature.
    public func page(_ context: PageContext<F>) async throws -> Page {
        guard let feature = features.first(where: { $0.shows(context.place) }) else {
            throw WebAppError([.noPage(context.place.readableName)])
        }
        let page = try await feature.pages.page(context)
        if let topic = page.topic, topics[topic] == nil {
            throw WebAppError([.unknownTopic(topic, feature: feature.name)])
        }
        return page
    }

    /// Returns what all features find, in the order of the tabs, third parties' results last. A feature without results
    /// is left out; one that fails, or takes too long, says so in its group, and does not affect the results of the
    /// others.
    ///
    /// - Parameter patience: How long a feature may take. Its task is cancelled then, and not waited for.
    /// - Complexity: That of the slowest feature, for they search at the same time.
    public func search(_ query: SearchQuery, within patience: Duration = .seconds(5)) async -> [SearchGroup<F>] {
        let all = features.flatMap(\.searches)
        let searches = all.filter { !$0.isThirdParty } + all.filter(\.isThirdParty)
        return await withTaskGroup(of: (Int, SearchGroup<F>?).self) { group in
            for (index, search) in searches.enumerated() {
                group.addTask {
                    do {
                        let found = try await Self.results(of: search, for: query, within: patience)
                        return (
                            index,
                            found.isEmpty
                                ? nil
                                : .init(
                                    title: search.title(), isThirdParty: search.isThirdParty, results: found,
                                    failure: nil)
                        )
                    } catch {
                        return (
                            index,
                            SearchGroup(
                                title: search.title(), isThirdParty: search.isThirdParty, results: [], failure: error)
                        )
                    }
                }
            }
            var groups: [Int: SearchGroup<F>] = [:]
            for await (index, found) in group { groups[index] = found }
            return groups.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Returns the results of one feature. Not a child task: one that does not notice its cancellation would be waited
    /// for.
    private static func results(
        of search: FeatureSearch<F>, for query: SearchQuery, within patience: Duration
    ) async throws -> [FeatureSearch<F>.Result] {
        let (outcome, ending) = AsyncThrowingStream.makeStream(of: [FeatureSearch<F>.Result].self)
        let finding = Task {
            do {
                ending.yield(Array(try await search.find(query).prefix(query.limit)))
            } catch {
                ending.finish(throwing: error)
            }
        }
        let waiting = Task {
            try await Task.sleep(for: patience)
            ending.finish(throwing: SearchTimeout())
        }
        defer {
            finding.cancel()
            waiting.cancel()
        }
        for try await found in outcome { return found }
        throw CancellationError()
    }

    private static func faults(of features: [MountedFeature<F>], in map: AppMap<F>) -> [WebAppFault] {
        var faults: [WebAppFault] = []
        func twice(_ names: [String], _ fault: (String) -> WebAppFault) {
            var seen: Set<String> = []
            var reported: Set<String> = []
            for name in names where !seen.insert(name).inserted && reported.insert(name).inserted {
                faults.append(fault(name))
            }
        }
        twice(features.map(\.name), WebAppFault.duplicateFeature)
        twice(features.flatMap(\.actions).map(\.name), WebAppFault.duplicateAction)
        twice(features.flatMap(\.topics).map(\.name), WebAppFault.duplicateTopic)
        for feature in features {
            for action in feature.actions where !action.name.hasPrefix(feature.name + "/") {
                faults.append(.foreignAction(action.name, feature: feature.name))
            }
        }
        let mounted = Set(features.filter { $0.map != nil }.map(\.name))
        faults += map.features.filter { !mounted.contains($0) }.map { .noPages(feature: $0) }
        faults += mounted.subtracting(map.features).sorted().map { .notInMap(feature: $0) }
        // Fragments of a feature without pages are covered by the fault of the feature.
        guard faults.isEmpty else { return faults }
        for fragment in map.graph.fragments {
            let owners = features.filter { $0.shows(fragment) }.map(\.name)
            if owners.isEmpty { faults.append(.noPage(fragment.readableName)) }
            if owners.count > 1 { faults.append(.severalPages(fragment.readableName, features: owners)) }
        }
        return faults
    }
}
