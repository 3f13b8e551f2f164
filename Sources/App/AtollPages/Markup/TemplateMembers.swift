import Foundation

/// Takes the members of a struct or of a dictionary.
struct TemplateMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let object: TemplateObject
    private let encoder: TemplateEncoder

    init(of object: TemplateObject, in encoder: TemplateEncoder) {
        self.object = object
        self.encoder = encoder
    }

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { object.set(nil, for: key.stringValue) }
    func encode(_ value: Bool, forKey key: Key) { object.set(value, for: key.stringValue) }
    func encode(_ value: String, forKey key: Key) { object.set(TemplateText(value), for: key.stringValue) }
    func encode(_ value: some Encodable, forKey key: Key) throws {
        object.set(try TemplateEncoder.value(of: value), for: key.stringValue)
    }

    // An optional without a value has a name, too: a template that asks for it has not misspelt it.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) { object.set(value, for: key.stringValue) }
    func encodeIfPresent(_ value: String?, forKey key: Key) {
        object.set(value.map(TemplateText.init), for: key.stringValue)
    }
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        object.set(try value.flatMap { try TemplateEncoder.value(of: $0) }, for: key.stringValue)
    }

    private func set(_ number: (some CustomStringConvertible)?, for key: Key) {
        object.set(number.map { TemplateText($0.description) }, for: key.stringValue)
    }

    func encodeIfPresent(_ value: Double?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) { set(value, for: key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) { set(value, for: key) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        let nested = TemplateObject()
        object.set(nested, for: key.stringValue)
        return KeyedEncodingContainer(TemplateMembers<NestedKey>(of: nested, in: encoder))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let list = TemplateList()
        object.set(list, for: key.stringValue)
        return TemplateElements(of: list, in: encoder)
    }

    // The members that a class inherits are in the same object as its own.
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
}
