import Foundation
import SignedJSON

/// A JSON object in the manifest, with its position there, so that errors can name the invalid member.
struct ManifestObject {
    let members: [ExactString: JSONValue]
    /// The path of the member that contains this object, with a trailing dot; empty for the manifest itself.
    var place = ""

    /// The paths of members that are not in `known`.
    func unknown(besides known: Set<ExactString>) -> [String] {
        members.keys.filter { !known.contains($0) }.sorted().map { place + $0.text }
    }

    func string(_ member: ExactString, length: ClosedRange<Int>) throws(PackageRefusal) -> String {
        guard let text = try optionalString(member, length: length) else { throw missing(member) }
        return text
    }

    func optionalString(_ member: ExactString, length: ClosedRange<Int>) throws(PackageRefusal) -> String? {
        guard let value = members[member] else { return nil }
        return try checked(value, at: place + member.text, length: length)
    }

    func integer(_ member: ExactString, range: ClosedRange<Int>) throws(PackageRefusal) -> Int {
        guard let number = try optionalInteger(member, range: range) else { throw missing(member) }
        return number
    }

    func optionalInteger(_ member: ExactString, range: ClosedRange<Int>) throws(PackageRefusal) -> Int? {
        guard let value = members[member] else { return nil }
        guard case .integer(let number) = value, range.contains(number) else {
            throw refusal(member, "Expected a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    func optionalBool(_ member: ExactString) throws(PackageRefusal) -> Bool? {
        guard let value = members[member] else { return nil }
        guard case .bool(let flag) = value else { throw refusal(member, "Expected true or false.") }
        return flag
    }

    /// A colour of three or six hexadecimal digits, such as `#ffffff`, in lower case.
    func optionalColor(_ member: ExactString) throws(PackageRefusal) -> String? {
        guard let text = try optionalString(member, length: 1...30) else { return nil }
        let digits = text.dropFirst()
        guard text.first == "#", [3, 6].contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { throw refusal(member, "Expected a colour such as #ffffff.") }
        return text.lowercased()
    }

    func object(_ member: ExactString) throws(PackageRefusal) -> ManifestObject {
        guard let object = try optionalObject(member) else { throw missing(member) }
        return object
    }

    func optionalObject(_ member: ExactString) throws(PackageRefusal) -> ManifestObject? {
        guard let value = members[member] else { return nil }
        guard case .object(let object) = value else { throw refusal(member, "Expected an object.") }
        return ManifestObject(members: object, place: place + member.text + ".")
    }

    func objects(_ member: ExactString, count: ClosedRange<Int>) throws(PackageRefusal) -> [ManifestObject] {
        guard let value = members[member] else {
            guard count.contains(0) else { throw missing(member) }
            return []
        }
        var objects: [ManifestObject] = []
        for (index, element) in try array(value, member, count: count).enumerated() {
            guard case .object(let object) = element else {
                throw refusal(.init("\(member)[\(index)]"), "Expected an object.")
            }
            objects.append(ManifestObject(members: object, place: "\(place)\(member)[\(index)]."))
        }
        return objects
    }

    func strings(
        _ member: ExactString, count: ClosedRange<Int>, length: ClosedRange<Int>
    ) throws(PackageRefusal) -> [String] {
        guard let value = members[member] else {
            guard count.contains(0) else { throw missing(member) }
            return []
        }
        var strings: [String] = []
        for (index, element) in try array(value, member, count: count).enumerated() {
            strings.append(try checked(element, at: "\(place)\(member)[\(index)]", length: length))
        }
        return strings
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ member: ExactString
    ) throws(PackageRefusal) -> Choice? where Choice.RawValue == String {
        guard let value = members[member] else { return nil }
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw refusal(member, "Expected one of \(choices).")
        }
        return choice
    }

    private func array(
        _ value: JSONValue, _ member: ExactString, count: ClosedRange<Int>
    ) throws(PackageRefusal) -> [JSONValue] {
        guard case .array(let elements) = value else { throw refusal(member, "Expected an array.") }
        guard count.contains(elements.count) else {
            throw refusal(member, "Expected \(count.lowerBound) to \(count.upperBound) elements.")
        }
        return elements
    }

    private func checked(
        _ value: JSONValue, at place: String, length: ClosedRange<Int>
    ) throws(PackageRefusal) -> String {
        guard case .string(let text) = value else { throw .init(.manifest, place, "Expected a string.") }
        guard length.contains(text.unicodeScalars.count),
            !text.unicodeScalars.contains(where: { $0.isControl || $0.turnsDirection })
        else {
            throw .init(
                .manifest, place,
                "Expected a string of \(length.lowerBound) to \(length.upperBound) characters without control characters."
            )
        }
        return text
    }

    private func missing(_ member: ExactString) -> PackageRefusal {
        refusal(member, "The member is missing.")
    }

    private func refusal(_ member: ExactString, _ reason: String) -> PackageRefusal {
        .init(.manifest, place + member.text, reason)
    }
}

extension Unicode.Scalar {
    /// Whether this is a Unicode control character (category Cc), which includes line breaks.
    var isControl: Bool { properties.generalCategory == .control }
    /// Whether this character overrides the writing direction of others, so that they read as something else. Names in
    /// right-to-left scripts do not need such characters.
    package var turnsDirection: Bool { (0x202a...0x202e).contains(value) || (0x2066...0x2069).contains(value) }
}
