/// Takes a value that has no members.
struct TemplateSingleValue: SingleValueEncodingContainer {
    private let take: (Any?) -> Void

    init(_ take: @escaping (Any?) -> Void) { self.take = take }

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { take(nil) }
    func encode(_ value: Bool) { take(value) }
    func encode(_ value: String) { take(TemplateText(value)) }
    func encode(_ value: Double) { take(TemplateText(value.description)) }
    func encode(_ value: Float) { take(TemplateText(value.description)) }
    func encode(_ value: Int) { take(TemplateText(value.description)) }
    func encode(_ value: Int8) { take(TemplateText(value.description)) }
    func encode(_ value: Int16) { take(TemplateText(value.description)) }
    func encode(_ value: Int32) { take(TemplateText(value.description)) }
    func encode(_ value: Int64) { take(TemplateText(value.description)) }
    func encode(_ value: UInt) { take(TemplateText(value.description)) }
    func encode(_ value: UInt8) { take(TemplateText(value.description)) }
    func encode(_ value: UInt16) { take(TemplateText(value.description)) }
    func encode(_ value: UInt32) { take(TemplateText(value.description)) }
    func encode(_ value: UInt64) { take(TemplateText(value.description)) }
    func encode(_ value: some Encodable) throws { take(try TemplateEncoder.value(of: value)) }
}
