import AtollTestSupport
import Foundation
import Testing

@testable import AtollRuntime

extension BridgeValue {
    /// The value as JSON; nil if it has a number that is not finite.
    fileprivate var json: Data? {
        var bytes: [UInt8] = []
        return append(to: &bytes) ? Data(bytes) : nil
    }
}

@Suite("Bridge values as JSON")
struct BridgeJSONTests {
    private static func value(_ random: inout SeededGenerator, _ depth: Int = 0) -> BridgeValue {
        switch Int.random(in: 0..<(depth > 4 ? 5 : 7), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .integer(.random(in: .min ... .max, using: &random))
        case 3:
            .number(Double(bitPattern: random.next()).isFinite ? Double.random(in: -1e12...1e12, using: &random) : 0.5)
        case 4: .string(text(&random))
        case 5: .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(&random, depth + 1) })
        default:
            .object(
                Dictionary(
                    (0..<Int.random(in: 0...4, using: &random)).map { _ in (text(&random), value(&random, depth + 1)) },
                    uniquingKeysWith: { first, _ in first }))
        }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let scalars = (0..<Int.random(in: 0...12, using: &random)).map { _ -> Character in
            let number = [
                UInt32.random(in: 0...0x1f, using: &random), .random(in: 0x20...0x7f, using: &random),
                .random(in: 0xa0...0x2fff, using: &random), .random(in: 0x1_f300...0x1_f6ff, using: &random),
            ].randomElement(using: &random)!
            return Character(UnicodeScalar(number)!)
        }
        return String(scalars)
    }

    @Test("What is written is read again as the same")
    func round() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let value = Self.value(&random)
            let json = try #require(value.json, "seed \(seed)")
            #expect(Self.normal(try BridgeValue(json: json)) == Self.normal(value), "seed \(seed)")
            // Another reader agrees that it is JSON.
            #expect(throws: Never.self, "seed \(seed)") {
                try JSONSerialization.jsonObject(with: json, options: [.fragmentsAllowed])
            }
        }
    }

    /// A number without a fraction is read as an integer.
    private static func normal(_ value: BridgeValue) -> BridgeValue {
        switch value {
        case .number(let number): Int(exactly: number).map { .integer($0) } ?? value
        case .array(let values): .array(values.map(normal))
        case .object(let members): .object(members.mapValues(normal))
        default: value
        }
    }

    @Test(
        "Names are sorted, and only what has to be escaped is",
        arguments: [
            (["b": 1, "a": [.null, .bool(true)], "é": "ü/\u{2028}"], #"{"a":[null,true],"b":1,"é":"ü/\#u{2028}"}"#),
            (.string("\"\\\n\r\t\u{0}\u{1f}\u{7f}"), "\"\\\"\\\\\\n\\r\\t\\u0000\\u001f\u{7f}\""),
            (.number(1), "1"), (.number(-0.5), "-0.5"), (.number(1e300), "1e+300"), (.integer(.min), "\(Int.min)"),
            (.array([]), "[]"), (.object([:]), "{}"), (.string(""), "\"\""),
        ] as [(BridgeValue, String)])
    func exact(_ value: BridgeValue, _ json: String) throws {
        #expect(value.json.map { String(decoding: $0, as: UTF8.self) } == json)
    }

    @Test("A number that is not finite has no JSON", arguments: [Double.nan, .infinity, -.infinity])
    func infinite(_ number: Double) {
        #expect(BridgeValue.array([.object(["a": .number(number)])]).json == nil)
    }

    @Test("A response is written as an object of its members would be")
    func responses() throws {
        for result: BridgeValue in [.null, "text", ["a": [1, .bool(true)]], .number(0.5)] {
            for id: BridgeValue in [.null, 7, "seven\""] {
                let object: BridgeValue = ["jsonrpc": "2.0", "id": id, "result": result]
                #expect(BridgeResponse.success(id: id, result).json == object.json)
            }
        }
        let error = BridgeError(.limited, "Too many \"calls\".", data: ["retryAfter": 20])
        let failure: BridgeValue = [
            "jsonrpc": "2.0", "id": 1,
            "error": [
                "code": .integer(error.code.rawValue), "message": .string(error.message), "data": ["retryAfter": 20],
            ],
        ]
        #expect(BridgeResponse.failure(id: 1, error).json == failure.json)
        // The result of a method, or the details of an error, may have a number that JSON can't express.
        let strange = BridgeError(.unsupported, "Not here.", data: ["x": .number(.infinity)])
        for response: BridgeResponse in [.success(id: 3, .number(.nan)), .failure(id: 3, strange)] {
            let answer = try BridgeValue(json: response.json)
            #expect(answer["id"] == 3 && answer["error"]?["code"] == .integer(BridgeError.Code.internal.rawValue))
        }
    }
}
