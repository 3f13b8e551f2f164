import Foundation
import SignedJSON

/// A JSON object of the manifest, with its place in it, so that what is wrong can be named.
struct ManifestObject {
    let members: [ExactString: JSONValue]
    /// The member that holds this object, with a dot behind; empty for the manifest itself.
    var place = ""

    /// The names of members that are not among `known`, with the objects that hold them.
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
            throw refusal(member, "A whole number from \(range.lowerBound) to \(range.upperBound) is needed.")
        }
        return number
    }

    func optionalBool(_ member: ExactString) throws(PackageRefusal) -> Bool? {
        guard let value = members[member] else { return nil }
        guard case .bool(let flag) = value else { throw refusal(member, "true or false is needed.") }
        return flag
    }

    /// A colour as six or three hexadecimal digits, such as `#ffffff`.
    func optionalColor(_ member: ExactString) throws(PackageRefusal) -> String? {
        guard let text = try optionalString(member, length: 1...30) else { return nil }
        let digits = text.dropFirst()
        guard text.first == "#", [3, 6].contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { throw refusal(member, "A colour such as #ffffff is needed.") }
        return text.lowercased()
    }

    func object(_ member: ExactString) throws(PackageRefusal) -> ManifestObject {
        guard let object = try optionalObject(member) else { throw missing(member) }
        return object
    }

    func optionalObject(_ member: ExactString) throws(PackageRefusal) -> ManifestObject? {
        guard let value = members[member] else { return nil }
        guard case .object(let object) = value else { throw refusal(member, "An object is needed.") }
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
                throw refusal(.init("\(member)[\(index)]"), "An object is needed.")
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
            throw refusal(member, "One of \(choices) is needed.")
        }
        return choice
    }

    private func array(
        _ value: JSONValue, _ member: ExactString, count: ClosedRange<Int>
    ) throws(PackageRefusal) -> [JSONValue] {
        guard case .array(let elements) = value else { throw refusal(member, "An array is needed.") }
        guard count.contains(elements.count) else {
            throw refusal(member, "\(count.lowerBound) to \(count.upperBound) elements are needed.")
        }
        return elements
    }

    private func checked(
        _ value: JSONValue, at place: String, length: ClosedRange<Int>
    ) throws(PackageRefusal) -> String {
        guard case .string(let text) = value else { throw .init(.manifest, place, "A string is needed.") }
        guard length.contains(text.unicodeScalars.count),
            !text.unicodeScalars.contains(where: { $0.isControl || $0.turnsDirection })
        else {
            throw .init(
                .manifest, place,
                "A string of \(length.lowerBound) to \(length.upperBound) characters without control characters is needed."
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
    /// Whether this is a control character of Unicode (category Cc), as which line breaks count too.
    var isControl: Bool { properties.generalCategory == .control }
    /// Whether this overrides the direction in which others are written, so that they read as something else: names in right-to-left
    /// scripts need none of these.
    var turnsDirection: Bool { (0x202a...0x202e).contains(value) || (0x2066...0x2069).contains(value) }
}
