import AtollCenter
import AtollCenterAPI
import Foundation
import Hummingbird

extension Console {
    /// The mini apps that a super app features, which are a part of its page.
    var featuredRoutes: [CenterRoute] {
        [
            button("superapps/:id/featured") { visit, form in
                struct Body: Encodable {
                    let miniApp: String
                    let from: String
                    let to: String
                    let isFirst: Bool
                }
                let path = "superapps/\(try id(visit))/featured"
                if form["answer"] == "cancel" {
                    try await interface.send(
                        .post, path + "/cancel", ["miniApp": form["miniApp"], "from": form["from"]], for: visit)
                } else {
                    let body = Body(
                        miniApp: form["miniApp"], from: Self.moment(form["from"]), to: Self.moment(form["to"]),
                        isFirst: form["isFirst"] == "on")
                    try await interface.send(.post, path, body, for: visit)
                }
                return "/superapps/\(try id(visit))#featured"
            }
        ]
    }

    /// The values of the featured section on a super app's page.
    func featured(_ path: String, _ visit: Visit) async throws -> [String: any Sendable] {
        let current: [FeaturedPeriodView]? = try await interface.find(path + "/featured", for: visit)
        let past: [FeaturedPeriodView]? = try await interface.find(path + "/featured/past", for: visit)
        func rows(_ periods: [FeaturedPeriodView]) -> [[String: any Sendable]] {
            periods.map { period in
                [
                    "miniApp": period.miniApp, "from": period.from,
                    "state": visit.texts("featured-" + period.state.rawValue),
                    "isActive": period.state == .active,
                    "period": visit.texts("from-to", ["from": Self.shown(period.from), "to": Self.shown(period.to)]),
                ]
            }
        }
        return [
            "maySeeFeatured": current != nil, "featured": rows(current ?? []),
            "hasFeatured": !(current ?? []).isEmpty, "past": rows(past ?? []), "hasPast": !(past ?? []).isEmpty,
        ]
    }

    /// The time in a form field, in UTC, in the format of the API.
    private static func moment(_ field: String) -> String {
        field.utf8.count == "2027-03-01T09:00".utf8.count ? field + ":00Z" : field
    }

    private static func shown(_ moment: String) -> String {
        moment.prefix("2027-03-01T09:00".count).replacing("T", with: " ") + " UTC"
    }
}
