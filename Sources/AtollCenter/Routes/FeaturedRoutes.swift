import AtollPackages
import Foundation
import Hummingbird

/// The periods in which a super app features mini apps: `GET` and `PUT /v1/superapps/{id}/featured` those that are set,
/// `POST …/featured/cancel` ends one of them, `GET …/featured/past` lists those that are over.
struct FeaturedRoutes {
    let store: any CatalogStore
    let now: @Sendable () -> Date

    var routes: [CenterRoute] {
        [
            .superApp(.get, "v1/superapps/:id/featured") { _, context in try await list(context) { try $0.current() } },
            .superApp(.get, "v1/superapps/:id/featured/past") { _, context in try await list(context) { try $0.past() } },
            .superApp(.put, "v1/superapps/:id/featured") { try await set($0, $1) },
            .superApp(.post, "v1/superapps/:id/featured/cancel") { try await cancel($0, $1) },
        ]
    }

    /// A period as it is listed.
    private struct Shown: Encodable {
        let miniApp: MiniAppID
        let from: Date
        let to: Date
        let state: FeaturedMiniApp.State

        init(_ period: FeaturedList.Period) {
            miniApp = period.featured.miniApp
            from = period.featured.from
            to = period.featured.to
            state = period.state
        }
    }

    private func list(
        _ context: SuperAppContext, _ part: @escaping @Sendable (FeaturedList) throws -> [FeaturedList.Period]
    ) async throws -> Response {
        let now = now()
        let periods = try await store.read { session in
            try part(FeaturedList(session: session, superApp: context.id.rawValue, now: now))
        }
        return try .json(periods.map(Shown.init))
    }

    private func set(_ request: Request, _ context: SuperAppContext) async throws -> Response {
        let featured: [FeaturedMiniApp] = try await request.json(upTo: SuperAppSettingsRoutes.bodyLimit)
        guard featured.count <= FeaturedList.limit else {
            throw Problem.part("body", "must have at most \(FeaturedList.limit) mini apps")
        }
        for (index, period) in featured.enumerated() where period.from >= period.to {
            throw Problem.part("[\(index)].to", "must be after from")
        }
        guard Set(featured).count == featured.count else { throw Problem.part("body", "has a period twice") }
        let now = now()
        // What was over when it was set is a mistake; what has ended since it was read is not.
        let known = try await store.read { session in
            let list = FeaturedList(session: session, superApp: context.id.rawValue, now: now)
            return Set(try (list.current() + list.past()).map(\.featured))
        }
        for (index, period) in featured.enumerated() where period.to <= now && !known.contains(period) {
            throw Problem.part("[\(index)].to", "must be in the future")
        }
        try await set(featured, context, at: now)
        context.log("The featured mini apps of a super app were changed.", ["miniApps": "\(featured.map(\.miniApp))"])
        return Response(status: .noContent)
    }

    private struct Cancellation: Decodable {
        let miniApp: MiniAppID
        let from: Date

        private enum CodingKeys: String, CodingKey, CaseIterable { case miniApp, from }

        init(from decoder: any Decoder) throws {
            try decoder.allow(only: CodingKeys.allCases.map(\.rawValue))
            let values = try decoder.container(keyedBy: CodingKeys.self)
            miniApp = try values.decode(MiniAppID.self, forKey: .miniApp)
            from = try values.decode(Date.self, forKey: .from)
        }
    }

    private func cancel(_ request: Request, _ context: SuperAppContext) async throws -> Response {
        let cancelled: Cancellation = try await request.json(upTo: 8_192)
        let now = now()
        let record = context.noting(.cancelFeatured, at: now)
        try await store.changeFeatured(of: context.id.rawValue, at: now) { list in
            let periods = try list.current().map(\.featured)
            let rest = periods.filter { $0.miniApp != cancelled.miniApp || $0.from != cancelled.from }
            guard rest.count < periods.count, try !list.set(rest).isEmpty else {
                throw Problem(.notFound, "There is no such period that is not over.", rule: "unknown")
            }
            try record(list.session, cancelled.miniApp, nil)
        }
        context.log("A featured period was cancelled.", ["miniApp": "\(cancelled.miniApp)"])
        return Response(status: .noContent)
    }

    private func set(_ featured: [FeaturedMiniApp], _ context: SuperAppContext, at now: Date) async throws {
        let cancelled = context.noting(.cancelFeatured, at: now)
        let wasSet = context.noting(.setFeatured, at: now)
        try await store.setFeatured(featured, of: context.id.rawValue, at: now) { session, ended in
            for period in ended { try cancelled(session, period.miniApp, nil) }
            try wasSet(session, nil, "\(featured.count) mini apps")
        }
    }
}
