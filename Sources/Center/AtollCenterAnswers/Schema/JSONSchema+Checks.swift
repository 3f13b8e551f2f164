import SignedJSON

extension JSONSchema {
    /// Checks that a value is what the document says, so that it says what the Center takes.
    ///
    /// Patterns are left to what reads the texts, which says what is wrong in words; references to other schemas are
    /// not followed, because bodies have none.
    ///
    /// - Parameter place: The value's name, for the error.
    /// - Throws: ``InvalidMember``.
    package func check(_ value: JSONValue, at place: String = "body") throws(InvalidMember) {
        guard case .object(let rules) = self.value, let kind = rules["type"]?.text else { return }
        switch (kind, value) {
        case ("string", .string(let text)): try Self.check(text, rules, place)
        case ("integer", .integer(let number)): try Self.check(number, rules, place)
        case ("integer", .decimal(let text)):
            guard let number = Double(text).flatMap({ Int(exactly: $0) }) else {
                throw InvalidMember(place, "must be a whole number")
            }
            try Self.check(number, rules, place)
        case ("number", .integer), ("number", .decimal): break
        case ("boolean", .bool): break
        case ("array", .array(let values)): try Self.check(values, rules, place)
        case ("object", .object(let members)): try Self.check(members, rules, place)
        default: throw InvalidMember(place, "does not have the expected form")
        }
    }

    private static func check(
        _ text: String, _ rules: [ExactString: JSONValue], _ place: String
    ) throws(InvalidMember) {
        let (least, most) = (rules["minLength"]?.number ?? 0, rules["maxLength"]?.number ?? Int.max)
        if least > 0 || most < Int.max {
            let count = text.unicodeScalars.count
            guard (least...max(least, most)).contains(count) else {
                throw InvalidMember(place, "must have \(least) to \(most) characters")
            }
        }
        if case .array(let choices)? = rules["enum"], !choices.contains(.string(text)) {
            throw InvalidMember(place, "must be one of " + choices.compactMap(\.text).joined(separator: ", "))
        }
    }

    private static func check(
        _ number: Int, _ rules: [ExactString: JSONValue], _ place: String
    ) throws(InvalidMember) {
        let (least, most) = (rules["minimum"]?.number ?? Int.min, rules["maximum"]?.number ?? Int.max)
        guard (least...max(least, most)).contains(number) else {
            throw InvalidMember(place, "must be a number from \(least) to \(most)")
        }
    }

    private static func check(
        _ values: [JSONValue], _ rules: [ExactString: JSONValue], _ place: String
    ) throws(InvalidMember) {
        let (least, most) = (rules["minItems"]?.number ?? 0, rules["maxItems"]?.number ?? Int.max)
        guard (least...max(least, most)).contains(values.count) else {
            throw InvalidMember(place, "must have \(least) to \(most) values")
        }
        guard let items = rules["items"] else { return }
        for (index, value) in values.enumerated() { try JSONSchema(items).check(value, at: "\(place).\(index)") }
    }

    private static func check(
        _ members: [ExactString: JSONValue], _ rules: [ExactString: JSONValue], _ place: String
    ) throws(InvalidMember) {
        func name(_ member: ExactString) -> String { place == "body" ? member.text : "\(place).\(member.text)" }
        guard case .object(let properties)? = rules["properties"] else {
            return try checkAny(members, rules, place)
        }
        if case .array(let required)? = rules["required"] {
            for member in required.compactMap(\.text) where members[ExactString(member)] == nil {
                throw InvalidMember(name(ExactString(member)), "is missing")
            }
        }
        for (member, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let schema = properties[member] else { throw InvalidMember(name(member), "is not a known member") }
            try JSONSchema(schema).check(value, at: name(member))
        }
    }
    /// Checks an object whose member names the sender chooses.
    private static func checkAny(
        _ members: [ExactString: JSONValue], _ rules: [ExactString: JSONValue], _ place: String
    ) throws(InvalidMember) {
        let most = rules["maxProperties"]?.number ?? Int.max
        guard members.count <= most else { throw InvalidMember(place, "must have at most \(most) members") }
        for (member, value) in members.sorted(by: { $0.key < $1.key }) {
            if let names = rules["propertyNames"] {
                try JSONSchema(names).check(.string(member.text), at: "\(place): the name of a member")
            }
            if let schema = rules["additionalProperties"] {
                try JSONSchema(schema).check(value, at: "\(place).\(member.text)")
            }
        }
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    fileprivate var number: Int? { if case .integer(let number) = self { number } else { nil } }
}
