/// Makes what a template needs from a value that can be encoded: the compiler writes how, so that no name can be misspelt.
final class TemplateEncoder: Encoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private var result: Any?

    /// The value as a ``TemplateObject``, a ``TemplateList``, a ``TemplateText`` or a `Bool`; nil if the value has encoded nothing.
    ///
    /// - Complexity: O(*n*) in the number of values.
    static func value(of value: some Encodable) throws -> Any? {
        switch value {
        case let text as String: return TemplateText(text)
        case let isTrue as Bool: return isTrue
        default:
            let encoder = TemplateEncoder()
            try value.encode(to: encoder)
            return encoder.result
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A class asks twice: for its own members and for those of its superclass.
        let object = result as? TemplateObject ?? TemplateObject()
        result = object
        return KeyedEncodingContainer(TemplateMembers<Key>(of: object, in: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let list = TemplateList()
        result = list
        return TemplateElements(of: list, in: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        TemplateSingleValue { self.result = $0 }
    }
}
