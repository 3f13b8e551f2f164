import AtollCenterAPI
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("The audit log as a file")
struct AuditExportTests {
    @Test("A key reads the log only with the scope, and only of its mini apps", arguments: BackEnd.allCases)
    func keys(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let dev = try await center.session("dev", of: "acme", as: [AssignedRole(.developer)])
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            try await center.people.store.change(by: .operator) { change in
                for id in ["com.acme.kudos", "com.acme.lunch"] {
                    try change.note(AuditRecord(.reject, organization: "acme", miniApp: id, comment: "about \(id)"))
                }
            }
            func log(_ scopes: String, _ ids: String = "[]", as maker: String) async throws -> (Int, String) {
                let body = #"{"name": "a", "scopes": \#(scopes), "ids": \#(ids)}"#
                let made = try await center.send("POST", "/v1/organizations/acme/keys", as: maker, body)
                let key = try #require(made.member("text"), "\(String(decoding: made.body, as: UTF8.self))")
                let found = try await center.send("GET", "/v1/audit", as: key, nil)
                #expect(try await center.send("GET", "/v1/audit.csv", as: key, nil).status == found.status)
                return (found.status, String(decoding: found.body, as: UTF8.self))
            }
            for scopes in [#"["publish"]"#, #"["access"]"#, #"["read", "release"]"#] {
                #expect(try await log(scopes, as: dev).0 == 403, "\(scopes)")
                #expect(try await log(scopes, #"["com.acme.kudos"]"#, as: dev).0 == 403, "\(scopes)")
            }
            let all = try await log(#"["audit"]"#, as: dev)
            #expect(all.0 == 200 && all.1.contains("about com.acme.kudos") && all.1.contains("about com.acme.lunch"))
            for maker in [dev, ada] {
                let one = try await log(#"["audit"]"#, #"["com.acme.kudos"]"#, as: maker)
                #expect(one.0 == 200 && one.1.contains("about com.acme.kudos"))
                #expect(!one.1.contains("about com.acme.lunch"))
            }
        }
    }

    @Test(
        "Rows as lines of JSON and of CSV, for whoever may read them, and the export itself is a row",
        arguments: BackEnd.allCases)
    func files(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for id in ["acme", "other"] { try await center.organization(id) }
            let aud = try await center.session("aud", of: "acme", as: [AssignedRole(.auditor)])
            let eve = try await center.session("eve", of: "other", as: [AssignedRole(.auditor)])
            let words = "=cmd|' /C calc'!A0, \"quoted\"\r\nsecond line"
            try await center.people.store.change(by: .operator) {
                try $0.note(AuditRecord(.reject, organization: "acme", comment: words))
            }
            let lines = try await center.send("GET", "/v1/audit.ndjson?organization=acme", as: aud, nil)
            #expect(lines.status == 200)
            let rows = try lines.body.split(separator: 0x0a).map {
                try JSONDecoder().decode(AuditEntryView.self, from: $0)
            }
            #expect(rows.first?.comment == words)
            let table = try await center.send(
                "GET", "/v1/audit.csv?organization=acme&action=review:reject", as: aud, nil)
            let text = String(decoding: table.body, as: UTF8.self)
            #expect(text.hasPrefix("number,time,actorKind,"))
            #expect(text.contains("\"'=cmd|' /C calc'!A0, \"\"quoted\"\"\r\nsecond line\""))
            let log = try await center.people.store.read {
                try AuditLog.entries(AuditFilter(), before: nil, limit: 2, $0.session)
            }
            #expect(log.allSatisfy { $0.action == "export:audit" && $0.organization == "acme" })
            let others = try await center.send("GET", "/v1/audit.csv?organization=acme", as: eve, nil)
            #expect(String(decoding: others.body, as: UTF8.self).split(separator: "\r\n").count == 1)
            // A stranger's request is no row of that organization's log.
            let last = try await center.people.store.read {
                try AuditLog.entries(AuditFilter(), before: nil, limit: 1, $0.session)
            }
            #expect(last.first?.action == "export:audit" && last.first?.organization != "acme")
            for query in ["action=x", "cursor=0", "cursor=a", "from=-1"] {
                #expect(try await center.send("GET", "/v1/audit.csv?\(query)", as: aud, nil).status == 400, "\(query)")
            }
            let empty = try await center.send("GET", "/v1/audit.ndjson?action=trust:floor", as: aud, nil)
            #expect(empty.status == 200 && empty.body.isEmpty)
            #expect(try await center.send("GET", "/v1/audit.csv", as: nil, nil).status == 401)
        }
    }
}
