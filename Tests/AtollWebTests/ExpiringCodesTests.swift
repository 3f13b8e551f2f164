import AtollPackages
import Foundation
import Testing

@testable import AtollWeb

@Suite("Codes that expire")
struct ExpiringCodesTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private static func code(_ number: Int) -> SHA256Hash { SHA256Hash(of: Data("\(number)".utf8)) }

    @Test("Codes are forgotten in their order, each user's with them")
    func forgotten() {
        var codes = ExpiringCodes<Int>(maximumPerUser: 100, maximum: 100)
        for number in 0..<10 {
            codes.add(
                number, for: Self.code(number), of: number.isMultiple(of: 2) ? "ada" : "ben",
                until: Self.start + Double(number))
        }
        codes.forget(at: Self.start + 4)
        #expect(codes.count == 5)
        #expect(codes[Self.code(4)] == nil && codes[Self.code(5)] == 5)
        #expect(codes.values(of: "ada") == [6, 8] && codes.values(of: "ben") == [5, 7, 9])
        codes[Self.code(6)] = 60
        codes[Self.code(3)] = 30
        #expect(codes.values(of: "ada") == [60, 8] && codes[Self.code(3)] == nil && codes.count == 5)
        codes.forget(at: Self.start + 100)
        #expect(codes.count == 0 && codes.values(of: "ada").isEmpty)
        codes.add(1, for: Self.code(1), of: "ada", until: Self.start + 200)
        #expect(codes.values(of: "ada") == [1])
    }

    @Test("A clock that goes back keeps no code longer than those that follow")
    func clockBack() {
        var codes = ExpiringCodes<Int>(maximumPerUser: 100, maximum: 100)
        codes.add(1, for: Self.code(1), of: "ada", until: Self.start + 50)
        codes.add(2, for: Self.code(2), of: "ada", until: Self.start + 86_400)
        codes.add(3, for: Self.code(3), of: "ben", until: Self.start + 60)
        codes.forget(at: Self.start + 59)
        #expect(codes.values(of: "ada") == [2] && codes.values(of: "ben") == [3])
        codes.forget(at: Self.start + 60)
        #expect(codes.count == 0)
    }

    @Test("At their own limit, a user waits for their oldest code to expire; others don't")
    func limits() {
        var codes = ExpiringCodes<Int>(maximumPerUser: 3, maximum: 5)
        for number in 0..<3 {
            codes.add(number, for: Self.code(number), of: "ada", until: Self.start + 10 + Double(number))
        }
        #expect(codes.room(for: "ada") == Self.start + 10 && codes.room(for: "ben") == .distantPast)
        codes.forget(at: Self.start + 10)
        #expect(codes.room(for: "ada") <= Self.start)
    }

    @Test("When all places are taken, whoever has most codes loses the oldest of them")
    func full() {
        var codes = ExpiringCodes<Int>(maximumPerUser: 4, maximum: 6)
        codes.add(0, for: Self.code(0), of: "noor", until: Self.start + 5)
        for number in 1..<5 { codes.add(number, for: Self.code(number), of: "ada", until: Self.start + 10) }
        codes.add(5, for: Self.code(5), of: "ben", until: Self.start + 10)
        for number in 6..<8 { codes.add(number, for: Self.code(number), of: "ben", until: Self.start + 20) }
        #expect(codes.count == 6)
        #expect(codes.values(of: "noor") == [0] && codes.values(of: "ada") == [3, 4] && codes[Self.code(1)] == nil)
        // Those that made room are passed when the time of the others has come.
        codes.forget(at: Self.start + 10)
        #expect(codes.values(of: "ben") == [6, 7] && codes.count == 2)
        codes.forget(at: Self.start + 20)
        #expect(codes.count == 0)
    }
}
