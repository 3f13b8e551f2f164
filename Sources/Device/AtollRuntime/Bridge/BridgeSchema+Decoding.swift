extension BridgeSchema: Decodable {
    private enum CodingKeys: String, CodingKey {
        case type, minimum, maximum, minLength, maxLength, maxBytes, pattern, items, minItems, maxItems, uniqueItems
        case properties, required, additionalProperties, propertyNames, minProperties, maxProperties, anyOf
        case choices = "enum"
        case reference = "$ref"
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func range(_ least: CodingKeys, _ most: CodingKeys) throws -> ClosedRange<Int> {
            let (low, high) =
                (
                    try fields.decodeIfPresent(Int.self, forKey: least),
                    try fields.decodeIfPresent(Int.self, forKey: most)
                )
            return try Self.range(low ?? 0, high ?? .max, fields, most)
        }
        let bytes = try fields.decodeIfPresent(Int.self, forKey: .maxBytes)
        if let reference = try fields.decodeIfPresent(String.self, forKey: .reference) {
            self = .reference(String(reference.split(separator: "/").last ?? ""))
            return
        }
        if let choices = try fields.decodeIfPresent([String].self, forKey: .choices) {
            self = .choice(choices)
            return
        }
        if let several = try fields.decodeIfPresent([BridgeSchema].self, forKey: .anyOf) {
            self = .oneOf(several)
            return
        }
        switch try fields.decodeIfPresent(String.self, forKey: .type) {
        case nil: self = bytes.map { .limited(.any, bytes: $0) } ?? .any
        case "null": self = .null
        case "boolean": self = .boolean
        case "integer":
            let low = try fields.decodeIfPresent(Int.self, forKey: .minimum) ?? .min
            self = .integer(
                try Self.range(low, fields.decodeIfPresent(Int.self, forKey: .maximum) ?? .max, fields, .maximum))
        case "number":
            let low = try fields.decodeIfPresent(Double.self, forKey: .minimum) ?? -.greatestFiniteMagnitude
            let high = try fields.decodeIfPresent(Double.self, forKey: .maximum) ?? .greatestFiniteMagnitude
            guard low <= high else { throw Self.fault("maximum is below minimum", fields, .maximum) }
            self = .number(low...high)
        case "string":
            let pattern = try fields.decodeIfPresent(String.self, forKey: .pattern).map { text in
                guard let pattern = Pattern(text) else { throw Self.fault("not a pattern", fields, .pattern) }
                return pattern
            }
            self = .string(
                characters: try range(.minLength, .maxLength), bytes: bytes ?? .max, pattern: pattern)
        case "array":
            self = .array(
                of: try fields.decode(BridgeSchema.self, forKey: .items), count: try range(.minItems, .maxItems),
                isUnique: try fields.decodeIfPresent(Bool.self, forKey: .uniqueItems) ?? false)
        case "object":
            if let values = try fields.decodeIfPresent(BridgeSchema.self, forKey: .additionalProperties) {
                self = .map(
                    of: values, names: try fields.decodeIfPresent(BridgeSchema.self, forKey: .propertyNames) ?? .any,
                    count: try range(.minProperties, .maxProperties))
            } else {
                self = .object(
                    try fields.decodeIfPresent([String: BridgeSchema].self, forKey: .properties) ?? [:],
                    required: Set(try fields.decodeIfPresent([String].self, forKey: .required) ?? []))
            }
        case let other?: throw Self.fault("unknown type \(other)", fields, .type)
        }
    }

    private static func range(
        _ low: Int, _ high: Int, _ fields: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
    ) throws -> ClosedRange<Int> {
        guard low <= high else { throw fault("a limit is below the other", fields, key) }
        return low...high
    }

    private static func fault(
        _ text: String, _ fields: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
    ) -> DecodingError {
        .dataCorruptedError(forKey: key, in: fields, debugDescription: text)
    }
}
