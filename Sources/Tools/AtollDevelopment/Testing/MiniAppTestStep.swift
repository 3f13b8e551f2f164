import AtollRuntime

/// An action or an expectation of a test.
struct MiniAppTestStep: Sendable {
    enum Action: Sendable {
        /// A text appears in the first element of a selector, or anywhere.
        case see(String, in: String?)
        /// An element exists, or does not.
        case exists(String, Bool)
        /// The user taps the middle of an element.
        case tap(String)
        /// The user fills a field.
        case type(BridgeValue, in: String)
        /// The user presses the button with this text in a dialog of the host.
        case answer(String)
        /// The host sends an event.
        case event(String, BridgeValue)
        /// The mini app has called a method, with at least these parameters.
        case called(String, BridgeValue?)
        /// The mini app opens another page.
        case go(String)
        /// The connection is cut or restored.
        case offline(Bool)
        /// The test waits for some seconds.
        case wait(Double)

        /// The selector of the step's element.
        var selector: String? {
            switch self {
            case .see(_, let place): place
            case .exists(let selector, _), .tap(let selector), .type(_, let selector): selector
            case .answer, .event, .called, .go, .offline, .wait: nil
            }
        }
    }

    let action: Action
    /// The user who performs the step; nil for the first user.
    let user: String?

    /// The valid forms of steps, for error messages.
    static let forms =
        "see … in, exists, gone, tap, type … in, answer, event … parameters, called … parameters, go, offline, or wait."

    init?(_ value: BridgeValue) {
        guard case .object(let members) = value else { return nil }
        user = members["user"]?.string
        let known: [Set<String>] = [
            ["see", "in"], ["exists"], ["gone"], ["tap"], ["type", "in"], ["answer"], ["event", "parameters"],
            ["called", "parameters"], ["go"], ["offline"], ["wait"],
        ]
        // A member that no step reads is a mistake.
        guard known.contains(where: { Set(members.keys).subtracting(["user"]).isSubset(of: $0) }) else { return nil }
        func text(_ name: String) -> String? { members[name]?.string }
        if let see = text("see") {
            action = .see(see, in: text("in"))
        } else if let exists = text("exists") {
            action = .exists(exists, true)
        } else if let gone = text("gone") {
            action = .exists(gone, false)
        } else if let tap = text("tap") {
            action = .tap(tap)
        } else if let typed = members["type"], let field = text("in") {
            action = .type(typed, in: field)
        } else if let answer = text("answer") {
            action = .answer(answer)
        } else if let event = text("event") {
            action = .event(event, members["parameters"] ?? .object([:]))
        } else if let called = text("called") {
            action = .called(called, members["parameters"])
        } else if let page = text("go") {
            action = .go(page)
        } else if case .bool(let isOff)? = members["offline"] {
            action = .offline(isOff)
        } else if let seconds = members["wait"]?.seconds, (0...30).contains(seconds) {
            action = .wait(seconds)
        } else {
            return nil
        }
    }
}

extension BridgeValue {
    fileprivate var seconds: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}

extension MiniAppTestStep: CustomStringConvertible {
    var description: String {
        switch action {
        case .see(let text, let place): "see \"\(text)\"\(place.map { " in \($0)" } ?? "")"
        case .exists(let selector, true): "\(selector) exists"
        case .exists(let selector, false): "\(selector) is gone"
        case .tap(let selector): "tap \(selector)"
        case .type(_, let selector): "type in \(selector)"
        case .answer(let text): "answer \"\(text)\""
        case .event(let name, _): "event \(name)"
        case .called(let name, _): "\(name) was called"
        case .go(let page): "go to \(page)"
        case .wait(let seconds): "wait \(seconds) s"
        case .offline(let isOff): isOff ? "cut the connection" : "restore the connection"
        }
    }
}
