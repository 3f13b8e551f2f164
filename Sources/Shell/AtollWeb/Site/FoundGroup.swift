import AtollLinks
import AtollNavigation
import AtollPages

/// The results of a feature's search, with the paths that they lead to.
struct FoundGroup: Encodable, Sendable {
    struct Result: Encodable, Sendable {
        let title: String
        let detail: String?
        let address: String
    }

    let title: String
    /// Whether the results were written by third parties.
    let isThirdParty: Bool
    let results: [Result]
    /// Whether the feature could not be searched.
    var isMissing = false

    /// Searches an app. Results that the user has no access to are left out.
    ///
    /// - Parameter report: Called with the error if a feature could not be searched.
    static func search<F: Fragment>(
        _ query: SearchQuery, in app: WebApp<F>, report: (any Error) -> Void
    ) async -> [FoundGroup] {
        guard let start = start(for: query.user, in: app) else { return [] }
        return await app.search(query).compactMap { group in
            if let failure = group.failure {
                report(failure)
                return FoundGroup(title: group.title, isThirdParty: group.isThirdParty, results: [], isMissing: true)
            }
            let results = group.results.compactMap { result in
                address(of: result, from: start, in: app).map {
                    Result(title: result.title, detail: result.detail, address: $0)
                }
            }
            return results.isEmpty
                ? nil : FoundGroup(title: group.title, isThirdParty: group.isThirdParty, results: results)
        }
    }

    /// The page at which a user arrives.
    private static func start<F: Fragment>(
        for user: PageUser, in app: WebApp<F>
    ) -> (state: NavigationState<F>, destination: LinkDestination<F>)? {
        var path = "/"
        // The start page may redirect, repeatedly.
        for _ in 0..<4 {
            guard let link = try? DeepLink(path: path),
                let resolution = try? app.map.resolve(link, facts: PageUser.facts(of: user))
            else { return nil }
            switch resolution {
            case .redirect(let next): path = next
            case .show(let state, let destination): return (state, destination)
            }
        }
        return nil
    }

    private static func address<F: Fragment>(
        of result: FeatureSearch<F>.Result, from start: (state: NavigationState<F>, destination: LinkDestination<F>),
        in app: WebApp<F>
    ) -> String? {
        var next = start.state
        guard (try? next.perform(.go(result.target))) != nil else { return nil }
        var destination = start.destination.moved(to: next.path)
        if !result.rest.isEmpty { destination.rest = result.rest }
        guard var link = try? app.map.links.link(for: destination) else { return nil }
        // These items have a meaning for the app.
        let own = [DeepLink.backgroundItem, DeepLink.returnItem]
        link.items += result.items.filter { !own.contains($0.name) }
        return link.path
    }
}
