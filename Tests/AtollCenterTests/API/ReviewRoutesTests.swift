import AtollCenterAPI
import AtollPackages
import AtollPublishing
import AtollReview
import AtollTestSupport
import Foundation
import SignedJSON
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

/// What reviewers and authors see of a version, and their comments.
@Suite("Reviews over HTTP")
struct ReviewRoutesTests {
    private static let base = "v1/miniapps/:id/versions/:code"
    /// Routes that need the files of a version.
    static let ofFiles: Set<String> = [
        "POST \(base)/checks", "\(base)/checks/accepted", "\(base)/file", "\(base)/file/contents", "\(base)/diff",
        "\(base)/diff/file", "\(base)/viewed",
        "\(base)/pictures/contents",
    ]

    static let app = "com.example.sample"
    static let superApp = "com.acme.lagoon"

    struct People {
        let rita: String
        let rob: String
        let dev: String
        let aud: String
        let stranger: String
    }

    static func people(_ center: TestCenter) async throws -> People {
        for (id, publisher) in [("acme", "com.acme"), ("example", "com.example"), ("other", "com.other")] {
            try await center.organization(id, publisher: publisher)
        }
        try await center.people.store.change(by: .operator) { change in
            _ = try change.createSuperApp(MiniAppID(superApp)!, name: "Lagoon", organization: "acme", by: .operator)
            _ = try change.addHostVersion("1.0", on: .web, apiLevel: 2, of: superApp, by: .operator)
            _ = try change.giveGrant(of: superApp, to: "example", comment: nil, by: .operator)
        }
        func session(_ name: String, _ organization: String, _ role: Role) async throws -> String {
            try await center.session(name, of: organization, as: [AssignedRole(role)])
        }
        return People(
            rita: try await session("rita", "acme", .reviewer), rob: try await session("rob", "acme", .reviewer),
            dev: try await session("dev", "example", .developer), aud: try await session("aud", "example", .auditor),
            stranger: try await session("eve", "other", .developer))
    }

    static func sample(_ code: Int, script: String, _ members: [String: Any] = [:]) -> SampleMiniApp {
        var sample = SampleMiniApp(id: app, code: code)
        sample.files["app.js"] = script
        sample.members = members
        return sample
    }

    @discardableResult
    static func upload(_ sample: SampleMiniApp, as token: String, _ center: TestCenter) async throws -> Int {
        let package = try MiniAppPackage(archive: sample.archive)
        let published = try await PublishingClient(center: center.address, apiKey: token).published(
            MiniAppID(sample.id)!)
        let statement = try center.trust.statement(
            about: package, previous: published.lastStatement, superApps: [superApp])
        return try await center.send(
            "POST", "/v1/miniapps/\(sample.id)/versions", token: token, body: sample.archive, statement: statement
        ).status
    }

    static func path(_ code: Int, _ rest: String) -> String { "/v1/miniapps/\(app)/versions/\(code)/\(rest)" }

    static func json<Value: Decodable>(_ answer: TestCenter.Answer, _ type: Value.Type = Value.self) throws
        -> Value
    {
        try JSONDecoder().decode(Value.self, from: answer.body)
    }

