import AtollNavigation

/// The pages of a feature, one for each of its places.
public struct Pages<F: Fragment>: Sendable {
    /// Creates the page of a place.
    public let page: @Sendable (PageContext<F>) async throws -> Page

    /// Creates the pages of a feature.
    ///
    /// - Parameter page: Creates the page of a place. Throws ``PageError`` if the place can't be shown.
    public init(_ page: @escaping @Sendable (PageContext<F>) async throws -> Page) { self.page = page }
}
