import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterSQLite

#if canImport(AtollCenterPostgres)
import AtollCenterPostgres
import AtollPostgres
#endif

/// Searches in languages that separate words, or tell letters apart, in other ways than English does.
@Suite("Search in all scripts")
struct SearchScriptsTests {
    private static let names = [
        "ตลาดนัดกลางคืน", "北京烤鸭外卖送餐上门服务大全", "東京ラーメン案内", "ISPARTA Gül Pazarı", "Straßenbahn", "Ταξιδιώτης", "مدرسة أحمد",
        "שלום", "Łódź",
    ]
    private static let searches: [(typed: String, names: [String])] = [
        ("กลางคืน", ["ตลาดนัดกลางคืน"]), ("นัด", ["ตลาดนัดกลางคืน"]), ("烤鸭", ["北京烤鸭外卖送餐上门服务大全"]), ("鸭烤", []),
        ("北京烤鸭外卖送餐上门服务大全", ["北京烤鸭外卖送餐上门服务大全"]), ("らーめん", ["東京ラーメン案内"]), ("ısparta", ["ISPARTA Gül Pazarı"]),
        ("pazari", ["ISPARTA Gül Pazarı"]), ("PAZARI", ["ISPARTA Gül Pazarı"]), ("STRASSEN", ["Straßenbahn"]),
        ("ΤΑΞΙΔΙΩΤΗΣ", ["Ταξιδιώτης"]),
        ("مدرسه احمد", ["مدرسة أحمد"]), ("lodz", ["Łódź"]), ("ｌｏｄｚ", ["Łódź"]),
    ]

    @Test("A query finds the names that people mean", arguments: BackEnd.allCases)
    func names(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for (number, name) in Self.names.enumerated() {
                try await center.upload(SampleMiniApp(id: "com.example.n\(number)", name: name))
            }
            for (typed, names) in Self.searches {
                #expect(try await center.found(Self.query(typed)) == names, "\(typed)")
            }
        }
    }

    private static func query(_ text: String) throws -> String {
        "text=" + (try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)))
    }

    @Test("A migration derives the terms of entries from before", arguments: BackEnd.allCases)
    func upgrade(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        #if canImport(AtollCenterPostgres)
        let storage = backEnd == .postgres ? try await SharedStorage() : nil
        try await storage?.takeOver(TestTrust(in: directory.url))
        let stores: () async throws -> CenterStores = {
            try await storage?.stores() ?? .sqlite(in: directory.url)
        }
        #else
        let stores: () async throws -> CenterStores = { try .sqlite(in: directory.url) }
        #endif
        try await TestCenter.run(in: directory, stores: stores()) { center in
            for (number, name) in Self.names[...1].enumerated() {
                try await center.upload(SampleMiniApp(id: "com.example.n\(number)", name: name))
            }
        }
        let forget =
            "DELETE FROM entry_name; DELETE FROM entry_keywords; DELETE FROM entry_text; UPDATE entry SET name = 'before';"
        switch backEnd {
        case .sqlite:
            let database = try CenterDatabase(file: directory.url.appending(path: "center.sqlite"))
            try await database.pool.write { database in
                try database.execute(sql: forget + "DELETE FROM grdb_migrations WHERE identifier LIKE 'v19:%'")
            }
            try database.close()
        #if canImport(AtollCenterPostgres)
        case .postgres:
            let configuration = try #require(storage).database
            let pool = PostgresPool(configuration)
            try await pool.write { session in
                try session.execute(
                    """
                    UPDATE entry_words SET name = '', keywords = '', text = ''; UPDATE entry SET name = 'before';
                    DELETE FROM atoll_schema WHERE name = 'center' AND version = 14
                    """)
            }
            await pool.close()
            #expect(try await CenterSchema.current.migrate(configuration).map(\.version) == [14])
        #endif
        }
        try await TestCenter.run(in: directory, stores: stores()) { center in
            for (typed, name) in [("กลางคืน", Self.names[0]), ("烤鸭", Self.names[1])] {
                let found = try await center.found(Self.query(typed))
                #expect(found == [name])
            }
        }
    }
}
