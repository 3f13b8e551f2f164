import Foundation

/// The members of a JSON object, read by name and type, so that errors can name the invalid member.
public struct JSONFields: Sendable {
    /// The members by their names.
    public let members: [ExactString: JSONValue]
    /// The path of the member that contains this object, with a trailing dot; empty for the outermost object.
    private let place: String

    /// Creates fields from a value.
    ///
    /// - Parameter place: The path of the value in the document; empty for the document itself.
    /// - Throws: ``JSONFieldError`` if `value` is not an object.
    public init(_ value: JSONValue?, at place: String = "") throws(JSONFieldError) {
        guard case .object(let members)? = value else {
            throw JSONFieldError(place.isEmpty ? "the document" : place, "must be an object")
        }
        self.members = members
        self.place = place.isEmpty ? "" : place + "."
    }

    /// Whether the object has a member, regardless of its value.
    public func has(_ name: ExactString) -> Bool { members[name] != nil }

    /// Throws an error for the first other member, in the order of names, if the object has any.
    public func allowOnly(_ names: ExactString...) throws(JSONFieldError) {
        for name in members.keys.sorted() where !names.contains(name) { throw error(name, "is unknown") }
    }

    /// The string `name`.
    public func string(_ name: ExactString) throws(JSONFieldError) -> String {
        guard case .string(let text)? = members[name] else { throw error(name, "must be a string") }
        return text
    }

    /// The truth value `name`.
    public func bool(_ name: ExactString) throws(JSONFieldError) -> Bool {
        guard case .bool(let value)? = members[name] else { throw error(name, "must be true or false") }
        return value
    }

    /// The whole number `name`, which must be in `range`.
    public func integer(_ name: ExactString, in range: ClosedRange<Int>) throws(JSONFieldError) -> Int {
        guard case .integer(let number)? = members[name], range.contains(number) else {
            throw error(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The list of strings `name`.
    public func strings(_ name: ExactString) throws(JSONFieldError) -> [String] {
        var texts: [String] = []
        for value in try array(name) {
            guard case .string(let text) = value else { throw error(name, "must be a list of strings") }
            texts.append(text)
        }
        return texts
    }

    /// The list `name`.
    public func array(_ name: ExactString) throws(JSONFieldError) -> [JSONValue] {
        guard case .array(let values)? = members[name] else { throw error(name, "must be a list") }
        return values
    }

    /// The fields of the object `name`.
    public func object(_ name: ExactString) throws(JSONFieldError) -> JSONFields {
        try JSONFields(members[name], at: place + name.text)
    }

    /// The time `name`, in the form `2030-01-01T00:00:00Z`.
    public func time(_ name: ExactString) throws(JSONFieldError) -> Date {
        guard let date = Timestamp.date(try string(name)) else {
            throw error(name, "must be a time such as 2030-01-01T00:00:00Z")
        }
        return date
    }

    /// The bytes of the base64 string `name`.
    public func base64(_ name: ExactString) throws(JSONFieldError) -> Data {
        guard let data = Data(base64Encoded: try string(name)) else { throw error(name, "must be base64") }
        return data
    }

    /// An error in the member `name`, with its path.
    public func error(_ name: ExactString, _ reason: String) -> JSONFieldError {
        JSONFieldError(place + name.text, reason)
    }
}
