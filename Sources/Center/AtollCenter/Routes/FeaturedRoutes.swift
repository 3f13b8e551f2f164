import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
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
            .superApp(
                .get, "v1/superapps/:id/featured",
                RouteDocument(
                    summary: "What is featured now and later, in its order", group: "catalog",
                    answer: .featuredPeriods)
            ) { _, context in try await list(context) { try $0.current() } },
            .superApp(
                .get, "v1/superapps/:id/featured/past",
                RouteDocument(
                    summary: "The featured periods that are over, the last one first", group: "catalog",
                    answer: .featuredPeriods)
            ) { _, context in try await list(context) { try $0.past() } },
            .superApp(
                .put, "v1/superapps/:id/featured",
                RouteDocument(
                    summary: "Set what is featured: what was and is not in the list is cancelled", group: "catalog",
                    body: .featured, status: .noContent)
            ) { try await set($0, $1) },
            .superApp(
                .post, "v1/superapps/:id/featured",
                RouteDocument(
                    summary: "Feature a mini app for a period, behind or before the others", group: "catalog",
                    body: .newFeatured, status: .noContent)
            ) { try await add($0, $1) },
            .superApp(
                .post, "v1/superapps/:id/featured/cancel",
                RouteDocument(
                    summary: "Cancel a featured period that is not over", group: "catalog", body: .featuredPeriod,
                    status: .noContent)
            ) { try await cancel($0, $1) },
        ]
    }

    private func list(
        _ context: SuperAppContext, _ part: @escaping @Sendable (FeaturedList) throws -> [FeaturedList.Period]
    ) async throws -> Response {
        let now = now()
        let periods = try await store.read { session in
            try part(FeaturedList(session: session, superApp: context.id.rawValue, now: now))
        }
        return try .json(periods.map(FeaturedPeriodView.init))
    }

    private func set(_ request: Request, _ context: SuperAppContext) async throws -> Response {
        let featured: [FeaturedMiniApp] = try await request.json(
            upTo: SuperAppSettingsRoutes.bodyLimit, schema: DocumentedShape.featured.schema)
        try await change(context) { list, now in
            // An entry that was over when it was set is a mistake; one that has ended since it was read is not.
            let known = Set(try (list.current() + list.past()).map(\.featured))
            for (index, period) in featured.enumerated() where period.to <= now && !known.contains(period) {
                throw Problem.part("[\(index)].to", "must be in the future")
            }
            return featured
        }
        context.log("The featured mini apps of a super app were changed.", ["miniApps": "\(featured.map(\.miniApp))"])
        return Response(status: .noContent)
    }

    private func add(_ request: Request, _ context: SuperAppContext) async throws -> Response {
        let new: NewFeatured = try await request.json(upTo: 8_192, schema: DocumentedShape.newFeatured.schema)
        try await change(context) { list, now in
            guard new.period.to > now else { throw Problem.part("to", "must be in the future") }
            let present = try list.current().map(\.featured)
            return new.isFirst == true ? [new.period] + present : present + [new.period]
        }
        context.log("A mini app is featured.", ["miniApp": "\(new.period.miniApp)"])
        return Response(status: .noContent)
    }

    /// Changes the periods that are set, in one transaction with its rows of the audit log.
    private func change(
        _ context: SuperAppContext, _ next: @escaping @Sendable (FeaturedList, Date) throws -> [FeaturedMiniApp]
    ) async throws {
        let now = now()
        let note = context.noting(at: now)
        try await store.changeFeatured(of: context.id.rawValue, at: now) { list in
            let featured = try next(list, now)
            try Self.check(featured)
            let before = try list.current().count
            for period in try list.set(featured) {
                try note(list.session, .cancelFeatured, period.miniApp, period.times, nil)
            }
            try note(
                list.session, .setFeatured, nil, "\(before) periods", "\(featured.count { $0.to > now }) periods")
        }
    }

    private static func check(_ featured: [FeaturedMiniApp]) throws {
        guard featured.count <= FeaturedList.limit else {
            throw Problem.part("body", "must have at most \(FeaturedList.limit) mini apps")
        }
        for (index, period) in featured.enumerated() {
            guard period.from < period.to else { throw Problem.part("[\(index)].to", "must be after from") }
            guard !featured[..<index].contains(where: period.overlaps) else {
                throw Problem.part("[\(index)]", "overlaps another period of this mini app")
            }
        }
    }

    private struct NewFeatured: Decodable, Sendable {
        let period: FeaturedMiniApp
        let isFirst: Bool?

        private enum CodingKeys: CodingKey { case isFirst }

        init(from decoder: any Decoder) throws {
            period = try FeaturedMiniApp(from: decoder)
            isFirst = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Bool.self, forKey: .isFirst)
        }
    }

    private struct Cancellation: Decodable, Sendable {
        let miniApp: MiniAppID
        let from: Date
    }

    private func cancel(_ request: Request, _ context: SuperAppContext) async throws -> Response {
        let cancelled: Cancellation = try await request.json(
            upTo: 8_192, schema: DocumentedShape.featuredPeriod.schema)
        let now = now()
        let note = context.noting(at: now)
        try await store.changeFeatured(of: context.id.rawValue, at: now) { list in
            let periods = try list.current().map(\.featured)
            let rest = periods.filter { $0.miniApp != cancelled.miniApp || $0.from != cancelled.from }
            let ended = rest.count < periods.count ? try list.set(rest) : []
            guard let period = ended.first else {
                throw Problem(.notFound, "No current or scheduled period matches.", rule: "unknown")
            }
            try note(list.session, .cancelFeatured, period.miniApp, period.times, nil)
        }
        context.log("A featured period was cancelled.", ["miniApp": "\(cancelled.miniApp)"])
        return Response(status: .noContent)
    }
}
