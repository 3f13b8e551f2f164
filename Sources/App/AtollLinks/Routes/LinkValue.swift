import struct Foundation.UUID

/// A value that is printed in a URL in exactly one way.
public protocol LinkValue: Hashable, Sendable {
    /// The value of a text, or nil if the text is invalid or not in its canonical form (`+5`, `030`).
    init?(linkText: String)
    /// The canonical form, before percent-encoding.
    var linkText: String { get }
    /// The description of the expected value, for error messages: "a whole number".
    static var linkDescription: String { get }
}

extension Int: LinkValue {
    public init?(linkText: String) {
        guard let value = Int(linkText), String(value) == linkText else { return nil }
        self = value
    }

    public var linkText: String { String(self) }

    public static var linkDescription: String { "a whole number" }
}

extension String: LinkValue {
    public init?(linkText: String) { self = linkText }

    public var linkText: String { self }

    public static var linkDescription: String { "text" }
}

extension Bool: LinkValue {
    public init?(linkText: String) {
        switch linkText {
        case "true": self = true
        case "false": self = false
        default: return nil
        }
    }

    public var linkText: String { self ? "true" : "false" }

    public static var linkDescription: String { "true or false" }
}

/// Printed in lower case, as in RFC 9562. Swift prints upper case, so both are accepted.
extension UUID: LinkValue {
    public init?(linkText: String) {
        self.init(uuidString: linkText)
    }

    public var linkText: String { uuidString.lowercased() }

    public static var linkDescription: String { "a UUID" }
}

/// Enumerations with raw values that are values: `enum Sorting: String, LinkValue { case name, price }`.
extension LinkValue where Self: RawRepresentable, RawValue: LinkValue {
    public init?(linkText: String) {
        guard let raw = RawValue(linkText: linkText) else { return nil }
        self.init(rawValue: raw)
    }

    public var linkText: String { rawValue.linkText }

    public static var linkDescription: String { "a known value" }
}

extension LinkValue where Self: RawRepresentable & CaseIterable, RawValue: LinkValue {
    public static var linkDescription: String { "one of " + allCases.map(\.linkText).joined(separator: ", ") }
}
