import Foundation
import SignedJSON

/// The members of an object in metadata, read by name and type.
struct MetadataFields {
    let role: String
    let members: [ExactString: JSONValue]

    init(_ value: JSONValue?, of role: String, _ what: String) throws(TUFError) {
        guard case .object(let members)? = value else { throw .malformed(role: role, "\(what) is not an object") }
        self.role = role
        self.members = members
    }

    private func missing(_ name: String, _ kind: String) -> TUFError {
        .malformed(role: role, "\"\(name)\" is missing or is not a \(kind)")
    }

    func has(_ name: ExactString) -> Bool { members[name] != nil }

    func string(_ name: ExactString) throws(TUFError) -> String {
        guard case .string(let value)? = members[name] else { throw missing(name.text, "string") }
        return value
    }

    func bool(_ name: ExactString) throws(TUFError) -> Bool {
        guard case .bool(let value)? = members[name] else { throw missing(name.text, "Boolean") }
        return value
    }

    /// A whole number from `minimum` to `maximum`.
    func integer(
        _ name: ExactString, atLeast minimum: Int, atMost maximum: Int = .max
    ) throws(TUFError) -> Int {
        guard case .integer(let value)? = members[name] else { throw missing(name.text, "number") }
        guard (minimum...max(minimum, maximum)).contains(value) else {
            throw .malformed(role: role, "\"\(name)\" is \(value)")
        }
        return value
    }

    func strings(_ name: ExactString) throws(TUFError) -> [String] {
        guard case .array(let values)? = members[name] else { throw missing(name.text, "list") }
        var strings: [String] = []
        for value in values {
            guard case .string(let text) = value else { throw missing(name.text, "list of strings") }
            strings.append(text)
        }
        return strings
    }

    func array(_ name: ExactString) throws(TUFError) -> [JSONValue] {
        guard case .array(let values)? = members[name] else { throw missing(name.text, "list") }
        return values
    }

    func object(_ name: ExactString) throws(TUFError) -> MetadataFields {
        try MetadataFields(members[name], of: role, "\"\(name)\"")
    }
}
