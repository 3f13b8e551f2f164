/// The rule for upper and lower case in the first component of a link; in all others, case always matters.
///
/// In a URL with a custom scheme the first component is the host (`dla://Products?id=30`), whose case means nothing
/// (RFC 3986, section 3.2.2): there it matches in any case. In a web URL it must match exactly;
/// ``LinkRouter/canonicalStart(of:)`` then says how it would be right.
struct LetterCase: Sendable {
    private struct Start: Sendable {
        let node: Int
        let text: String
    }

    /// The first components of routes, by their lower-case form. No two routes differ there in case only.
    private var starts: [String: Start] = [:]

    /// Adds the first component of a route.
    mutating func add(_ text: String, node: Int) { starts[text.lowercased()] = Start(node: node, text: text) }

    /// The node of the route that begins with `component` in any case.
    func node(of component: String) -> Int? { starts[component.lowercased()]?.node }

    /// Returns `component` with the capitalization of the route that begins with it in any case; `nil` if no route
    /// does.
    func canonical(_ component: String) -> String? { starts[component.lowercased()]?.text }

    /// All first components.
    var all: Set<String> { Set(starts.values.map(\.text)) }
}
