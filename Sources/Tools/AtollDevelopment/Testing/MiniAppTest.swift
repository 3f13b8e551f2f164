import AtollRuntime
import Foundation

/// A scripted test of a mini app: a file `tests/….dev.json`.
///
/// ```json
/// {
///   "name": "Greets by the name",
///   "page": "pages/home", "grant": ["user.name"], "language": "en",
///   "steps": [
///     { "see": "Ada", "in": "#greeting" },
///     { "type": "Soup", "in": "#dish" },
///     { "tap": "#order" },
///     { "answer": "Allow" },
///     { "called": "storage.set", "parameters": { "key": "order" } }
///   ]
/// }
/// ```
package struct MiniAppTest: Sendable {
    /// The subject of the test.
    package let name: String
    /// The users. A step without a user is performed as the first one.
    let users: [String]
    /// The page on which the test begins, with its query; empty for the first page.
    let page: String
    /// The permissions that are granted to the users from the start.
    let grant: Set<String>
    /// The users' language.
    let language: String
    /// The preset results of the device.
    let device: BridgeValue?
    /// How payments end.
    let payments: PaymentOutcome.Status?
    /// The path of a recording, relative to the test, from which calls are replayed.
    let recording: String?
    /// Whether errors of the mini app do not fail the test.
    let allowsErrors: Bool
    /// The steps, in order.
    let steps: [MiniAppTestStep]

    private static let maximumLength = 1024 * 1024
    private static let maximumSteps = 1_000

    /// Reads a test.
    ///
    /// - Throws: A ``MiniAppTestError`` that describes the problem with the file.
    package init(_ file: URL) throws {
        let place = file.lastPathComponent
        guard let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int,
            size <= Self.maximumLength, let data = FileManager.default.contents(atPath: file.path)
        else {
            throw MiniAppTestError.unreadable(place, "It is missing, or has more than \(Self.maximumLength) bytes.")
        }
        let value: BridgeValue
        do {
            value = try BridgeValue(json: data)
        } catch {
            throw MiniAppTestError.unreadable(place, "It is not JSON: \(error)")
        }
        guard case .object(let members) = value, case .array(let steps)? = members["steps"] else {
            throw MiniAppTestError.unreadable(place, "Expected an object with \"steps\".")
        }
        let known: Set = [
            "name", "users", "page", "grant", "language", "device", "payments", "recording", "allowErrors", "steps",
        ]
        if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw MiniAppTestError.unreadable(place, "\"\(unknown)\" is not a known member of a test.")
        }
        guard (1...Self.maximumSteps).contains(steps.count) else {
            throw MiniAppTestError.unreadable(place, "Expected 1 to \(Self.maximumSteps) steps.")
        }
        func texts(_ name: String) -> [String] {
            guard case .array(let list)? = members[name] else { return [] }
            return list.compactMap(\.string)
        }
        for list in ["users", "grant"] {
            guard let value = members[list] else { continue }
            guard case .array(let items) = value, items.allSatisfy({ $0.string != nil }) else {
                throw MiniAppTestError.unreadable(place, "\"\(list)\" must be a list of texts.")
            }
        }
        if let text = members["payments"], text.string.flatMap(PaymentOutcome.Status.init) == nil {
            let all = PaymentOutcome.Status.allCases.map(\.rawValue).joined(separator: ", ")
            throw MiniAppTestError.unreadable(place, "\"payments\" must be one of \(all).")
        }
        guard Set(texts("users")).count == texts("users").count else {
            throw MiniAppTestError.unreadable(place, "\"users\" has a user twice.")
        }
        if let fault = DevelopmentPresets.fault(ofDevice: members["device"]) {
            throw MiniAppTestError.unreadable(place, fault)
        }
        name = members["name"]?.string ?? place
        users = texts("users").isEmpty ? ["ada"] : texts("users")
        page = members["page"]?.string ?? ""
        grant = Set(texts("grant"))
        language = members["language"]?.string ?? "en"
        device = members["device"]
        payments = members["payments"]?.string.flatMap(PaymentOutcome.Status.init)
        recording = members["recording"]?.string
        allowsErrors = members["allowErrors"] == .bool(true)
        self.steps = try steps.enumerated().map { index, step in
            guard let step = MiniAppTestStep(step) else {
                throw MiniAppTestError.unreadable(
                    place, "Step \(index + 1) is invalid. Expected \(MiniAppTestStep.forms)")
            }
            return step
        }
    }
}
