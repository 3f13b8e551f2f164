import Mustache

/// The values of a struct or of a dictionary by their names, as a template asks for them.
///
/// The library would find the members of a struct by reflection, in each object of the context for each name: more than half of
/// the time that a page took.
final class TemplateObject: MustacheParent {
    /// The names with their values, nil for an optional that has none. A struct has few: comparing them costs less than a hash.
    private var members: [(name: String, value: Any?)] = []

    /// Whether these are all values of a template that asks for nothing else.
    var isWhole = false

    init() { members.reserveCapacity(16) }

    func set(_ value: Any?, for name: String) { members.append((name, value)) }

    func child(named name: String) -> Any? {
        for member in members where member.name == name { return member.value }
        // The last that is asked: an optional without a value may have been asked before.
        assert(!isWhole || knows(name), "A template asks for \(name), which its values don't have.")
        return nil
    }

    /// Whether a value has this name, here or further in, even an optional without a value.
    private func knows(_ name: String) -> Bool {
        members.contains { member in
            member.name == name || (member.value as? TemplateObject)?.knows(name) == true
                || (member.value as? TemplateList)?.contains { ($0 as? TemplateObject)?.knows(name) == true } == true
        }
    }
}
