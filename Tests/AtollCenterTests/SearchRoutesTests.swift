import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Searching over HTTP")
struct SearchRoutesTests {
    private static let attributes = """
        [{"name": "category", "type": "choice", "choices": ["Finance", "Fun"], "required": true},
         {"name": "price", "type": "number"}, {"name": "note", "type": "text"}]
        """

    private static func fill(_ center: TestCenter) async throws {
        #expect(try await center.put("/v1/superapps/com.example.super/attributes", attributes).status == 204)
        for (id, name) in [("a", "Alpha"), ("b", "Beta, the \"second\""), ("c", "100 % Fun 🎉")] {
            try await center.upload(SampleMiniApp(id: "com.example.\(id)", name: name))
        }
        let details = [
            "a": #"{"tags": ["money"], "attributes": {"com.example.super": {"category": "Finance", "price": 2.5}}}"#,
            "b": """
            {"tags": ["fun"], "places": [{"name": "Suva", "point": {"latitude": -18.1, "longitude": 178.4}},
             {"name": "Apia", "point": {"latitude": -13.8, "longitude": -171.8}}],
             "attributes": {"com.example.super": {"category": "Fun", "note": "a, \\"b\\" & 50 %"}}}
            """,
        ]
        for (id, json) in details {
            let answer = try await center.put("/v1/miniapps/com.example.\(id)/details", json)
            #expect(answer.status == 204, "\(String(decoding: answer.body, as: UTF8.self))")
        }
    }

    private static func filter(_ json: String) -> String {
        "where=" + json.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
    }

