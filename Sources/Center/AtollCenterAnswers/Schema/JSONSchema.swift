import SignedJSON

/// A JSON Schema (2020-12) of a route's request or answer, with the keywords that the Center's documents need.
package struct JSONSchema: Sendable, Hashable {
    package let value: JSONValue

    private init(_ members: [ExactString: JSONValue]) { value = .object(members) }

    /// A part of another schema.
    package init(_ value: JSONValue) { self.value = value }

    /// A text whose length, in Unicode scalars, is in this range.
    package static func text(_ length: ClosedRange<Int> = 0...1_000_000, pattern: String? = nil) -> JSONSchema {
        var members: [ExactString: JSONValue] = ["type": "string"]
        if length.lowerBound > 0 { members["minLength"] = .integer(length.lowerBound) }
        if length.upperBound < 1_000_000 { members["maxLength"] = .integer(length.upperBound) }
        // Not every database can store U+0000, so no body may have it.
        members["pattern"] = .string(pattern ?? #"^[^\u0000]*$"#)
        return JSONSchema(members)
    }

    /// One of these texts.
    package static func one(of texts: [String]) -> JSONSchema {
        JSONSchema(["type": "string", "enum": .array(texts.map { .string($0) })])
    }

    package static func integer(_ range: ClosedRange<Int>) -> JSONSchema {
        JSONSchema([
            "type": "integer", "minimum": .integer(range.lowerBound),
            "maximum": .integer(min(range.upperBound, maximumInteger)),
        ])
    }

    /// The highest whole number that every reader of JSON has exactly (RFC 8259, section 6): some take one above it for
    /// another.
    package static let maximumInteger = (1 << 53) - 1

    /// A number of seconds or milliseconds since 1970.
    package static let time = integer(0...maximumInteger)

    /// A day in UTC.
    package static let day = text(10...10, pattern: "^2[0-9]{3}-[0-9]{2}-[0-9]{2}$")

    /// A time in a request, in seconds since 1970, up to the year 9999.
    static let saidTime = integer(0...253_402_300_799)

    /// The id of an organization.
    package static let organization = text(2...40, pattern: "^[a-z0-9][a-z0-9-]*[a-z0-9]$")

    /// The id of a publisher, of a super app or of a mini app: labels separated by dots.
    package static let reverseDomain = text(3...128, pattern: "^\(label)(\\.\(label))+$")

    /// An e-mail address.
    package static let email = text(
        3...254, pattern: #"^[!#$%&'*+./0-9=?A-Z^_`{|}~a-z-]{1,64}@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$"#)

    private static let label = "[a-z0-9]([a-z0-9_-]*[a-z0-9])?"

    package static let bool = JSONSchema(["type": "boolean"])

    package static func number(_ range: ClosedRange<Int>) -> JSONSchema {
        JSONSchema([
            "type": "number", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
        ])
    }

    /// A point in time as a text, such as `2027-03-01T09:00:00Z`.
    package static let date = text(20...30, pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")

    /// A SHA-256 digest in hexadecimal digits.
    package static let digest = text(64...64, pattern: "^[0-9a-f]{64}$")

    /// An object of values of one kind, whose member names the sender chooses.
    package static func map(of element: JSONSchema, upTo limit: Int) -> JSONSchema {
        JSONSchema([
            "type": "object", "additionalProperties": element.value, "maxProperties": .integer(limit),
        ])
    }

    /// A text or a number.
    static let textOrNumber = JSONSchema(["type": .array(["string", "number"])])

    /// Any object: its form is described elsewhere.
    package static let object = JSONSchema(["type": "object"])

    /// A list of at most so many values.
    package static func list(of element: JSONSchema, upTo limit: Int, from least: Int = 0) -> JSONSchema {
        var members: [ExactString: JSONValue] = [
            "type": "array", "items": element.value, "maxItems": .integer(limit),
        ]
        if least > 0 { members["minItems"] = .integer(least) }
        return JSONSchema(members)
    }

    /// An object with these members and no others.
    ///
    /// - Parameter optional: Those that may be missing.
    package static func object(
        _ members: KeyValuePairs<ExactString, JSONSchema>, optional: Set<ExactString> = []
    ) -> JSONSchema {
        object(Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }, optional: optional)
    }

    /// An object with members that are assembled elsewhere.
    package static func object(_ members: [ExactString: JSONSchema], optional: Set<ExactString> = []) -> JSONSchema {
        let properties = members.mapValues(\.value)
        let required = members.keys.filter { !optional.contains($0) }.sorted { $0.text < $1.text }
        return JSONSchema([
            "type": "object", "additionalProperties": .bool(false), "properties": .object(properties),
            "required": .array(required.map { .string($0.text) }),
        ])
    }

    /// An object of texts, whose member names the sender chooses.
    ///
    /// - Parameters:
    ///   - names: How long a name is.
    ///   - texts: How long a text is.
    package static func texts(named names: ClosedRange<Int>, _ texts: ClosedRange<Int>, upTo limit: Int) -> JSONSchema {
        JSONSchema([
            "type": "object", "additionalProperties": text(texts).value, "propertyNames": text(names).value,
            "maxProperties": .integer(limit),
        ])
    }

    /// A schema that the document has under this name.
    package static func named(_ name: String) -> JSONSchema {
        JSONSchema(["$ref": .string("#/components/schemas/\(name)")])
    }
}
