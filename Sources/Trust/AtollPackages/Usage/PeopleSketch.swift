import Foundation

/// How many different people there are, without knowing who: a HyperLogLog sketch of 1,024 registers.
///
/// ```swift
/// var sketch = PeopleSketch()
/// sketch.add(SHA256Hash(of: Data("2026-11-23 \(installID)".utf8)))
/// sketch.merge(other)
/// sketch.estimate  // within 4 % most of the time
/// ```
///
/// No person can be identified in it: of a hash, at most its first bits and the position of a single one are stored.
/// Source: Flajolet, Fusy, Gandouet, Meunier: HyperLogLog (2007), with linear counting for small numbers.
public struct PeopleSketch: Hashable, Sendable {
    /// The number of registers.
    public static let size = 1_024
    private static let bits = 10

    /// By its number, how many bits precede the first set one, plus one; 0 for an unreached register.
    private var registers: [UInt8]

    /// Creates an empty sketch.
    public init() { registers = Array(repeating: 0, count: Self.size) }

    /// Reads a sketch from 1,024 bytes; nil for any other number, or for values that no hash has.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size, bytes.allSatisfy({ $0 <= 64 - Self.bits + 1 }) else { return nil }
        registers = Array(bytes)
    }

    /// The registers, a byte each.
    public var bytes: Data { Data(registers) }

    /// Adds a person, by a hash of their id.
    public mutating func add(_ hash: SHA256Hash) {
        let word = hash.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let register = Int(word >> (64 - UInt64(Self.bits)))
        let rest = word << UInt64(Self.bits)
        let rank = min(rest.leadingZeroBitCount, 64 - Self.bits) + 1
        // cannot trap: at most 55.
        registers[register] = max(registers[register], UInt8(rank))
    }

    /// Adds everybody of another sketch.
    public mutating func merge(_ other: PeopleSketch) {
        for index in registers.indices { registers[index] = max(registers[index], other.registers[index]) }
    }

    /// The number of registers that were reached: at most the number of people.
    public var reached: Int { registers.count { $0 > 0 } }

    /// About how many people there are.
    ///
    /// - Complexity: O(1): it reads each register once.
    public var estimate: Int {
        let count = Double(Self.size)
        let sum = registers.reduce(0.0) { $0 + pow(2, -Double($1)) }
        let raw = 0.7213 / (1 + 1.079 / count) * count * count / sum
        let empty = registers.count { $0 == 0 }
        let found = raw <= 2.5 * count && empty > 0 ? count * log(count / Double(empty)) : raw
        // The largest number that every reader of JSON has exactly.
        return Int(exactly: min(found, 9_007_199_254_740_991).rounded()) ?? 0
    }
}

extension PeopleSketch: Codable {
    /// Reads a sketch from base64, or from the numbers and values of its registers: `{"17": 3}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            guard let data = Data(base64Encoded: text), let sketch = PeopleSketch(bytes: data) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a sketch")
            }
            self = sketch
            return
        }
        self.init()
        for (name, value) in try container.decode([String: Int].self) {
            guard let index = Int(name), registers.indices.contains(index), (1...64 - Self.bits + 1).contains(value)
            else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a register")
            }
            // cannot trap: at most 55.
            registers[index] = UInt8(value)
        }
    }

    /// Writes the shorter form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if reached > 100 { return try container.encode(bytes.base64EncodedString()) }
        var values: [String: Int] = [:]
        for (index, value) in registers.enumerated() where value > 0 { values[String(index)] = Int(value) }
        try container.encode(values)
    }
}
