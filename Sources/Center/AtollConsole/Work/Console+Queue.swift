import AtollCenter
import AtollCenterAPI
import Foundation
import Hummingbird

extension Console {
    /// The versions that wait for review.
    var queueRoutes: [CenterRoute] { [page("queue") { visit in try await queue(visit) }] }

    /// A version in the queue, with the facts that help a reviewer choose.
    private struct Waiting: Encodable, Sendable {
        let line: VersionLine
        let waits: String
        let files: Int
        let permissions: Int
        let network: Int
        let blocks: Int
        let warnings: Int
        let isClaimed: Bool
        // Stored, because only stored properties are encoded.
        let hasBlocks: Bool
        let hasWarnings: Bool
        let isClean: Bool
    }

    private func queue(_ visit: Visit) async throws -> Response {
        let state = visit.query("state").flatMap { Self.states.contains($0) ? $0 : nil }
        var path = "reviews?limit=25"
        if let state { path += "&state=\(state)" }
        if let cursor = visit.query("cursor") { path += "&cursor=\(Self.encoded(cursor))" }
        let found: PageView<VersionView> = try await interface.get(path, for: visit)
        var lines: [Waiting] = []
        for version in found.items { lines.append(try await waiting(version, visit)) }
        let times = found.items.map { Date().secondsSince1970 - $0.changed }.sorted()
        let filters = [nil] + Self.states.map { Optional($0) }
        let values: [String: any Sendable] = [
            "versions": lines, "isEmpty": lines.isEmpty,
            "next": found.next.map { "/queue?cursor=\(Self.encoded($0))" + (state.map { "&state=\($0)" } ?? "") } ?? "",
            "hasNext": found.next != nil,
            "median": times.isEmpty ? "" : Self.duration(times[times.count / 2], visit),
            "hasMedian": times.count > 1 && state == nil,
            "filters": filters.map { name in
                [
                    "name": visit.texts(name.map { "state-" + $0 } ?? "waiting"),
                    "address": name.map { "/queue?state=\($0)" } ?? "/queue",
                    "isHere": name == state,
                ] as [String: any Sendable]
            },
        ]
        return work("queue", values, title: visit.texts("queue"), at: "queue", for: visit)
    }

    private static let states = ["submitted", "inReview", "approved", "rejected", "rollingOut", "held", "live"]

    private func waiting(_ version: VersionView, _ visit: Visit) async throws -> Waiting {
        let path = "miniapps/\(version.miniApp)/versions/\(version.code)"
        let checks: CheckView? = try await interface.find(path + "/checks", for: visit)
        let difference: DifferenceView? = try await interface.find(path + "/diff", for: visit)
        func added(_ kind: String) -> Int {
            difference?.facts.count { $0.kind == kind && $0.before == nil } ?? 0
        }
        let open = checks?.findings.filter { $0.accepted == nil } ?? []
        let (blocks, warnings) = (open.count { $0.severity == "block" }, open.count { $0.severity == "warn" })
        return Waiting(
            line: VersionLine(version, visit),
            waits: Self.duration(Date().secondsSince1970 - version.changed, visit),
            files: difference?.files.count { $0.state != "same" } ?? 0, permissions: added("permission"),
            network: added("network"), blocks: blocks, warnings: warnings, isClaimed: version.reviewer != nil,
            hasBlocks: blocks > 0, hasWarnings: warnings > 0, isClean: blocks + warnings == 0)
    }

    /// A duration in its largest unit.
    static func duration(_ seconds: Int, _ visit: Visit) -> String {
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600, seconds / 60)
        if days > 0 { return visit.texts(days == 1 ? "one-day" : "days", ["count": "\(days)"]) }
        if hours > 0 { return visit.texts(hours == 1 ? "one-hour" : "hours", ["count": "\(hours)"]) }
        return minutes > 0
            ? visit.texts(minutes == 1 ? "one-minute" : "minutes", ["count": "\(minutes)"]) : visit.texts("just-now")
    }

    /// A text, percent-encoded for a query.
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
