import Foundation

/// Lone surrogates in JSON: JavaScript strings may contain them, and Swift strings may not.
enum LoneSurrogates {
    /// Returns the JSON with U+FFFD in place of each escaped surrogate without its other half.
    ///
    /// - Complexity: O(*n*).
    static func replaced(in json: Data) -> Data {
        guard json.range(of: Data("\\u".utf8)) != nil else { return json }
        var bytes = [UInt8](json)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let half = unit(at: index, bytes) else {
                // Another escape, such as that of a backslash.
                index += 2
                continue
            }
            if (0xd800...0xdbff).contains(half), let next = unit(at: index + 6, bytes), (0xdc00...0xdfff).contains(next)
            {
                index += 12
                continue
            }
            if (0xd800...0xdfff).contains(half) { bytes.replaceSubrange(index + 2..<index + 6, with: "fffd".utf8) }
            index += 6
        }
        return Data(bytes)
    }

    /// The code unit of the escape at an index.
    private static func unit(at index: Int, _ bytes: [UInt8]) -> UInt16? {
        guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        return UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
    }
}
