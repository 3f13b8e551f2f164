import Foundation

extension TemplateObject {
    /// The values of a dictionary, whose kinds are known only when a page is made.
    ///
    /// - Precondition: Each value, in dictionaries and arrays, too, is `Encodable` or `NSNull`.
    convenience init(_ values: [String: any Sendable]) {
        self.init()
        for (name, value) in values { set(Self.value(of: value), for: name) }
    }

    private static func value(of value: any Sendable) -> Any? {
        switch value {
        case let text as String: return TemplateText(text)
        case let isTrue as Bool: return isTrue
        // In contrast to an optional without a value, it hides a value of the same name further out.
        case let null as NSNull: return null
        case let texts as [String: String]: return TemplateTexts(texts: texts)
        case let values as [String: any Sendable]: return TemplateObject(values)
        case let list as [[String: any Sendable]]: return TemplateList(list.map { TemplateObject($0) })
        case let value as any Encodable:
            do { return try TemplateEncoder.value(of: value) } catch { preconditionFailure("\(error)") }
        case let list as [any Sendable]: return TemplateList(list.compactMap(self.value))
        default: preconditionFailure("A template can't show a \(type(of: value)).")
        }
    }
}
