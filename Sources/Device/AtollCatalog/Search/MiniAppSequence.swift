import AtollPackages

/// The results of a search as an asynchronous sequence, which requests the next page when it is needed.
///
/// ```swift
/// for try await miniApp in catalog.all(CatalogSearch(.tag("finance"))) { … }
/// ```
public struct MiniAppSequence: AsyncSequence, Sendable {
    let client: CenterClient
    let search: CatalogSearch
    let pageSize: Int

    public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    /// Iterates over the results, page by page.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let sequence: MiniAppSequence
        private var items: ArraySlice<MiniAppListing> = []
        private var cursor: String?
        private var hasBegun = false

        fileprivate init(sequence: MiniAppSequence) {
            self.sequence = sequence
        }

        /// The next result, or nil at the end; requests the next page if needed.
        public mutating func next() async throws(CatalogError) -> MiniAppListing? {
            while items.isEmpty {
                guard !hasBegun || cursor != nil else { return nil }
                let page = try await sequence.client.listings(
                    sequence.search, start: 0, count: sequence.pageSize, cursor: cursor)
                // A Center that repeats its cursor must not trap the device in a loop.
                guard !hasBegun || page.next == nil || page.next != cursor else {
                    throw .invalidResponse("the list does not advance")
                }
                hasBegun = true
                cursor = page.next
                items = page.items[...]
                if items.isEmpty { return nil }
            }
            return items.popFirst()
        }
    }
}
