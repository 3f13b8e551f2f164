import AtollCenterDomain
import AtollPrometheus
import CoreMetrics

/// The metrics of a Center, for `GET /metrics`. Labels have few values: never an id, a search or an address.
struct CenterMetrics: Sendable {
    private let registry: PrometheusRegistry

    private static let helps: KeyValuePairs = [
        "atoll_center_requests": "Requests answered, by route, method and status.",
        "atoll_center_request_duration": "The time from a request's head to its response, by route.",
        "atoll_center_uploads": "Versions that were uploaded, by what became of them.",
        "atoll_center_releases": "Releases: what was due and was signed together, by what became of it.",
        "atoll_center_release_duration": "The time that a release took, waiting for others included.",
        "atoll_center_search_cache": "Searches, by whether the answer was in memory.",
        "atoll_center_due": "Mini apps and other targets that wait to be announced.",
        "atoll_center_pool_connections": "Connections to the database, by state.",
        "atoll_center_clock_age_seconds": "How long ago the catalog's clock was read.",
        "atoll_center_ready": "Whether this process can do its work: 1, or 0.",
    ]

    init() {
        registry = PrometheusRegistry()
        for (name, help) in Self.helps { registry.describe(name, help) }
    }

    /// Counts an answered request.
    ///
    /// - Parameter route: The pattern of the route, never the path.
    func answered(_ method: String, route: String, status: Int, in time: Duration) {
        // The client may choose any token as the method.
        let method = ["GET", "HEAD", "POST", "PUT", "DELETE"].contains(method) ? method : "other"
        count("atoll_center_requests", [("route", route), ("method", method), ("status", "\(status)")])
        record("atoll_center_request_duration", [("route", route)], time)
    }

    /// Counts an upload, by the rule that refused it, or `published`.
    func uploaded(_ outcome: String) { count("atoll_center_uploads", [("outcome", outcome)]) }

    /// Counts a release.
    func released(_ outcome: String, in time: Duration) {
        count("atoll_center_releases", [("outcome", outcome)])
        record("atoll_center_release_duration", [], time)
    }

    /// Counts a search.
    func searched(wasInMemory: Bool) {
        count("atoll_center_search_cache", [("outcome", wasInMemory ? "hit" : "miss")])
    }

    /// Everything as Prometheus reads it, with what is measured only now.
    func text(with measures: [StorageMeasure], isReady: Bool) -> String {
        for measure in measures {
            Gauge(label: measure.name, dimensions: measure.labels, factory: registry).record(measure.value)
        }
        Gauge(label: "atoll_center_ready", dimensions: [], factory: registry).record(isReady ? 1 : 0)
        return registry.text()
    }

    static var contentType: String { PrometheusRegistry.contentType }

    private func count(_ name: String, _ labels: [(String, String)]) {
        Counter(label: name, dimensions: labels, factory: registry).increment()
    }

    private func record(_ name: String, _ labels: [(String, String)], _ time: Duration) {
        let (seconds, attoseconds) = time.components
        // cannot trap: a request takes less than the 292 years that fit into nanoseconds.
        CoreMetrics.Timer(label: name, dimensions: labels, factory: registry)
            .recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
