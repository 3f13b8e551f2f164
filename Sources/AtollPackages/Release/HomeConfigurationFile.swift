import Foundation
import SignedJSON

/// What a super app says about its home screen, beside what is built into it: which modules are switched off, in which order they
/// stand, how often each is shown. It is a target of the repository, so a device takes it from nobody but the operator.
///
/// ```json
/// {"caps": {"plan.introduction": {"maxDays": 3, "untilOpened": true, "dismissedFor": 7}}, "order": ["lives.now"], "off": []}
/// ```
public enum HomeConfigurationFile {
    /// In bytes.
    public static let maximumLength = 16 * 1_024
    /// The most modules that it may name.
    public static let maximumModules = 200

    /// The path of a super app's target. (No mini app's id has a part that begins with an underscore, so no release lies there.)
    public static func path(of superApp: String) -> String { "releases/\(superApp)._home.json" }

    /// Makes sure that a configuration is one.
    ///
    /// - Throws: ``HomeConfigurationError`` with the part that is wrong.
    public static func check(_ data: Data) throws(HomeConfigurationError) {
        guard data.count <= maximumLength else {
            throw HomeConfigurationError(part: "", reason: "it is longer than \(maximumLength) bytes")
        }
        do {
            let fields = try JSONFields(JSONValue(parsing: data))
            try fields.allowOnly("caps", "order", "off")
            for list in ["order", "off"] as [ExactString] where fields.has(list) {
                let modules = try fields.strings(list)
                guard modules.count <= maximumModules, Set(modules).count == modules.count else {
                    throw fields.error(list, "must be at most \(maximumModules) modules, each once")
                }
            }
            guard fields.has("caps") else { return }
            let caps = try fields.object("caps")
            guard caps.members.count <= maximumModules else {
                throw fields.error("caps", "has to be for at most \(maximumModules) modules")
            }
            for name in caps.members.keys { try check(caps.object(name)) }
        } catch let error as JSONFieldError {
            throw HomeConfigurationError(part: error.member, reason: error.reason)
        } catch {
            throw HomeConfigurationError(part: "", reason: String(describing: error))
        }
    }

    private static func check(_ cap: JSONFields) throws(JSONFieldError) {
        try cap.allowOnly("maxDays", "untilOpened", "dismissedFor")
        for days in ["maxDays", "dismissedFor"] as [ExactString] where cap.has(days) {
            _ = try cap.integer(days, in: 0...3_650)
        }
        if let value = cap.members["untilOpened"] {
            guard case .bool = value else { throw cap.error("untilOpened", "has to be true or false") }
        }
    }
}

/// What is wrong with a configuration of a home.
public struct HomeConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The member, or nothing for the whole.
    public let part: String
    public let reason: String

    public var description: String { part.isEmpty ? reason : "\(part) \(reason)" }
}
