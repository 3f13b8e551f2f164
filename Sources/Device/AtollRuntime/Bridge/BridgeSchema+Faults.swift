import Foundation

extension BridgeSchema {
    /// The fault in a value, for the mini app's developer.
    struct Fault: Hashable {
        let text: String
        /// Whether it is only too long, or too short.
        var isLength = false
    }

    /// Returns the fault in a value of this form, or `nil`.
    ///
    /// - Parameters:
    ///   - place: What the value is called, such as `"options[2].text"`.
    ///   - types: Where references lead.
    /// - Complexity: O(*n*) in the value's length.
    func fault(in value: BridgeValue, at place: String, _ types: [String: BridgeSchema]) -> Fault? {
        switch self {
        case .any: return nil
        case .null: return value == .null ? nil : Fault(text: "\(place) must be null.")
        case .boolean:
            if case .bool = value { return nil }
            return Fault(text: "\(place) must be true or false.")
        case .integer(let range):
            if case .integer(let number) = value, range.contains(number) { return nil }
            return Fault(text: "\(place) must be a whole number\(Self.words(range)).")
        case .number(let range):
            if let number = value.number, range.contains(number) { return nil }
            return Fault(text: "\(place) must be a number from \(range.lowerBound) to \(range.upperBound).")
        case .string(let characters, let bytes, let pattern):
            guard case .string(let text) = value else { return Fault(text: "\(place) must be a string.") }
            guard characters.contains(text.unicodeScalars.count) else {
                let most =
                    characters.upperBound == .max
                    ? "at least \(characters.lowerBound)" : "\(characters.lowerBound) to \(characters.upperBound)"
                return Fault(text: "\(place) must have \(most) characters.", isLength: true)
            }
            guard text.utf8.count <= bytes else {
                return Fault(text: "\(place) must have at most \(bytes) bytes.", isLength: true)
            }
            return pattern.map { $0.matches(text) } ?? true
                ? nil : Fault(text: "\(place) does not have the expected form.")
        case .choice(let choices):
            if let text = value.string, choices.contains(text) { return nil }
            let known = choices.map { "\"\($0)\"" }.joined(separator: ", ")
            return Fault(text: "\(place) must be one of \(known).")
        case .array(let element, let count, let isUnique):
            guard case .array(let values) = value else { return Fault(text: "\(place) must be an array.") }
            guard count.contains(values.count) else {
                return Fault(text: "\(place) must have \(count.lowerBound) to \(count.upperBound) elements.")
            }
            guard !isUnique || Set(values).count == values.count else {
                return Fault(text: "\(place) must not repeat an element.")
            }
            for (index, value) in values.enumerated() {
                if let fault = element.fault(in: value, at: "\(place)[\(index)]", types) { return fault }
            }
            return nil
        case .object(let members, let required):
            guard case .object(let values) = value else { return Fault(text: "\(place) must be an object.") }
            if let missing = required.lazy.filter({ values[$0] == nil }).min() {
                return Fault(text: "\(place).\(missing) is missing.")
            }
            return Self.fault(in: values, members, types) { "\(place).\($0)" }
        case .map(let element, let names, let count):
            guard case .object(let values) = value else { return Fault(text: "\(place) must be an object.") }
            guard count.contains(values.count) else {
                return Fault(text: "\(place) must have \(count.lowerBound) to \(count.upperBound) members.")
            }
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                if let fault = names.fault(in: .string(name), at: "A name in \(place)", types) { return fault }
                let fault = element.fault(in: value, at: "\(place)[\"\(name.prefix(40))\"]", types)
                if let fault { return fault }
            }
            return nil
        case .oneOf(let several):
            let faults = several.map { $0.fault(in: value, at: place, types) }
            return faults.contains(nil) ? nil : faults.first ?? nil
        case .reference(let name): return types[name]?.fault(in: value, at: place, types)
        case .limited(let schema, let bytes):
            guard value.length <= bytes else {
                return Fault(text: "\(place) must have at most \(bytes) bytes.", isLength: true)
            }
            return schema.fault(in: value, at: place, types)
        }
    }

    /// Returns the fault in an object's members, of which unknown ones are faults: a misspelled one would be ignored.
    static func fault(
        in values: [String: BridgeValue], _ members: [String: BridgeSchema], _ types: [String: BridgeSchema],
        _ place: (String) -> String
    ) -> Fault? {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let schema = members[name] else {
                return Fault(text: "\(place(String(name.prefix(40)))) is unknown.")
            }
            if let fault = schema.fault(in: value, at: place(name), types) { return fault }
        }
        return nil
    }

    private static func words(_ range: ClosedRange<Int>) -> String {
        range == .min ... .max ? "" : " from \(range.lowerBound) to \(range.upperBound)"
    }
}

extension BridgeValue {
    /// The number, however it is written.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The bytes of a text, or of the JSON of anything else.
    ///
    /// - Complexity: O(*n*) in the value's length.
    var length: Int {
        switch self {
        case .string(let text): text.utf8.count
        default: (try? JSONEncoder().encode(self))?.count ?? .max
        }
    }
}
