import Foundation

extension JSONEncoder {
    /// An encoder for what the Center sends and receives: dates in ISO 8601, keys sorted.
    public static var center: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension JSONDecoder {
    /// A decoder for what ``Foundation/JSONEncoder/center`` writes.
    public static var center: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