    @Test(
        "Text, tag, place and filters find the right mini apps, whatever characters they contain",
        arguments: BackEnd.allCases)
    func finds(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.fill(center)
            let all = ["100 % Fun 🎉", "Alpha", "Beta, the \"second\""]
            let expected: [(query: String, names: [String])] = [
                ("", all), ("text=", all), ("text=%20%09", all), ("where=", all), (Self.filter("[]"), all),
                ("text=100%20%25", [all[0]]), ("text=%F0%9F%8E%89", [all[0]]), ("text=%22second%22", [all[2]]),
                ("text=beta%2C", [all[2]]), ("text=%25", []), ("text=%22%27%2C%3B--", []),
                ("text=ALPHÄ".urlQuery, [all[1]]),
                ("tag=money", [all[1]]), ("tag=mon", []), ("tag=Money", []),
                ("near=-18.1,178.4&radius=1", [all[2]]), ("near=0,0&radius=1000", []),
                // Across the 180th meridian: Apia is 1,100 km from Suva.
                ("near=-14,179.9&radius=1000000", [all[2]]), ("near=90,0&radius=20015114", [all[2]]),
                (Self.filter(#"[{"field": "category", "operator": "equals", "value": "finance"}]"#), [all[1]]),
                (
                    Self.filter(#"[{"field": "category", "operator": "notEquals", "value": "Finance"}]"#),
                    [all[0], all[2]]
                ),
                (Self.filter(#"[{"field": "price", "operator": "greaterOrEquals", "value": 2.5}]"#), [all[1]]),
                (Self.filter(#"[{"field": "price", "operator": "in", "value": [1, 2.5]}]"#), [all[1]]),
                (Self.filter(#"[{"field": "note", "operator": "contains", "value": "\"b\" & 50 %"}]"#), [all[2]]),
                (
                    Self.filter(
                        """
                        [{"field": "name", "operator": "less", "value": "b"}, {"field": "code", "operator": "equals", "value": 1},
                         {"field": "published", "operator": "greater", "value": "2020-01-01T00:00:00Z"}]
                        """), [all[0], all[1]]
                ),
            ]
            for (query, names) in expected {
                #expect(try await center.found(query) == names, "\(query)")
            }
            let answer = try await center.send("GET", "/v1/miniapps?tag=fun", token: center.token())
            let page = try JSONDecoder.center.decode(MiniAppListingPage.self, from: answer.body)
            #expect(page.items[0].attributes == ["category": "Fun", "note": "a, \"b\" & 50 %"])
            #expect(page.items[0].places?.map(\.name) == ["Suva", "Apia"])
        }
    }

    /// All cases share one server.
    private static let refusesCases: [(String, String)] = [
        ("start=-1", "start"), ("start=10001", "start"), ("count=1001", "count"), ("count=-1", "count"),
        ("near=0,0&radius=0", "radius"), ("near=0,0&radius=-1", "radius"), ("near=0,0&radius=40000000", "radius"),
        ("near=0,0&radius=nan", "radius"), ("near=0,0", "radius"), ("near=91,0&radius=1", "near"),
        ("near=0,181&radius=1", "near"), ("near=0&radius=1", "near"), ("near=nan,0&radius=1", "near"),
        ("radius=5", "radius"), ("tag=", "tag"), ("text=a&tag=b", "tag"), ("featured=yes", "featured"),
        ("colour=red", "colour"), ("text=a&text=b", "text"), ("cursor=x", "cursor"),
        ("cursor=eyJzdGFydCI6LTF9", "cursor"),
        ("near=0,0&radius=100&cursor=eyJzdGFydCI6OTIyMzM3MjAzNjg1NDc3NTgwNywidGllciI6MCwibnVtYmVyIjowfQ", "cursor"),
        ("where=%7B%7D", "where"), ("where=%5B", "where"),
        (filter("[1]"), "where[0]"),
        (filter(#"[{"field": "colour", "operator": "equals", "value": 1}]"#), "where[0].field"),
        (filter(#"[{"field": "name", "operator": "like", "value": "x"}]"#), "where[0].operator"),
        (filter(#"[{"field": "name", "operator": "equals", "value": 5}]"#), "where[0].value"),
        (filter(#"[{"field": "price", "operator": "equals", "value": "5"}]"#), "where[0].value"),
        (filter(#"[{"field": "price", "operator": "equals", "value": 1e999}]"#), "where[0].value"),
        (filter(#"[{"field": "price", "operator": "contains", "value": 5}]"#), "where[0].operator"),
        (filter(#"[{"field": "price", "operator": "in", "value": []}]"#), "where[0].value"),
        (filter(#"[{"field": "price", "operator": "equals", "value": 1, "extra": 1}]"#), "where[0].extra"),
        (filter(#"[{"field": "published", "operator": "less", "value": "today"}]"#), "where[0].value"),
        (filter(#"[{"field": "elsewhere", "operator": "equals", "value": "x"}]"#), "where[0].field"),
        ("text=" + String(repeating: "a", count: 201), "text"),
        ("text=a%20b%20c%20d%20e%20f%20g%20h%20i%20j%20k", "text"),
        ("text=" + String(repeating: "%20", count: 3_000), "query"),
    ]

    @Test("An invalid search is a 400 that names the parameter")
    func refuses() async throws {
        try await TestCenter.run { center in
            try await center.put("/v1/superapps/com.example.super/attributes", Self.attributes)
            // Another super app's attributes can't be used in this one.
            try await center.put(
                "/v1/superapps/com.example.other/attributes", #"[{"name": "elsewhere", "type": "text"}]"#)
            for (query, subject) in Self.refusesCases {
                let answer = try await center.send("GET", "/v1/miniapps?\(query)", token: center.token())
                #expect(answer.status == 400, "\(query)")
                #expect(answer.member("subject") == subject, "\(query)")
            }
        }
    }

    @Test(
        "Super app, its version and the platform determine what is found, in lists, in counts and by id",
        arguments: BackEnd.sample(1))
    func hosts(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            var demanding = SampleMiniApp(id: "com.example.p", name: "Platform 3")
            demanding.members["platform_version"] = ["min_code": 3]
            try await center.upload(demanding)
            try await center.upload(SampleMiniApp(id: "com.example.h", name: "Host 2"))
            try await center.put("/v1/miniapps/com.example.h/access", #"{"roles": [], "minimumHost": "2.0"}"#)
            let cases: [(host: String, names: [String])] = [
                ("com.example.super/1.9 platform/1", []), ("com.example.super/2.0 platform/1", ["Host 2"]),
                ("com.example.super/10 platform/3", ["Host 2", "Platform 3"]), ("com.example.other/2.0 platform/3", []),
            ]
            for (host, names) in cases {
                let superApp = String(host.prefix { $0 != "/" })
                let token = try await center.token(superApp: superApp)
                let answer = try await center.send("GET", "/v1/miniapps", token: token, host: host)
                let page = try JSONDecoder.center.decode(MiniAppListingPage.self, from: answer.body)
                #expect(page.items.map(\.name) == names && page.total == names.count)
                for (id, name) in [("com.example.p", "Platform 3"), ("com.example.h", "Host 2")] {
                    let answer = try await center.send("GET", "/v1/miniapps/\(id)", token: token, host: host)
                    #expect(answer.status == (names.contains(name) ? 200 : 404))
                }
            }
            // A token is valid only for the super app that it was issued for.
            for (superApp, status) in [("com.example.super", 403), (nil, 401)] as [(String?, Int)] {
                let token = try await center.token(superApp: superApp)
                let answer = try await center.send(
                    "GET", "/v1/miniapps", token: token, host: "com.example.other/2.0 platform/3")
                #expect(answer.status == status)
            }
            for host in [nil, "", "x", "a/1", "a/1 platform/0", "a/1 platform/x", "a/b/1 platform/1"] {
                let answer = try await center.send("GET", "/v1/miniapps", token: center.token(), host: host)
                #expect(answer.status == 400 && answer.member("subject") == "Atoll-Host")
            }
            // The descriptor announces the minimum version of the super app, too.
            let descriptor = try await center.center.repository.descriptor(of: MiniAppID("com.example.h")!)
            #expect(descriptor?.releases.first?.minimumHost == "2.0")
        }
    }

    @Test("Featured mini apps are found in their order, during their time", arguments: BackEnd.sample(0))
    func featured(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.fill(center)
            // One that has ended since it was set.
            let over = FeaturedMiniApp(
                miniApp: MiniAppID("com.example.b")!, from: Date(timeIntervalSince1970: 1_577_836_800),
                to: Date(timeIntervalSince1970: 1_609_459_200))
            try await center.center.store.setFeatured([over], of: "com.example.super", at: over.from)
            let put = try await center.put(
                "/v1/superapps/com.example.super/featured",
                """
                [{"miniApp": "com.example.c", "from": "2020-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"},
                 {"miniApp": "com.example.b", "from": "2020-01-01T00:00:00Z", "to": "2021-01-01T00:00:00Z"},
                 {"miniApp": "com.example.a", "from": "2020-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"}]
                """)
            #expect(put.status == 204)
            #expect(try await center.found("featured=true") == ["100 % Fun 🎉", "Alpha"])
            #expect(try await center.found("featured=true&count=1&start=1") == ["Alpha"])
        }
    }

    @Test(
        "A letter that combines with a quotation mark into one character can be searched for",
        arguments: BackEnd.sample(1))
    func quotation(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.fill(center)
            #expect(try await center.found("text=" + "\u{0D4E}\" \u{111C2}\"*".urlQuery) == [])
        }
    }

    @Test(
        "A super app's home configuration is stored in the repository, and can be read again",
        arguments: BackEnd.sample(0))
    func home(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let address = "/v1/superapps/com.example.super/home"
            #expect(try await center.put(address, #"{"off": ["a"]}"#).status == 204)
            let found = try await center.center.repository.homeConfiguration(of: "com.example.super")
            #expect(found == Data(#"{"off": ["a"]}"#.utf8))
        }
    }

    @Test(
        "A cached result is dropped by a publication or a change of details or roles that affects it",
        arguments: BackEnd.sample(1))
    func freshness(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.fill(center)
            let (text, tag) = ("text=alp", "tag=money")
            for _ in 0..<2 { #expect(try await center.found(text) == ["Alpha"]) }
            #expect(try await center.found(tag) == ["Alpha"])
            try await center.upload(SampleMiniApp(id: "com.example.a", name: "Alphabet", code: 2))
            #expect(try await center.found(text) == ["Alphabet"])
            try await center.upload(SampleMiniApp(id: "com.example.z", name: "Alp"))
            #expect(try await center.found(text) == ["Alp", "Alphabet"])
            try await center.put("/v1/miniapps/com.example.z/details", #"{"tags": ["money"]}"#)
            #expect(try await center.found(tag) == ["Alp", "Alphabet"])
            try await center.put("/v1/miniapps/com.example.z/access", #"{"roles": ["Boss"]}"#)
            #expect(try await center.found(tag) == ["Alphabet"])
            #expect(try await center.found(tag, roles: ["Boss"]) == ["Alp", "Alphabet"])
        }
    }

    /// All cases share one server.
    private static let limitsCases: [(String, String)] = [
        ("/v1/miniapps/com.example.a/details", "[]"), ("/v1/miniapps/com.example.a/details", "{"),
        ("/v1/miniapps/com.example.a/details", #"{"tags": [""]}"#),
        (
            "/v1/miniapps/com.example.a/details",
            #"{"places": [{"name": "x", "point": {"latitude": 91, "longitude": 0}}]}"#
        ),
        ("/v1/miniapps/com.example.a/details", #"{"attributes": {"com.example.super": {"price": 1}}}"#),
        ("/v1/miniapps/com.example.a/details", #"{"attributes": {"com.example.super": {"category": "Golf"}}}"#),
        (
            "/v1/miniapps/com.example.a/details",
            #"{"attributes": {"com.example.super": {"category": "Fun", "colour": "red"}}}"#
        ),
        ("/v1/superapps/com.example.super/attributes", #"[{"name": "name", "type": "text"}]"#),
        ("/v1/superapps/com.example.super/attributes", #"[{"name": "1st", "type": "text"}]"#),
        ("/v1/superapps/com.example.super/attributes", #"[{"name": "a", "type": "colour"}]"#),
        ("/v1/superapps/com.example.super/attributes", #"[{"name": "a", "type": "choice", "choices": []}]"#),
        ("/v1/superapps/com.example.super/featured", #"[{"miniApp": "com.example.a"}]"#),
        ("/v1/superapps/com.example.super/home", #"{"order": [1]}"#),
        ("/v1/superapps/com.example.super/home", "no JSON"),
        (
            "/v1/superapps/com.example.super/featured",
            #"[{"miniApp": "com.example.a", "from": "2030-01-01T00:00:00Z", "to": "2029-01-01T00:00:00Z"}]"#
        ),
    ]

    @Test("Details and settings must keep to their limits, and to the attributes that the super app defines")
    func limits() async throws {
        try await TestCenter.run { center in
            try await center.put("/v1/superapps/com.example.super/attributes", Self.attributes)
            for (path, json) in Self.limitsCases {
                let answer = try await center.put(path, json)
                #expect(answer.status == 400 && answer.member("subject") != nil, "\(path) \(json)")
                let stranger = try await center.send("PUT", path, token: center.token(), body: Data(json.utf8))
                #expect(stranger.status == 401, "\(path) \(json)")
            }
        }
    }
}

extension String {
    var urlQuery: String { addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)! }
}
