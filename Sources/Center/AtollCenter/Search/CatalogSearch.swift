import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import Foundation
import NIOConcurrencyHelpers
import NIOCore

/// Searches the catalog for users: parses the query, and responds from the cache or the store.
struct CatalogSearch: Sendable {
    let store: any SearchStore
    let cache: SearchCache
    var metrics: CenterMetrics?
    let now: @Sendable () -> Date

    /// A page of the results of a query, as JSON.
    ///
    /// - Parameters:
    ///   - text: The query of the URL as sent, at most ``SearchParser/maximumLength`` bytes.
    ///   - parameters: Its parameters, decoded.
    /// - Throws: A 400 ``Problem`` that names the invalid parameter.
    func page(
        _ text: String, _ parameters: SearchParser.Parameters, for visitor: Visitor
    ) async throws -> ByteBuffer {
        guard text.utf8.count <= SearchParser.maximumLength else {
            throw Problem(
                .badRequest, "A query must be at most \(SearchParser.maximumLength) bytes long.", subject: "query")
        }
        let (superApp, time) = (visitor.host.superApp, now())
        let key = SearchCache.Key(
            address: text, superApp: superApp, audiences: try await store.audiences(of: visitor))
        let parse = { [store] in
            try SearchParser(superApp: superApp, definitions: await store.attributes(of: superApp)).query(parameters)
        }
        guard store.isCurrent else {
            metrics?.searched(wasInMemory: false)
            let page = try await store.search(
                parse(), for: key.audiences, superApp: superApp, total: nil, at: time)
            return ByteBuffer(string: page.json)
        }
        let wasInMemory = NIOLockedValueBox(true)
        let answer = try await cache.answer(to: key, at: time, parse: parse) { [store] query, total in
            wasInMemory.withLockedValue { $0 = false }
            return try await store.search(query, for: key.audiences, superApp: superApp, total: total, at: time)
        }
        metrics?.searched(wasInMemory: wasInMemory.withLockedValue { $0 })
        return answer.body
    }

    /// Returns a mini app as JSON, or `nil` if the user may not open one with this id.
    func listing(of id: MiniAppID, for visitor: Visitor) async throws -> ByteBuffer? {
        try await store.listing(of: id, for: await store.audiences(of: visitor), superApp: visitor.host.superApp)
            .map { ByteBuffer(string: $0) }
    }
}
