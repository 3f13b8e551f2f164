import Foundation

/// A JSON object of the manifest, with its place in it, so that what is wrong can be named.
struct ManifestObject {
    let members: [String: Any]
    /// The member that holds this object, with a dot behind; empty for the manifest itself.
    var place = ""

    func string(_ member: String, length: ClosedRange<Int>) throws(PackageRefusal) -> String {
        guard let text = try optionalString(member, length: length) else { throw missing(member) }
        return text
    }

    func optionalString(_ member: String, length: ClosedRange<Int>) throws(PackageRefusal) -> String? {
        guard let value = members[member] else { return nil }
        return try checked(value, at: place + member, length: length)
    }

    func integer(_ member: String, range: ClosedRange<Int>) throws(PackageRefusal) -> Int {
        guard let number = try optionalInteger(member, range: range) else { throw missing(member) }
        return number
    }

    func optionalInteger(_ member: String, range: ClosedRange<Int>) throws(PackageRefusal) -> Int? {
        guard let value = members[member] else { return nil }
        // A JSON `true` also answers to `NSNumber`; only a number's own type tells them apart.
        guard !(value is Bool) || isNumber(value), let number = value as? Int, range.contains(number) else {
            throw refusal(member, "A whole number from \(range.lowerBound) to \(range.upperBound) is needed.")
        }
        return number
    }

    func object(_ member: String) throws(PackageRefusal) -> ManifestObject {
        guard let value = members[member] else { throw missing(member) }
        guard let object = value as? [String: Any] else { throw refusal(member, "An object is needed.") }
        return ManifestObject(members: object, place: place + member + ".")
    }

    func objects(_ member: String, count: ClosedRange<Int>) throws(PackageRefusal) -> [ManifestObject] {
        guard let value = members[member] else { return [] }
        let elements = try array(value, member, count: count)
        var objects: [ManifestObject] = []
        for (index, element) in elements.enumerated() {
            guard let object = element as? [String: Any] else {
                throw refusal("\(member)[\(index)]", "An object is needed.")
            }
            objects.append(ManifestObject(members: object, place: "\(place)\(member)[\(index)]."))
        }
        return objects
    }

    func strings(
        _ member: String, count: ClosedRange<Int>, length: ClosedRange<Int>
    ) throws(PackageRefusal) -> [String] {
        guard let value = members[member] else { throw missing(member) }
        let elements = try array(value, member, count: count)
        var strings: [String] = []
        for (index, element) in elements.enumerated() {
            strings.append(try checked(element, at: "\(place)\(member)[\(index)]", length: length))
        }
        return strings
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ member: String
    ) throws(PackageRefusal) -> Choice? where Choice.RawValue == String {
        guard let value = members[member] else { return nil }
        guard let text = value as? String, let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw refusal(member, "One of \(choices) is needed.")
        }
        return choice
    }

    private func array(_ value: Any, _ member: String, count: ClosedRange<Int>) throws(PackageRefusal) -> [Any] {
        guard let elements = value as? [Any] else { throw refusal(member, "An array is needed.") }
        guard count.contains(elements.count) else {
            throw refusal(member, "\(count.lowerBound) to \(count.upperBound) elements are needed.")
        }
        return elements
    }

    private func checked(_ value: Any, at place: String, length: ClosedRange<Int>) throws(PackageRefusal) -> String {
        guard let text = value as? String else { throw .init(.manifest, place, "A string is needed.") }
        guard length.contains(text.unicodeScalars.count), !text.unicodeScalars.contains(where: \.isControl) else {
            throw .init(
                .manifest, place,
                "A string of \(length.lowerBound) to \(length.upperBound) characters without control characters is needed."
            )
        }
        return text
    }

    private func isNumber(_ value: Any) -> Bool {
        guard let number = value as? NSNumber else { return false }
        return String(cString: number.objCType) != "c" && String(cString: number.objCType) != "B"
    }

    private func missing(_ member: String) -> PackageRefusal {
        refusal(member, "The member is missing.")
    }

    private func refusal(_ member: String, _ reason: String) -> PackageRefusal {
        .init(.manifest, place + member, reason)
    }
}

extension Unicode.Scalar {
    /// Whether this is a control character of Unicode (category Cc), as which line breaks count too.
    var isControl: Bool { properties.generalCategory == .control }
}
