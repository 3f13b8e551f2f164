import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

/// Compares the search in a database with a plain loop over all entries that calls ``SearchQuery/matches(_:)``.
@Suite("Search")
struct SearchTests {
    private static let superApp = "com.example.super"
    private static let words = [
        "expense", "Expenses", "Ausgaben", "kudos", "Küche", "directory", "team", "time", "🎉", "通讯录", "100%", "a",
        "e-mail", "ตลาดนัดกลางคืน", "北京烤鸭外卖送餐", "ISPARTA", "ıspanak",
    ]
    private static let definitions: [AttributeDefinition] = [
        AttributeDefinition("category", .choice(["Finance", "Fun", "Work"])), AttributeDefinition("price", .number),
        AttributeDefinition("note", .text),
    ]

    private struct Catalog {
        let stores: CenterStores
        var store: any CatalogStore { stores.catalog }
        var entries: [SearchEntry]
        let audiences: [Int64]
        let directory: TemporaryDirectory
    }

    private static func fill(_ count: Int, seed: UInt64, _ backEnd: BackEnd) async throws -> Catalog {
        let directory = try TemporaryDirectory()
        let stores = try await backEnd.stores(in: directory.url)
        try await stores.catalog.setAttributes(definitions, of: superApp)
        var random = SeededGenerator(seed: seed)
        let entries = (0..<count).map { entry($0, &random) }
        try await stores.catalog.addSamples(entries)
        let visitor = Visitor(roles: ["Sales"], host: TestTrust.host)
        return Catalog(
            stores: stores, entries: entries.filter { $0.audience.includes(visitor) },
            audiences: try await stores.catalog.audiences(of: visitor), directory: directory)
    }