    /// Brings a version to approval.
    static func approve(_ code: Int, _ people: People, _ center: TestCenter) async throws {
        for (verb, token, body) in [
            ("submit", people.dev, #"{"notes": "New.", "release": "manual"}"#), ("claim", people.rita, nil),
            ("approvals", people.rita, "{}"),
        ] {
            let answer = try await center.send("POST", path(code, verb), as: token, body)
            #expect(answer.status == 200, "\(verb): \(String(decoding: answer.body, as: UTF8.self))")
        }
    }

    @Test("An upload is checked, and what is refused can't be submitted", arguments: BackEnd.allCases)
    func checks(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Self.people(center)
            #expect(try await Self.upload(Self.sample(1, script: "eval(a);\n"), as: people.dev, center) == 201)
            let found: CheckView = try Self.json(
                try await center.send("GET", Self.path(1, "checks"), as: people.dev, nil))
            #expect(found.isChecked && found.base == nil && found.findings.map(\.code) == ["script-eval"])
            // Word for word what `atoll check` says.
            let package = try MiniAppPackage(archive: Self.sample(1, script: "eval(a);\n").archive)
            let local = PackageReview().findings(in: package)
            #expect(
                found.findings.map(\.text) == local.map(\.text) && found.findings.map(\.advice) == local.map(\.advice))
            #expect(
                found.findings.map(\.line) == local.map(\.line) && found.findings.map(\.excerpt) == local.map(\.excerpt)
            )
            let refused = try await center.send(
                "POST", Self.path(1, "submit"), as: people.dev, #"{"notes": "New.", "release": "manual"}"#)
            #expect(refused.status == 409 && refused.member("rule") == "checks")
            #expect(refused.member("detail")?.contains("script-eval in app.js:1.") == true)
            // Checked again, it is as it was.
            let again = try await center.send("POST", Self.path(1, "checks"), as: people.dev, nil)
            let keys = try Self.json(again, CheckView.self).findings.map(\.key)
            #expect(again.status == 200 && keys == found.findings.map(\.key))
            #expect(try await center.people.store.read { try AuditLog.problems($0.session) }.isEmpty)
        }
    }

    @Test(
        "A version after a rejected one is compared with what users have, and names the rejected one",
        arguments: BackEnd.sample(1))
    func afterRejection(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Self.people(center)
            for code in 1...2 {
                #expect(
                    try await Self.upload(Self.sample(code, script: "a(\(code));\n"), as: people.dev, center) == 201)
                guard code == 1 else { continue }
                let first: DifferenceView = try Self.json(
                    try await center.send("GET", Self.path(1, "diff"), as: people.rita, nil))
                #expect(first.base == nil && first.rejected == nil)
                for (verb, token, body) in [
                    ("submit", people.dev, #"{"notes": "New.", "release": "manual"}"#), ("claim", people.rita, nil),
                    ("reject", people.rita, #"{"reasons": ["other"], "comment": "Not yet."}"#),
                ] {
                    let answer = try await center.send("POST", Self.path(1, verb), as: token, body)
                    #expect(answer.status == 200, "\(verb): \(String(decoding: answer.body, as: UTF8.self))")
                }
            }
            let whole: DifferenceView = try Self.json(
                try await center.send("GET", Self.path(2, "diff"), as: people.rita, nil))
            #expect(whole.base == nil && whole.rejected?.code == 1)
            #expect(whole.files.allSatisfy { $0.state == "added" })
            let since: DifferenceView = try Self.json(
                try await center.send("GET", Self.path(2, "diff?base=1"), as: people.rita, nil))
            #expect(since.base == 1 && since.rejected == nil)
            #expect(since.files.filter { $0.state != "same" }.map(\.path) == ["app.js", "manifest.json"])
        }
    }

    @Test("What a reviewer has accepted stays accepted until something changes there", arguments: BackEnd.sample(1))
    func accepting(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Self.people(center)
            let script = "a.innerHTML = b;\n"
            try await Self.upload(Self.sample(1, script: script), as: people.dev, center)
            func findings(_ code: Int) async throws -> [CheckView.Item] {
                try Self.json(
                    try await center.send("GET", Self.path(code, "checks"), as: people.rita, nil), CheckView.self
                ).findings
            }
            let key = try #require(try await findings(1).first).key
            func accept(_ key: String, as token: String) async throws -> Int {
                try await center.send(
                    "POST", Self.path(1, "checks/accepted"), as: token,
                    #"{"key": "\#(key)", "comment": "b is a constant."}"#
                ).status
            }
            #expect(try await accept(key, as: people.dev) == 403)
            #expect(try await accept(key, as: people.aud) == 403)
            #expect(try await accept(key, as: people.stranger) == 404)
            #expect(try await accept(String(repeating: "0", count: 32), as: people.rita) == 404)
            #expect(try await accept(key, as: people.rita) == 204)
            #expect(try await findings(1).map(\.accepted) == ["b is a constant."])
            try await Self.upload(Self.sample(2, script: script), as: people.dev, center)
            #expect(try await findings(2).map(\.accepted) == ["b is a constant."])
            try await Self.upload(Self.sample(3, script: script + "c();\n"), as: people.dev, center)
            #expect(try await findings(3).map(\.accepted) == [nil])
        }
    }

    @Test(
        "A version is compared with the last one that people have approved, or with any other",
        arguments: BackEnd.sample(0))
    func differences(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Self.people(center)
            try await Self.upload(Self.sample(1, script: "one();\ntwo();\n"), as: people.dev, center)
            try await Self.approve(1, people, center)
            try await Self.upload(Self.sample(2, script: "zero();\n"), as: people.dev, center)
            let asking: [String: Any] = [
                "req_permissions": [["name": "camera", "reason": "To scan the code on a table."]]
            ]
            try await Self.upload(Self.sample(3, script: "one();\n2();\n", asking), as: people.dev, center)
            let answer = try await center.send("GET", Self.path(3, "diff"), as: people.rita, nil)
            let difference: DifferenceView = try Self.json(answer)
            #expect(difference.base == 1 && difference.baseName == "1.0.1")
            #expect(difference.facts.first?.kind == "permission" && difference.facts.first?.isCritical == true)
            #expect(Set(difference.files.filter { $0.state != "same" }.map(\.path)) == ["app.js", "manifest.json"])
            let checks: CheckView = try Self.json(
                try await center.send("GET", Self.path(3, "checks"), as: people.rita, nil))
            #expect(checks.base == 1 && Set(checks.findings.map(\.code)).isSuperset(of: ["perm-added", "perm-unused"]))
            let lines: FileDifferenceView = try Self.json(
                try await center.send("GET", Self.path(3, "diff/file?path=app.js"), as: people.rita, nil))
            #expect(lines.hunks.first?.lines.map { $0.text } == ["one();", "two();", "2();"])
            let other: DifferenceView = try Self.json(
                try await center.send("GET", Self.path(3, "diff?base=2"), as: people.rita, nil))
            #expect(other.base == 2)
            let first: DifferenceView = try Self.json(
                try await center.send("GET", Self.path(3, "diff?base=0"), as: people.rita, nil))
            #expect(first.base == nil && first.files.allSatisfy { $0.state == "added" })
            for (path, status) in [
                ("diff?base=9", 404), ("diff?base=x", 400), ("diff?base=-1", 400),
                ("diff?base=99999999999999999999", 404),
                ("diff/file?path=none", 404), ("diff/file", 400), ("file?path=../../manifest.json", 404), ("file", 400),
                ("file?path=%00", 400),
            ] {
                #expect(
                    try await center.send("GET", Self.path(3, path), as: people.rita, nil).status == status, "\(path)")
            }
        }
    }

    @Test("Files are for those who may read the version", arguments: BackEnd.sample(1))
    func files(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Self.people(center)
            try await Self.upload(Self.sample(1, script: "one();\n"), as: people.dev, center)
            let expected = [people.rita: 200, people.dev: 200, people.aud: 200, people.stranger: 404]
            for rest in [
                "file?path=app.js", "file/contents?path=app.js", "diff", "diff/file?path=app.js", "viewed", "checks",
                "comments", "history",
            ] {
                for (token, status) in expected {
                    #expect(
                        try await center.send("GET", Self.path(1, rest), as: token, nil).status == status, "\(rest)")
                }
            }
            let file: FileView = try Self.json(
                try await center.send("GET", Self.path(1, "file?path=app.js"), as: people.aud, nil))
            #expect(file.lines == ["one();"] && file.isText && !file.isBroken)
            let viewed = #"{"path": "app.js", "isViewed": true}"#
            #expect(try await center.send("PUT", Self.path(1, "viewed"), as: people.rita, viewed).status == 204)
            func paths(_ code: Int, _ token: String) async throws -> [String] {
                try Self.json(try await center.send("GET", Self.path(code, "viewed"), as: token, nil), ViewedView.self)
                    .paths
            }
            #expect(try await paths(1, people.rita) == ["app.js"])
            #expect(try await paths(1, people.rob).isEmpty)
            try await Self.upload(Self.sample(2, script: "one();\n", ["description": "Other."]), as: people.dev, center)
            try await Self.upload(Self.sample(3, script: "two();\n"), as: people.dev, center)
            #expect(try await paths(2, people.rita) == ["app.js"])
            #expect(try await paths(3, people.rita).isEmpty)
            let none = #"{"path": "none", "isViewed": true}"#
            #expect(try await center.send("PUT", Self.path(1, "viewed"), as: people.rita, none).status == 404)
        }
    }

    @Test(
        "Reviewers and authors talk; what must change keeps a version from being approved", arguments: BackEnd.sample(0)
    )
    func conversation(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let people = try await Self.people(center)
            try await Self.upload(Self.sample(1, script: "one();\n"), as: people.dev, center)
            func say(_ code: Int, _ body: String, as token: String) async throws -> TestCenter.Answer {
                try await center.send("POST", Self.path(code, "comments"), as: token, body)
            }
            let demand =
                #"{"kind": "mustChange", "body": "Not so.", "path": "app.js", "line": 1, "lineText": "one();"}"#
            #expect(try await say(1, demand, as: people.dev).status == 403)
            #expect(try await say(1, demand, as: people.aud).status == 403)
            #expect(try await say(1, demand, as: people.stranger).status == 404)
            for body in [
                #"{"kind": "shout", "body": "x"}"#, #"{"kind": "note", "body": ""}"#, #"{"kind": "note"}"#,
                #"{"kind": "note", "body": "x", "line": 0}"#,
                #"{"kind": "note", "body": "x", "answers": "", "path": ""}"#,
                #"{"kind": "note", "body": "\#(String(repeating: "x", count: 4_001))"}"#,
                #"{"kind": "note", "body": "a\u0000b"}"#, "[]", "",
            ] {
                #expect(try await say(1, body, as: people.rita).status == 400, "\(body.prefix(60))")
            }
            #expect(try await say(1, #"{"kind": "note", "body": "  "}"#, as: people.rita).status == 422)
            #expect(
                try await say(1, #"{"kind": "note", "body": "x", "answers": "none"}"#, as: people.rita).status == 404)
            let made: ReviewCommentView = try Self.json(try await say(1, demand, as: people.rita))
            #expect(made.kind == "mustChange" && made.isOwn && made.authorName == "Rita")
            let answer = #"{"kind": "note", "body": "Why?", "answers": "\#(made.id)"}"#
            let said = try await say(1, answer, as: people.dev)
            #expect(said.status == 201)
            // The author resolves it.
            func resolve(_ code: Int, _ isResolved: Bool, as token: String) async throws -> Int {
                try await center.send(
                    "PUT", Self.path(code, "comments/\(made.id)"), as: token, #"{"isResolved": \#(isResolved)}"#
                ).status
            }
            #expect(try await resolve(1, true, as: people.dev) == 403)
            #expect(try await resolve(1, true, as: people.rob) == 403)
            let submission = #"{"notes": "New.", "release": "manual"}"#
            #expect(try await center.send("POST", Self.path(1, "submit"), as: people.dev, submission).status == 200)
            #expect(try await center.send("POST", Self.path(1, "claim"), as: people.rita, nil).status == 200)
            let refused = try await center.send("POST", Self.path(1, "approvals"), as: people.rita, "{}")
            #expect(refused.status == 409 && refused.member("rule") == "must-change")
            // It is carried over to the next version, where it is resolved.
            let reject = #"{"reasons": ["other"], "comment": "See there."}"#
            #expect(try await center.send("POST", Self.path(1, "reject"), as: people.rita, reject).status == 200)
            try await Self.upload(Self.sample(2, script: "zero();\none();\n"), as: people.dev, center)
            func comments(_ code: Int, as token: String) async throws -> [ReviewCommentView] {
                try Self.json(
                    try await center.send("GET", Self.path(code, "comments"), as: token, nil),
                    PageView<ReviewCommentView>.self
                ).items
            }
            let carried = try await comments(2, as: people.dev)
            #expect(carried.map(\.body) == ["Not so.", "Why?"] && carried.map(\.code) == [1, 1])
            #expect(carried.map(\.authorName) == [nil, "Dev"], "reviewers are not named to those who do not know them")
            #expect(try await resolve(2, true, as: people.rita) == 200)
            let resolved = try await comments(2, as: people.dev)
            #expect(
                resolved.map(\.body) == ["Not so.", "Why?"] && resolved.first?.resolved != nil, "it led to this version"
            )
            try await Self.approve(2, people, center)
            // Of a reviewer who has left, others resolve what is open.
            let last: ReviewCommentView = try Self.json(try await say(2, demand, as: people.rita))
            try await center.people.store.change(by: .operator) {
                try $0.removeMember("rita", from: "acme", by: .operator)
            }
            let body = #"{"isResolved": true}"#
            #expect(
                try await center.send("PUT", Self.path(2, "comments/\(last.id)"), as: people.rob, body).status == 200)
            #expect(try await center.people.store.read { try AuditLog.problems($0.session) }.isEmpty)
        }
    }
}
