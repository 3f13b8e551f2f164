import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Settings and the audit log")
struct SettingsAuditTests {
    private static let app = "com.example.sample"

    @Test(
        "Each change to a setting has its row, by people and by keys; who may not make it, changes nothing",
        arguments: BackEnd.allCases)
    func settings(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("kitchen", publisher: "com.example")
            try await center.upload(SampleMiniApp(id: Self.app))
            let store = center.people.store
            _ = try await store.change(by: .operator) {
                try $0.createSuperApp(
                    MiniAppID(TestTrust.superApp)!, name: "Super", organization: "kitchen", by: .operator)
            }
            let dev = try await center.session("dev", of: "kitchen", as: [AssignedRole(.developer)])
            let ora = try await center.session("ora", of: "kitchen", as: [AssignedRole(.organizationAdministrator)])
            let eve = try await center.session("eve", of: "other", as: [], home: true)
            let settings: [(path: String, body: String, who: String, others: [(String, Int)], action: String)] = [
                ("miniapps/\(Self.app)/details", #"{"tags": ["food"]}"#, dev, [(eve, 404)], "miniapp:details"),
                (
                    "miniapps/\(Self.app)/access", #"{"roles": ["Sales"], "minimumHost": "0.5"}"#, ora,
                    [(dev, 403), (eve, 404)], "miniapp:access"
                ),
                ("superapps/\(TestTrust.superApp)/attributes", "[]", ora, [(dev, 403), (eve, 404)], "attributes:set"),
                ("superapps/\(TestTrust.superApp)/featured", "[]", ora, [(dev, 403), (eve, 404)], "featured:set"),
                ("superapps/\(TestTrust.superApp)/home", "{}", ora, [(dev, 403), (eve, 404)], "home:set"),
            ]
            for setting in settings {
                let path = "/v1/\(setting.path)"
                for (token, status) in setting.others {
                    let answer = try await center.send("PUT", path, as: token, setting.body)
                    #expect(answer.status == status, "\(path)")
                }
                #expect(try await center.send("PUT", path, as: setting.who, setting.body).status == 204, "\(path)")
            }
            let featured = "/v1/superapps/\(TestTrust.superApp)/featured"
            for (start, end, status) in [
                ("2020-01-01", "2020-01-02", 400), ("2099-01-02", "2099-01-01", 400), ("2020-01-01", "2099-01-01", 204),
                ("2099-01-01", "2099-01-02", 204),
            ] {
                let body = """
                    [{"miniApp": "\(Self.app)", "from": "\(start)T00:00:00Z", "to": "\(end)T00:00:00Z"}]
                    """
                #expect(try await center.send("PUT", featured, as: ora, body).status == status, "\(start)")
            }
            #expect(
                try await center.send(
                    "PUT", "/v1/miniapps/\(Self.app)/details", as: center.apiKey, #"{"tags": []}"#
                ).status == 204)
            let rows = try await store.read { try AuditLog.entries(AuditFilter(), before: nil, limit: 9, $0.session) }
            #expect(
                rows.map(\.action) == ["miniapp:details", "featured:set", "featured:cancel", "featured:set"]
                    + settings.map(\.action).reversed())
            #expect(rows.map(\.actorKind) == ["key", "user", "user", "user"] + settings.map { _ in "user" })
            #expect(rows[7].after == "Sales, from version 0.5" && rows[7].organization == "kitchen")
            #expect(try await store.read { try AuditLog.problems($0.session) }.isEmpty)
        }
    }
}

extension TestCenter {
    /// A member of a separate organization, which is unrelated to the others.
    fileprivate func session(
        _ name: String, of organization: String, as roles: [AssignedRole], home: Bool
    ) async throws -> String {
        try await self.organization(organization, publisher: "com.\(organization)")
        return try await session(name, of: organization, as: roles)
    }
}
