import AtollCenter
import AtollCenterAPI
import Hummingbird

extension Console {
    /// The feedback of users about a mini app: stars, reported problems, and error texts.
    var feedbackRoutes: [CenterRoute] {
        [
            page("miniapps/:id/feedback") { visit in try await feedback(visit) },
            button("miniapps/:id/problems") { visit, form in
                struct Body: Encodable {
                    let state: String
                    let answer: String?
                }
                let id = try id(visit)
                let state = form["state"]
                try await interface.send(
                    .put, "miniapps/\(id)/problems/\(Self.encoded(form["report"]))",
                    Body(state: state, answer: state == "answered" ? form["answer"] : nil), for: visit)
                let filter = Self.reportStates.contains(form["shown"]) ? "?state=\(form["shown"])" : ""
                return "/miniapps/\(id)/feedback\(filter)#report-\(Self.encoded(form["report"]))"
            },
        ]
    }

    private static let reportStates = ["open", "answered", "dismissed"]

    private func feedback(_ visit: Visit) async throws -> Response {
        let id = try id(visit)
        let state = visit.query("state").flatMap { Self.reportStates.contains($0) ? $0 : nil }
        let cursor =
            visit.query("cursor").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }.map { "&cursor=\($0)" } ?? ""
        let filter = state.map { "&state=\($0)" } ?? ""
        let reports: PageView<ProblemReportView> = try await interface.get(
            "miniapps/\(id)/problems?limit=50\(filter)\(cursor)", for: visit)
        let ratings: RatingsView = try await interface.get("miniapps/\(id)/ratings", for: visit)
        let errors: PageView<UsageMessageView>? = try await interface.find(
            "usage/miniapps/\(id)/errors", for: visit)
        var values: [String: any Sendable] = [
            "id": id, "hasRatings": ratings.all != nil, "rating": Self.stars(ratings.all?.average ?? 0, visit),
            "ratingCount": "\(ratings.all?.count ?? 0)", "bars": Self.bars(ratings.all, visit),
            "ratedVersions": ratings.versions.prefix(20).map { version in
                [
                    "code": "\(version.code)", "average": Self.stars(version.average, visit),
                    "count": "\(version.count)",
                ]
            },
            "reports": reports.items.map { report in Self.row(report, of: id, state ?? "", visit)
            },
            "hasReports": !reports.items.isEmpty, "hasNext": reports.next != nil,
            "next": "/miniapps/\(id)/feedback?cursor=\(reports.next ?? "")\(filter)",
            "filters": ([nil] + Self.reportStates).map { each in
                [
                    "name": visit.texts("reports-" + (each ?? "all")), "isHere": each == state,
                    "address": "/miniapps/\(id)/feedback" + (each.map { "?state=\($0)" } ?? ""),
                ] as [String: any Sendable]
            },
        ]
        values["errors"] = (errors?.items ?? []).prefix(50).map { error in
            ["message": error.message, "code": "\(error.code)", "count": "\(error.count)", "last": error.last]
        }
        values["hasErrors"] = !(errors?.items ?? []).isEmpty
        return work("feedback", values, title: "\(visit.texts("feedback")) · \(id)", at: "miniapps", for: visit)
    }

    private static func row(
        _ report: ProblemReportView, of place: String, _ shown: String, _ visit: Visit
    ) -> [String: any Sendable] {
        [
            "id": report.id, "place": place, "kind": visit.texts("report-" + report.kind),
            "isHarmful": report.kind == "harmful",
            "text": report.text, "time": report.reported, "code": "\(report.code)",
            "superApp": report.superApp, "platform": report.platform, "state": report.state,
            "stateName": visit.texts("reports-" + report.state), "hasAnswer": report.answer != nil,
            "answer": report.answer ?? "", "isDecided": report.decided != nil,
            "decided": [report.decided.map { visit.texts.time($0) }, report.deciderName ?? report.decider]
                .compactMap(\.self).joined(separator: " · "),
            "isOpen": report.state == "open", "mayDecide": report.mayDecide, "shown": shown,
        ]
    }

    /// The number of ratings with five stars, four, and so on.
    private static func bars(_ stars: RatingsView.Stars?, _ visit: Visit) -> [[String: any Sendable]] {
        guard let stars else { return [] }
        let most = max(stars.counts.max() ?? 0, 1)
        return stars.counts.enumerated().reversed().enumerated().map { index, entry in
            [
                "label": "\(entry.offset + 1) ★", "count": "\(entry.element)",
                "width": "\(entry.element * 300 / most)", "y": "\(index * 28)", "labelY": "\(index * 28 + 17)",
            ]
        }
    }

    /// The average stars, in the number format of the visitor's language.
    private static func stars(_ average: Double, _ visit: Visit) -> String {
        visit.texts.tenths(Int(exactly: (average * 10).rounded()) ?? 0)
    }
}
