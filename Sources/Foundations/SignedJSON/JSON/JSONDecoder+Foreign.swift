import Foundation

extension JSONDecoder {
    /// Decodes JSON from outside: only what ``JSONValue/init(parsing:numbers:maximumValues:)`` accepts.
    ///
    /// On its own, a decoder accepts encodings other than UTF-8 and names that appear twice, and compares names whose
    /// comparison takes quadratic time.
    ///
    /// - Throws: ``JSONError`` or `DecodingError`.
    /// - Complexity: O(*n*) in the bytes.
    public func decode<Value: Decodable>(_ type: Value.Type, fromForeign data: Data) throws -> Value {
        _ = try JSONValue(parsing: data, numbers: .unbounded)
        return try decode(type, from: data)
    }
}
