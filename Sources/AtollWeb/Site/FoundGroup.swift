import AtollLinks
import AtollNavigation
import AtollPages

/// What a feature has found, with the paths that it leads to.
struct FoundGroup: Sendable {
    struct Result: Sendable {
        let title: String
        let detail: String?
        let address: String
    }

    let title: String
    let results: [Result]
    /// Whether the feature could not be searched.
    var isMissing = false

    /// Searches an app. What a user can't get to is left out.
    ///
    /// - Parameter report: Called with why a feature could not be searched.
    static func search<F: Fragment>(
        _ query: SearchQuery, in app: WebApp<F>, report: (any Error) -> Void
    ) async -> [FoundGroup] {
        guard let start = start(for: query.user, in: app) else { return [] }
        return await app.search(query).compactMap { group in
            if let failure = group.failure {
                report(failure)
                return FoundGroup(title: group.title, results: [], isMissing: true)
            }
            let results = group.results.compactMap { result in
                address(of: result.target, from: start, in: app).map {
                    Result(title: result.title, detail: result.detail, address: $0)
                }
            }
            return results.isEmpty ? nil : FoundGroup(title: group.title, results: results)
        }
    }

    /// Where a user arrives.
    private static func start<F: Fragment>(
        for user: PageUser, in app: WebApp<F>
    ) -> (state: NavigationState<F>, destination: LinkDestination<F>)? {
        var path = "/"
        // The start page may lead on, and that page again.
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
        of target: F, from start: (state: NavigationState<F>, destination: LinkDestination<F>), in app: WebApp<F>
    ) -> String? {
        var next = start.state
        guard (try? next.perform(.go(target))) != nil else { return nil }
        return try? app.map.links.link(for: start.destination.moved(to: next.path)).path
    }
}
