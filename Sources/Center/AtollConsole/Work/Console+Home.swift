import AtollCenter
import AtollCenterAPI
import Hummingbird

extension Console {
    /// The overview of pending work for the signed-in user.
    var homeRoutes: [CenterRoute] { [page("") { visit in try await home(visit) }] }

    /// A line of a list of versions.
    struct VersionLine: Encodable, Sendable {
        let title: String
        let name: String
        let miniApp: String
        let address: String
        let state: String
        let stateName: String
        let since: String
        let superApp: String?
        let isMine: Bool
        let share: String
        let percent: Int
        let isPartial: Bool

        init(_ version: VersionView, _ visit: Visit) {
            (title, name, miniApp, state) = (version.title, version.name, version.miniApp, version.state.rawValue)
            address = "/miniapps/\(version.miniApp)/versions/\(version.code)"
            let given =
                version.state == .inReview && version.approvalsNeeded > 1
                ? " \(version.approvals)/\(version.approvalsNeeded)" : ""
            stateName = visit.texts("state-" + version.state.rawValue) + given
            since = visit.texts.time(version.changed)
            superApp = version.superApp
            isMine = version.reviewer == visit.account?.id
            share = visit.texts.share(version.permyriad)
            percent = version.permyriad / 100
            isPartial = version.state == .rollingOut || version.state == .held
        }
    }

    private func versions(in state: String, _ visit: Visit) async throws -> [VersionView] {
        // A rejected version is pending for its publisher until there is a later one.
        let isLatest = state == "rejected" ? "&latest=true" : ""
        let found: PageView<VersionView>? = try await interface.find(
            "reviews?state=\(state)&limit=50\(isLatest)", for: visit)
        return found?.items ?? []
    }

    private func home(_ visit: Visit) async throws -> Response {
        let waiting: PageView<VersionView>? = try await interface.find("reviews?limit=50", for: visit)
        let queue = (waiting?.items ?? []).map { VersionLine($0, visit) }
        var groups: [[String: any Sendable]] = []
        for state in ["rejected", "rollingOut", "held", "approved", "scheduled", "draft"] {
            let lines = try await versions(in: state, visit).map { VersionLine($0, visit) }
            if !lines.isEmpty { groups.append(["name": visit.texts("state-" + state), "versions": lines]) }
        }
        let news = try await news(visit, upTo: 5)
        let isFirst = try await isFirst(visit)
        let values: [String: any Sendable] = [
            "name": visit.account?.name ?? "", "queue": queue, "hasQueue": !queue.isEmpty, "groups": groups,
            "news": news, "hasNews": !news.isEmpty, "isFirst": isFirst,
            "isEmpty": queue.isEmpty && groups.isEmpty && news.isEmpty && !isFirst,
            "hasNoOrganization": visit.account?.organizations.isEmpty ?? true,
        ]
        return work("home", values, title: visit.texts("home"), at: "home", for: visit)
    }

    /// Whether the visitor administers a Center in which no organization has been created. The Center's own does not
    /// count.
    private func isFirst(_ visit: Visit) async throws -> Bool {
        guard visit.account?.mayDo(.manageOrganizations) == true else { return false }
        let found: PageView<OrganizationView>? = try await interface.find("organizations?limit=2", for: visit)
        return (found?.items.count ?? 2) < 2
    }
}
