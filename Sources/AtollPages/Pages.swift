import AtollNavigation

/// The pages of a feature: what each of its places is shown as.
public struct Pages<F: Fragment>: Sendable {
    /// Makes the page of a place.
    public let page: @Sendable (PageContext<F>) async throws -> Page

    public init(_ page: @escaping @Sendable (PageContext<F>) async throws -> Page) { self.page = page }

    /// Pages that leave to a feature what is the feature's.
    public func mounting<Child: Fragment>(_ pages: Pages<Child>, _ embedding: Embedding<F, Child>) -> Pages<F> {
        Pages { context in
            if let scoped = context.scoped(embedding) { return try await pages.page(scoped) }
            return try await page(context)
        }
    }
}
