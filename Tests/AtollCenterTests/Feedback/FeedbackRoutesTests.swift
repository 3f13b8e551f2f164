import AtollCatalog
import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("What users say, over HTTP")
struct FeedbackRoutesTests {
    private static let path = "/v1/miniapps/com.example.kudos"

    private static func feedback(
        _ method: String, _ part: String, of user: String, _ json: String? = nil, _ center: TestCenter
    ) async throws -> (status: Int, feedback: MiniAppFeedback?) {
        let answer = try await center.send(
            method, "\(path)/\(part)", token: try await center.token(of: user), body: json.map { Data($0.utf8) })
        return (answer.status, try? JSONDecoder.center.decode(MiniAppFeedback.self, from: answer.body))
    }

    private static func rate(_ stars: Int, of user: String, _ center: TestCenter) async throws -> MiniAppFeedback {
        let body = #"{"stars": \#(stars), "code": 1}"#
        let (status, found) = try await feedback("POST", "rating", of: user, body, center)
        #expect(status == 200)
        return try #require(found)
    }

    private static func report(_ text: String, kind: String = "broken", code: Int = 1) throws -> String {
        let body = NewProblemReport(
            kind: try #require(ProblemReport.Kind(rawValue: kind)), text: text, code: code, platform: "web")
        return String(decoding: try JSONEncoder.center.encode(body), as: UTF8.self)
    }

    private static func run(on backEnd: BackEnd, _ body: @escaping @Sendable (TestCenter) async throws -> Void)
        async throws
    {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp(id: "com.example.kudos"))
            try await center.organization("example", publisher: "com.example")
            try await center.organization("other")
            try await body(center)
        }
    }

    @Test("A user has one rating; an average is told once five have rated", arguments: BackEnd.allCases)
    func ratings(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { center in
            let (status, none) = try await Self.feedback("GET", "feedback", of: "u1", nil, center)
            #expect(status == 200 && none == MiniAppFeedback(rating: nil, ownStars: nil, problems: []))
            for (number, stars) in [5, 4, 4, 3].enumerated() {
                let said = try await Self.rate(stars, of: "u\(number)", center)
                #expect(said.ownStars == stars && said.rating == nil)
            }
            let fifth = try await Self.rate(5, of: "u5", center)
            #expect(fifth.rating == .init(average: 4.2, count: 5))
            // The same user again: the last one counts, and one change is not told.
            let said = try await Self.rate(4, of: "u5", center)
            #expect(said.rating == .init(average: 4.2, count: 5) && said.ownStars == 4)
            _ = try await Self.rate(5, of: "u5", center)

            let auditor = try await center.session("aud", of: "example", as: [AssignedRole(.auditor)])
            let seen = try await center.send("GET", Self.path + "/ratings", as: auditor, nil)
            let ratings = try JSONDecoder().decode(RatingsView.self, from: seen.body)
            #expect(ratings.all?.counts == [0, 0, 1, 2, 2] && ratings.all?.average == 4.2)
            #expect(ratings.versions.map(\.count) == [5])
            let stranger = try await center.session("eve", of: "other", as: [], isConfirmed: true)
            #expect(try await center.send("GET", Self.path + "/ratings", as: stranger, nil).status == 404)

            var after = try await Self.rate(0, of: "u5", center)
            #expect(after.ownStars == nil)
            for number in 0..<4 { after = try await Self.rate(0, of: "u\(number)", center) }
            #expect(after.rating == nil)
            let hidden = try await center.send("GET", Self.path + "/ratings", as: auditor, nil)
            #expect(try JSONDecoder().decode(RatingsView.self, from: hidden.body).all == nil)
        }
    }

    @Test(
        "A report is read and answered by those who may, and the answer reaches the user", arguments: BackEnd.sample(1))
    func reports(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { center in
            let words = "It stops.\r\nAlways \u{202E}so\u{7}. \u{1F468}\u{200D}\u{1F469}"
            let (status, said) = try await Self.feedback("POST", "problems", of: "ada", Self.report(words), center)
            let own = try #require(said?.problems.first)
            #expect(status == 200 && own.state == .open && own.answer == nil)
            // Without what turns or rings, and with what a family is made of.
            #expect(own.text == "It stops.\nAlways so. \u{1F468}\u{200D}\u{1F469}")
            #expect(try await Self.feedback("GET", "feedback", of: "ben", nil, center).feedback?.problems == [])

            let dev = try await center.session("dev", of: "example", as: [AssignedRole(.developer)])
            let auditor = try await center.session("aud", of: "example", as: [AssignedRole(.auditor)])
            let stranger = try await center.session("eve", of: "other", as: [])
            let list = try await center.send("GET", Self.path + "/problems?state=open", as: dev, nil)
            let found = try JSONDecoder().decode(PageView<ProblemReportView>.self, from: list.body)
            #expect(found.items.map(\.id) == [own.id] && found.next == nil && found.items.first?.platform == "web")
            // The user and the time of day stay unknown.
            let object = try JSONSerialization.jsonObject(with: list.body) as? [String: [[String: Any]]]
            #expect(
                object?["items"]?.first.map { Set($0.keys) } == [
                    "id", "superApp", "code", "platform", "kind", "text", "reported", "state", "mayDecide",
                ])
            #expect(found.items.first?.reported.count == 10)
            #expect(try await center.send("GET", Self.path + "/problems", as: auditor, nil).status == 403)
            #expect(try await center.send("GET", Self.path + "/problems", as: stranger, nil).status == 404)
            #expect(try await center.send("GET", Self.path + "/problems?state=x", as: dev, nil).status == 400)

            let place = "\(Self.path)/problems/\(own.id)"
            let answer = #"{"state": "answered", "answer": "Mended in 2."}"#
            #expect(try await center.send("PUT", place, as: auditor, answer).status == 403)
            #expect(try await center.send("PUT", place, as: stranger, answer).status == 404)
            #expect(try await center.send("PUT", place + "0", as: dev, answer).status == 404)
            #expect(try await center.send("PUT", place, as: dev, #"{"state": "answered"}"#).status == 422)
            let both = #"{"state": "dismissed", "answer": "x"}"#
            #expect(try await center.send("PUT", place, as: dev, both).status == 422)
            #expect(
                try await center.send("PUT", place, as: dev, #"{"state": "answered", "answer": " \u2060"}"#).status
                    == 422)
            #expect(try await center.send("PUT", place, as: dev, answer).status == 200)
            #expect(try await center.send("PUT", place, as: dev, answer).status == 409)
            let told = try await Self.feedback("GET", "feedback", of: "ada", nil, center).feedback?.problems.first
            #expect(told?.state == .answered && told?.answer == "Mended in 2.")
            // Opened again, nothing is left of the answer.
            let again = try await center.send("PUT", place, as: dev, #"{"state": "open"}"#)
            let opened = try JSONDecoder().decode(ProblemReportView.self, from: again.body)
            #expect(
                opened.state == "open" && opened.answer == nil && opened.decided == nil && opened.decider == nil
                    && opened.mayDecide)

            let actions = try await center.people.store.read {
                try AuditLog.entries(AuditFilter(), before: nil, limit: 50, $0.session)
            }
            let noted = actions.filter { $0.action.hasPrefix("problem:") }
            #expect(noted.map(\.action) == ["problem:decide", "problem:decide", "problem:report"])
            #expect(noted.allSatisfy { $0.subject == own.id && $0.comment == nil })
        }
    }

    @Test("A long list is read page by page", arguments: BackEnd.sample(0))
    func pages(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { center in
            for number in 1...5 {
                _ = try await Self.feedback("POST", "problems", of: "u\(number)", Self.report("No. \(number)"), center)
            }
            let dev = try await center.session("dev", of: "example", as: [AssignedRole(.developer)])
            var (texts, cursor): ([String], String?) = ([], "")
            while let next = cursor {
                let query = "?limit=2" + (next.isEmpty ? "" : "&cursor=\(next)")
                let answer = try await center.send("GET", Self.path + "/problems" + query, as: dev, nil)
                let page = try JSONDecoder().decode(PageView<ProblemReportView>.self, from: answer.body)
                texts += page.items.map(\.text)
                cursor = page.next
            }
            #expect(texts == (1...5).reversed().map { "No. \($0)" })
        }
    }

    @Test("Hostile words are refused, and floods end", arguments: BackEnd.sample(1))
    func hostile(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { center in
            func status(_ part: String, _ body: String, of user: String = "ada") async throws -> Int {
                try await Self.feedback("POST", part, of: user, body, center).status
            }
            let long = String(repeating: "é", count: ProblemReport.maximumText + 1)
            let reports = [
                "", "[]", "{}", try Self.report("x").replacing("broken", with: "evil"),
                try Self.report("x").replacing("\"id\":\"", with: "\"id\":\"x"),
                try Self.report("x").replacing("\"id\":\"", with: "\"id\":\"").replacing("\"code\"", with: "\"cod\""),
                try Self.report("x").replacing("}", with: #", "more": 1}"#), try Self.report(long),
                try Self.report("x").replacing("web", with: "toaster"),
                try Self.report("x").replacing("\"text\":\"x\"", with: #""text":"\u0000""#),
            ]
            for (number, body) in reports.enumerated() {
                #expect(try await status("problems", body, of: "a\(number)") == 400, "\(body.prefix(60))")
            }
            for unseen in [" \n\u{202E} ", "\u{2060}", "\u{200E}\u{AD}", "\t"] {
                #expect(try await status("problems", Self.report(unseen)) == 422)
            }
            #expect(try await status("problems", Self.report("x", code: 7)) == 422)
            #expect(try await status("problems", String(repeating: " ", count: 100_000)) == 413)
            for body in [
                #"{"stars": 6, "code": 1}"#, #"{"stars": -1, "code": 1}"#, #"{"stars": 3.5, "code": 1}"#, "{}",
            ] {
                #expect(try await status("rating", body) == 400, "\(body)")
            }
            #expect(try await status("rating", #"{"stars": 3, "code": 99}"#) == 422)

            // A user who may not open it can't rate it; a server that speaks for all is not a user; and neither is a
            // key.
            let body = Data(try Self.report("x").utf8)
            let shell = try await center.token(scope: "reports")
            for (token, expected) in [(shell, 403), (center.apiKey, 401), (nil, 401)] as [(String?, Int)] {
                for part in ["problems", "rating"] {
                    #expect(
                        try await center.send("POST", "\(Self.path)/\(part)", token: token, body: body).status
                            == expected)
                }
            }
            let token = try await center.token()
            let other = "/v1/miniapps/com.example.none/problems"
            #expect(try await center.send("POST", other, token: token, body: body).status == 404)

            // Twice the same is one; another user's id is separate.
            let once = try Self.report("x")
            #expect(try await status("problems", once, of: "tom") == 200)
            let twice = try await Self.feedback("POST", "problems", of: "tom", once, center)
            #expect(twice.status == 200 && twice.feedback?.problems.count == 1)
            #expect(try await status("problems", once, of: "tim") == 409)
            // A gap stays a gap, and no more.
            let gap = try Self.report("a" + String(repeating: "\r\n", count: 500) + "b\tc\u{2028}d")
            let kept = try await Self.feedback("POST", "problems", of: "gap", gap, center).feedback?.problems.first
            #expect(kept?.text == "a\n\nb c\nd")

            // A user has no more than a few that wait.
            var statuses: [Int] = []
            for _ in 0..<12 { statuses.append(try await status("problems", Self.report("x"), of: "eve")) }
            let most = StoredProblemReport.maximumOpenOfOne
            #expect(statuses.prefix(most).allSatisfy { $0 == 200 } && statuses[most] == 409)
            #expect(statuses.last == 429)
            #expect(try await status("problems", Self.report("x"), of: "ben") == 200)
        }
    }

    @Test("The longest answer that there can be is read", arguments: BackEnd.sample(0))
    func longest(_ backEnd: BackEnd) async throws {
        try await Self.run(on: backEnd) { center in
            let dev = try await center.session("dev", of: "example", as: [AssignedRole(.developer)])
            let words = String(repeating: "\u{1F40B}", count: ProblemReport.maximumText)
            let transport = HTTPCatalogTransport()
            let token = try await center.token(of: "ada")
            let catalog = MiniAppCatalog(
                center: center.address,
                cache: try MiniAppCache(directory: center.directory.url.appending(path: "cache")),
                releases: try center.releases(in: center.directory.url.appending(path: "trust-of-device")),
                transport: transport
            ) { token }
            let id = MiniAppID("com.example.kudos")!
            for _ in 0..<5 {
                let new = NewProblemReport(kind: .other, text: words, code: 1, platform: "web")
                let said = try await catalog.report(new, on: id)
                #expect(said.problems.first?.text == words)
                let body = String(
                    decoding: try JSONEncoder().encode(["state": "answered", "answer": words]), as: UTF8.self)
                #expect(try await center.send("PUT", "\(Self.path)/problems/\(new.id)", as: dev, body).status == 200)
            }
            let feedback = try await catalog.feedback(on: id)
            #expect(feedback.problems.count == 5 && feedback.problems.allSatisfy { $0.answer == words })
            await #expect(throws: FeedbackError.refused("\"code\" must be the code of a version that was released.")) {
                try await catalog.rate(id, stars: 5, code: 9)
            }
        }
    }
}
