/// Takes the elements of an array.
struct TemplateElements: UnkeyedEncodingContainer {
    private let list: TemplateList
    private let encoder: TemplateEncoder

    init(of list: TemplateList, in encoder: TemplateEncoder) {
        self.list = list
        self.encoder = encoder
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int { list.count }

    func encodeNil() {}
    func encode(_ value: some Encodable) throws {
        if let value = try TemplateEncoder.value(of: value) { list.append(value) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        let object = TemplateObject()
        list.append(object)
        return KeyedEncodingContainer(TemplateMembers<NestedKey>(of: object, in: encoder))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let nested = TemplateList()
        list.append(nested)
        return TemplateElements(of: nested, in: encoder)
    }

    // Only an array that encodes itself by hand asks for it.
    func superEncoder() -> any Encoder { TemplateEncoder() }
}
