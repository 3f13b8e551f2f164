import AtollCenter
import AtollCenterAPI
import Foundation
import Hummingbird

extension Console {
    /// Super apps: their versions, publishers and rules.
    var superAppRoutes: [CenterRoute] {
        [
            page("superapps") { visit in try await superApps(visit) },
            page("superapps/:id") { visit in try await superApp(visit) },
            button("superapps/:id/policy") { visit, form in
                let body = PolicyBody(
                    approvals: Int(form["approvals"]) ?? 1, publisherReleases: form["publisherReleases"] == "on",
                    selfReview: form["selfReview"] == "on", needsBrowserChecks: form["needsBrowserChecks"] == "on")
                try await interface.send(
                    .put, "superapps/\(try id(visit))/policy", body, revision: Int(form["revision"]), for: visit)
                return "/superapps/\(try id(visit))"
            },
            button("superapps/:id/grant") { visit, form in
                let path = "superapps/\(try id(visit))/grants"
                switch form["answer"] {
                case "take":
                    try await interface.send(.delete, "\(path)/\(Self.encoded(form["organization"]))", for: visit)
                case "ask":
                    try await interface.send(
                        .post, path, ["organization": form["organization"], "comment": form["comment"]], for: visit)
                default:
                    try await interface.send(
                        .put, "\(path)/\(Self.encoded(form["organization"]))",
                        GivenGrant(needsReview: form["trusted"] != "on"),
                        for: visit)
                }
                return "/superapps/\(try id(visit))#grants"
            },
            button("superapps/:id/host") { visit, form in
                struct Body: Encodable {
                    let platform: String
                    let version: String
                    let apiLevel: Int
                }
                let path = "superapps/\(try id(visit))/versions"
                if form["answer"] == "add" {
                    let body = Body(
                        platform: form["platform"], version: form["version"], apiLevel: Int(form["apiLevel"]) ?? 1)
                    try await interface.send(.post, path, body, for: visit)
                } else {
                    let verb = form["answer"] == "enable" ? "enable" : "disable"
                    let version = "\(Self.encoded(form["platform"]))/\(Self.encoded(form["version"]))"
                    try await interface.send(.post, "\(path)/\(version)/\(verb)", for: visit)
                }
                return "/superapps/\(try id(visit))#versions"
            },
        ]
    }

    private func superApps(_ visit: Visit) async throws -> Response {
        let found: PageView<SuperAppView> = try await interface.get("superapps?limit=200", for: visit)
        let values: [String: any Sendable] = [
            "superApps": found.items.map {
                ["id": $0.id, "name": $0.name, "organization": $0.organization, "isDisabled": $0.isDisabled]
                    as [String: any Sendable]
            }, "isEmpty": found.items.isEmpty,
        ]
        return work("superapps", values, title: visit.texts("superapps"), at: "superapps", for: visit)
    }

    private func superApp(_ visit: Visit) async throws -> Response {
        let path = "superapps/\(try id(visit))"
        let superApp: SuperAppView = try await interface.get(path, for: visit)
        let versions: PageView<HostVersionView>? = try await interface.find(path + "/versions", for: visit)
        let grants: PageView<GrantView>? = try await interface.find(path + "/grants", for: visit)
        let mayManage = superApp.actions.contains(.manageSuperApps)
        let publishing = (visit.account?.organizations ?? []).filter {
            // A super app of the visitor's own organization needs no grant.
            $0.actions.contains(.askForGrant) && $0.organization != superApp.organization
        }
        var values: [String: any Sendable] = [
            "id": superApp.id, "name": superApp.name, "organization": superApp.organization,
            "isDisabled": superApp.isDisabled, "revision": superApp.revision, "mayManage": mayManage,
            "approvals": (0...2).map {
                ["count": "\($0)", "isChosen": $0 == superApp.policy.approvals] as [String: any Sendable]
            },
            "approvalCount": superApp.policy.approvals, "publisherReleases": superApp.policy.publisherReleases,
            "selfReview": superApp.policy.selfReview, "needsBrowserChecks": superApp.policy.needsBrowserChecks,
            "versions": (versions?.items ?? []).map {
                [
                    "platform": $0.platform, "version": $0.version, "apiLevel": $0.apiLevel, "isEnabled": $0.isEnabled,
                    "created": visit.texts.time($0.created),
                ] as [String: any Sendable]
            }, "hasVersions": !(versions?.items ?? []).isEmpty,
            "grants": (grants?.items ?? []).map {
                [
                    "organization": $0.organization, "isAsked": $0.state == "asked", "comment": $0.comment,
                    "changed": visit.texts.time($0.changed), "needsReview": $0.needsReview,
                ] as [String: any Sendable]
            }, "hasGrants": !(grants?.items ?? []).isEmpty,
            "publishing": publishing.map { ["id": $0.organization] }, "mayAsk": !publishing.isEmpty,
        ]
        values.merge(try await featured(path, visit)) { $1 }
        values.merge(try await attributes(path, visit)) { $1 }
        return work("superapp", values, title: superApp.name, at: "superapps", for: visit)
    }
}
