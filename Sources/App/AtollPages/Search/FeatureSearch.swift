import AtollLinks
import AtollNavigation

/// A feature's search within the search over the whole app.
///
/// ```swift
/// FeatureSearch(title: { localized("Products") }) { query in
///     Product.matching(query.text).prefix(query.limit).map { .init($0.name, target: .product($0.id)) }
/// }
/// ```
public struct FeatureSearch<F: Fragment>: Sendable {
    /// Something that was found.
    public struct Result: Sendable {
        /// The title, as on the page that it leads to.
        public let title: String
        /// The text that distinguishes it from others with the same title; `nil` if the title is enough.
        public let detail: String?
        /// Where it leads.
        public let target: F
        /// The path components that the target's route passes on, such as a page of a mini app.
        public let rest: [String]
        /// The query items that the target's route does not claim.
        public let items: [DeepLink.Item]

        /// Creates a result.
        public init(
            _ title: String, detail: String? = nil, target: F, rest: [String] = [], items: [DeepLink.Item] = []
        ) {
            self.title = title
            self.detail = detail
            self.target = target
            self.rest = rest
            self.items = items
        }
    }

    /// The heading of the results, in the language of the request.
    public let title: @Sendable () -> String
    /// Whether what it finds was written by third parties, such as publishers of mini apps: it comes after all that is
    /// the app's own.
    public let isThirdParty: Bool
    /// Returns what fits a query, the best first. If it throws, or is cancelled because it
    /// takes too long, the user gets a notice, and sees the results of the other features.
    public let find: @Sendable (SearchQuery) async throws -> [Result]

    /// Creates the search of a feature.
    public init(
        title: @escaping @Sendable () -> String, isThirdParty: Bool = false,
        find: @escaping @Sendable (SearchQuery) async throws -> [Result]
    ) {
        self.title = title
        self.isThirdParty = isThirdParty
        self.find = find
    }

    /// The search with targets in the fragments of the app that contains the feature.
    func mounted<Parent: Fragment>(_ embedding: Embedding<Parent, F>) -> FeatureSearch<Parent> {
        FeatureSearch<Parent>(title: title, isThirdParty: isThirdParty) { query in
            try await find(query).map {
                .init(
                    $0.title, detail: $0.detail, target: embedding.embed($0.target), rest: $0.rest, items: $0.items)
            }
        }
    }

    /// A search over screens that are always there: those whose titles have each word of the query.
    ///
    /// - Parameter screens: Returns the screens with their titles, in the language of the request.
    public static func screens(
        title: @escaping @Sendable () -> String, _ screens: @escaping @Sendable () -> [(title: String, target: F)]
    ) -> FeatureSearch {
        FeatureSearch(title: title) { query in
            screens().filter { query.fits($0.title) }.map { Result($0.title, target: $0.target) }
        }
    }
}
