import Foundation

/// What is wrong with a member of a JSON object.
public struct JSONFieldError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The member, with those around it: `files.length`.
    public let member: String
    /// What it should be.
    public let reason: String

    public init(_ member: String, _ reason: String) {
        self.member = member
        self.reason = reason
    }

    public var description: String { "\"\(member)\" \(reason)." }
}

/// The members of a JSON object, read by name and type, so that what is wrong can be named.
public struct JSONFields: Sendable {
    public let members: [ExactString: JSONValue]
    /// The member that holds this object, with a dot behind; empty for the outermost one.
    private let place: String

    /// - Throws: ``JSONFieldError`` where `value` is no object.
    public init(_ value: JSONValue?, at place: String = "") throws(JSONFieldError) {
        guard case .object(let members)? = value else {
            throw JSONFieldError(place.isEmpty ? "the document" : place, "must be an object")
        }
        self.members = members
        self.place = place.isEmpty ? "" : place + "."
    }

    public func has(_ name: ExactString) -> Bool { members[name] != nil }

    /// Makes sure that there are no members but these.
    public func allowOnly(_ names: ExactString...) throws(JSONFieldError) {
        for name in members.keys.sorted() where !names.contains(name) { throw error(name, "is not known") }
    }

    public func string(_ name: ExactString) throws(JSONFieldError) -> String {
        guard case .string(let text)? = members[name] else { throw error(name, "must be a string") }
        return text
    }

    /// A whole number in `range`.
    public func integer(_ name: ExactString, in range: ClosedRange<Int>) throws(JSONFieldError) -> Int {
        guard case .integer(let number)? = members[name], range.contains(number) else {
            throw error(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    public func strings(_ name: ExactString) throws(JSONFieldError) -> [String] {
        var texts: [String] = []
        for value in try array(name) {
            guard case .string(let text) = value else { throw error(name, "must be a list of strings") }
            texts.append(text)
        }
        return texts
    }

    public func array(_ name: ExactString) throws(JSONFieldError) -> [JSONValue] {
        guard case .array(let values)? = members[name] else { throw error(name, "must be a list") }
        return values
    }

    public func object(_ name: ExactString) throws(JSONFieldError) -> JSONFields {
        try JSONFields(members[name], at: place + name.text)
    }

    /// A time as `2030-01-01T00:00:00Z`.
    public func time(_ name: ExactString) throws(JSONFieldError) -> Date {
        guard let date = Timestamp.date(try string(name)) else {
            throw error(name, "must be a time such as 2030-01-01T00:00:00Z")
        }
        return date
    }

    /// Bytes in base64.
    public func base64(_ name: ExactString) throws(JSONFieldError) -> Data {
        guard let data = Data(base64Encoded: try string(name)) else { throw error(name, "has to be base64") }
        return data
    }

    /// What is wrong with a member.
    public func error(_ name: ExactString, _ reason: String) -> JSONFieldError {
        JSONFieldError(place + name.text, reason)
    }
}
