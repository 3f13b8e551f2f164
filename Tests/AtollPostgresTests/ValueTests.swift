import AtollTestSupport
import Foundation
import SQLStatements
import Testing

@testable import AtollPostgres

@Suite("Values of PostgreSQL")
struct ValueTests {
    @Test("Every value comes back as it was sent")
    func roundTrip() async throws {
        let database = try await TestDatabase()
        try await database.pool.read { session in
            for value in [0, 1, -1, Int64.min, .max, 1 << 40] {
                #expect(try session.query("SELECT \(.integer(value))::bigint").first?.integer(0) == value)
            }
            for value in [0, -0.0, 1.5, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity] {
                let row = try #require(try session.query("SELECT \(.number(value))::float8").first)
                #expect(try row.number(0).bitPattern == value.bitPattern)
            }
            for text in ["", "a", "ä€😀", "'; DROP TABLE x; --", "\\", "$1", String(repeating: "x", count: 100_000)] {
                #expect(try session.query("SELECT \(.text(text))::text").first?.text(0) == text)
            }
            for data in [Data(), Data([0]), Data(0...255), Data("\\x00'".utf8)] {
                #expect(try session.query("SELECT \(.bytes(data))::bytea").first?.data(0) == data)
            }
            for value in [true, false] {
                #expect(try session.query("SELECT \(.bool(value))::bool").first?.bool(0) == value)
            }
            #expect(try session.query("SELECT \(.null)::text").first?.isNull(0) == true)
            #expect(try session.query("SELECT \(.text(nil))::text").first?.optionalText(0) == nil)
        }
    }

    @Test("Lists are sent as arrays, empty ones too")
    func arrays() async throws {
        let database = try await TestDatabase()
        try await database.pool.read { session in
            let texts = ["a", "", "b,c", "{\"}", "NULL"]
            let found = try session.query("SELECT * FROM unnest(\(.texts(texts))::text[]) WITH ORDINALITY ORDER BY 2")
            #expect(try found.rows.map { try $0.text(0) } == texts)
            let numbers = try session.query(
                "SELECT sum(n)::bigint FROM unnest(\(.integers([1, 2, 39]))::bigint[]) AS n")
            #expect(try numbers.first?.integer(0) == 42)
            for empty in [SQLValue.texts([]), .integers([])] {
                #expect(try session.query("SELECT 1 = ANY (\(.integers([]))::bigint[])").first?.bool(0) == false)
                #expect(try session.query("SELECT cardinality(\(empty))::bigint").first?.integer(0) == 0)
            }
        }
    }

    @Test("A character that PostgreSQL can't store is refused before it is sent")
    func nul() async throws {
        let database = try await TestDatabase()
        for value in [SQLValue.text("a\0b"), .texts(["a", "\0"])] {
            await #expect(throws: PostgresError.nulCharacter) {
                try await database.pool.read { _ = try $0.query("SELECT \(value)") }
            }
        }
        // Bytes may have it.
        let bytes = try await database.pool.read {
            try $0.query("SELECT \(.bytes(Data([97, 0, 98])))").first?.data(0)
        }
        #expect(bytes == Data([97, 0, 98]))
    }

    @Test("A column of another type, or one that isn't there, is an error")
    func types() async throws {
        let database = try await TestDatabase()
        try await database.pool.read { session in
            let row = try #require(try session.query("SELECT 'a'::text, 1::bigint, 1.5::float8, NULL::text").first)
            #expect(throws: PostgresError.badValue(column: 0, expected: "an integer")) { try row.integer(0) }
            #expect(throws: PostgresError.badValue(column: 1, expected: "text")) { try row.text(1) }
            #expect(throws: PostgresError.badValue(column: 1, expected: "a number")) { try row.number(1) }
            #expect(throws: PostgresError.badValue(column: 2, expected: "bytes")) { try row.data(2) }
            #expect(throws: PostgresError.badValue(column: 3, expected: "text")) { try row.text(3) }
            for column in [-1, 4, 1_000] {
                #expect(throws: PostgresError.self) { try row.text(column) }
                #expect(throws: PostgresError.self) { try row.integer(column) }
            }
        }
    }
}