    private static func entry(_ number: Int, _ random: inout SeededGenerator) -> SearchEntry {
        func text(_ count: Int) -> String {
            (0..<count).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
        }
        var sample = SampleMiniApp(id: "com.example.n\(number)", name: text(Int.random(in: 1...3, using: &random)))
        sample.members["description"] = text(Int.random(in: 1...6, using: &random))
        let manifest = try! Manifest(decoding: sample.manifest)
        let files = FileListReference(
            sha256: SHA256Hash(of: Data("\(number)".utf8)), length: 1, count: 1,
            bytes: Int.random(in: 0...1_000, using: &random))
        var details = MiniAppDetails(
            keywords: Bool.random(using: &random) ? [text(1)] : [],
            tags: ["a", "b", "Ä"].filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
        for index in 0..<Int.random(in: 0...2, using: &random) {
            let point = GeoPoint(
                latitude: [89.99, 0, -33.4, Double.random(in: -90...90, using: &random)].randomElement(using: &random)!,
                longitude: [179.99, -179.99, 0, Double.random(in: -180...180, using: &random)]
                    .randomElement(using: &random)!)!
            details.places.append(.init(name: "p\(index)", point: point))
        }
        var attributes: [String: AttributeValue] = [:]
        if Bool.random(using: &random) {
            attributes["category"] = .text(["Finance", "Fun", "Work"].randomElement(using: &random)!)
        }
        if Bool.random(using: &random) { attributes["price"] = .number(Double(Int.random(in: 0...5, using: &random))) }
        if Bool.random(using: &random) { attributes["note"] = .text(text(2)) }
        details.attributes = [superApp: attributes]
        let roles = [[], [], ["Sales"], ["Boss"], ["Boss", "Sales"]].randomElement(using: &random)!
        return SearchEntry(
            listing: MiniAppListing(
                manifest: manifest, icon: nil, files: files, published: Date(timeIntervalSince1970: 1_000)),
            publisher: TestTrust.publisher, details: details,
            audience: Audience(roles: roles, superApps: [superApp], minimumPlatform: 1, minimumHost: nil))
    }

    private static func queries(_ random: inout SeededGenerator) -> SearchQuery {
        let subjects: [SearchQuery.Subject] = [
            .all, .tag("a"), .tag("Ä"), .tag("A"),
            text(words.randomElement(using: &random)!), text("exp"), text("ku"), text("e"), text("team ti"), text("🎉"),
            text("通"), text("%"), text("\"'; --"), text("KÜCHE"), text("kuche"),
            text("讯录"), text("กลาง"), text("นัดกลางคืน"), text("烤鸭外卖送"), text("ISPA"),
            .near(
                GeoPoint(
                    latitude: [90, -90, 0, 89].randomElement(using: &random)!,
                    longitude: [180, -180, 0, 77].randomElement(using: &random)!)!,
                radius: [1, 5_000, 500_000, 10_000_000, GeoPoint.maximumDistance].randomElement(using: &random)!),
        ]
        let filters: [[SearchFilter]] = [
            [], [],
            [SearchFilter(field: .attribute("\(superApp)/category"), operator: .equals, values: .texts(["fun"]))],
            [SearchFilter(field: .attribute("\(superApp)/category"), operator: .notEquals, values: .texts(["fun"]))],
            [SearchFilter(field: .attribute("\(superApp)/category"), operator: .in, values: .texts(["fun", "work"]))],
            [
                SearchFilter(field: .attribute("\(superApp)/price"), operator: .greater, values: .numbers([1])),
                SearchFilter(field: .attribute("\(superApp)/price"), operator: .lessOrEquals, values: .numbers([3])),
            ],
            [SearchFilter(field: .attribute("\(superApp)/note"), operator: .contains, values: .texts(["e t"]))],
            [SearchFilter(field: .standard(.size), operator: .less, values: .numbers([300]))],
            [SearchFilter(field: .standard(.name), operator: .greaterOrEquals, values: .texts(["k"]))],
            [SearchFilter(field: .standard(.language), operator: .notEquals, values: .texts(["en"]))],
            [SearchFilter(field: .standard(.language), operator: .equals, values: .texts(["en"]))],
        ]
        return SearchQuery(
            subject: subjects.randomElement(using: &random)!, filters: filters.randomElement(using: &random)!)
    }

    private static func text(_ text: String) -> SearchQuery.Subject {
        .text(words: SearchTerms.typed(text), phrase: FoldedText.folded(text))
    }

    private static func ids(_ page: SearchPage) throws -> [String] {
        try page.items.map {
            try JSONDecoder.center.decode(MiniAppListing.self, from: Data($0.utf8)).id.rawValue
        }
    }

    @Test(
        "Finds and counts, page by page, what a loop over all entries finds",
        arguments: (TestTier.isThorough ? [1, 2, 3] : [1]) as [UInt64],
        BackEnd.allCases)
    func oracle(seed: UInt64, _ backEnd: BackEnd) async throws {
        let catalog = try await Self.fill(300, seed: seed, backEnd)
        var random = SeededGenerator(seed: seed &+ 100)
        for _ in 0..<TestLength.of(short: 20, long: 150) {
            var query = Self.queries(&random)
            let wanted = Set(catalog.entries.filter { query.matches($0) }.map(\.listing.id.rawValue))
            let whole = try await catalog.store.search(
                query, for: catalog.audiences, superApp: Self.superApp, total: nil, at: Date())
            let order = try Self.ids(whole)
            #expect(Set(order) == wanted && order.count == wanted.count, "\(query), seed \(seed)")
            #expect(whole.total == wanted.count && whole.next == nil)
            // By cursor and by start: the same entries, in the same order.
            query.count = Int.random(in: 1...40, using: &random)
            var (paged, cursor): ([String], SearchCursor?) = ([], nil)
            repeat {
                var part = query
                part.cursor = cursor
                let page = try await catalog.store.search(
                    part, for: catalog.audiences, superApp: Self.superApp, total: nil, at: Date())
                #expect(page.start == paged.count)
                paged += try Self.ids(page)
                // Clients receive a cursor as text.
                cursor = try page.next.map { try #require(SearchCursor(text: $0.text)) }
            } while cursor != nil
            #expect(paged == order, "\(query), seed \(seed)")
            query.start = Int.random(in: 0...20, using: &random)
            let part = try await catalog.store.search(
                query, for: catalog.audiences, superApp: Self.superApp, total: nil, at: Date())
            #expect(
                try Self.ids(part) == Array(order.dropFirst(query.start).prefix(query.count)), "\(query), seed \(seed)")
        }
    }

    @Test(
        "A condition that many entries meet is followed by name, one that few meet is sorted: the results are the same",
        arguments: BackEnd.allCases)
    func plans(_ backEnd: BackEnd) async throws {
        let catalog = try await Self.fill(2_600, seed: 7, backEnd)
        let few = SearchFilter(field: .attribute("\(Self.superApp)/price"), operator: .equals, values: .numbers([2]))
        let many = SearchFilter(field: .standard(.size), operator: .lessOrEquals, values: .numbers([1_000]))
        for filters in [[few], [many], [few, many]] {
            let query = SearchQuery(subject: .all, filters: filters)
            let page = try await catalog.store.search(
                query, for: catalog.audiences, superApp: Self.superApp, total: nil, at: Date())
            let expected = catalog.entries.filter { query.matches($0) }
                .sorted {
                    ($0.name, Int($0.listing.id.rawValue.dropFirst("com.example.n".count))!) < (
                        $1.name, Int($1.listing.id.rawValue.dropFirst("com.example.n".count))!
                    )
                }
            #expect(page.total == min(expected.count, MiniAppListingPage.maximumTotal))
            #expect(try Self.ids(page) == expected.prefix(1_000).map(\.listing.id.rawValue))
        }
    }

    @Test(
        "All databases give the same pages, byte for byte, and the same cursors",
        arguments: (TestTier.isThorough ? [4, 5] : [4]) as [UInt64])
    func same(seed: UInt64) async throws {
        var catalogs: [Catalog] = []
        for backEnd in BackEnd.allCases { catalogs.append(try await Self.fill(400, seed: seed, backEnd)) }
        var random = SeededGenerator(seed: seed &+ 100)
        for _ in 0..<TestLength.of(short: 60, long: 400) {
            var query = Self.queries(&random)
            query.count = [1, 7, 60].randomElement(using: &random)!
            for _ in 0..<3 {
                var pages: [SearchPage] = []
                for catalog in catalogs {
                    pages.append(
                        try await catalog.store.search(
                            query, for: catalog.audiences, superApp: Self.superApp, total: nil, at: Date()))
                }
                for page in pages {
                    #expect(page.items == pages[0].items && page.mayBeKept, "\(query)")
                    #expect(page.json == pages[0].json, "\(query)")
                }
                guard let next = pages[0].next else { break }
                query.cursor = next
            }
        }
        for catalog in catalogs { try await catalog.stores.close() }
    }

    @Test(
        "Names that begin with the text come first, then words in names, then keywords, then descriptions",
        arguments: BackEnd.allCases)
    func ranking(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            var described = SampleMiniApp(id: "com.example.a", name: "Alpha")
            described.members["description"] = "Sends kudos to others."
            try await center.upload(described)
            try await center.upload(SampleMiniApp(id: "com.example.b", name: "Beta"))
            try await center.put("/v1/miniapps/com.example.b/details", #"{"keywords": ["Kudos"]}"#)
            try await center.upload(SampleMiniApp(id: "com.example.c", name: "Team Kudos"))
            try await center.upload(SampleMiniApp(id: "com.example.d", name: "Kudos"))
            try await center.upload(SampleMiniApp(id: "com.example.e", name: "Kudo Board"))
            #expect(try await center.found("text=k%C3%BBd") == ["Kudo Board", "Kudos", "Team Kudos", "Beta", "Alpha"])
            #expect(try await center.found("text=kudos%20te") == ["Team Kudos"])
        }
    }
}

extension TestCenter {
    /// Puts JSON with the API key.
    @discardableResult
    func put(_ path: String, _ json: String) async throws -> Answer {
        try await send("PUT", path, token: apiKey, body: Data(json.utf8))
    }

    /// The names that a query finds.
    func found(_ query: String, roles: [String] = [], host: String? = TestTrust.host.header) async throws -> [String] {
        let answer = try await send("GET", "/v1/miniapps?\(query)", token: token(roles: roles), host: host)
        return try JSONDecoder.center.decode(MiniAppListingPage.self, from: answer.body).items.map(\.name)
    }
}
