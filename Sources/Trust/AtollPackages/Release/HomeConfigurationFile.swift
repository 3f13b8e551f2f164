import Foundation
import SignedJSON

/// The part of a super app's home screen that is configured remotely: which modules are switched off, in which order
/// they appear, and how often each is shown. It is a target of the repository, so a device accepts it only from the
/// operator.
///
/// ```json
/// {"caps": {"plan.introduction": {"maxDays": 3, "untilOpened": true, "dismissedFor": 7}}, "order": ["lives.now"], "off": []}
/// ```
public enum HomeConfigurationFile {
    /// The maximum length of a configuration, in bytes.
    public static let maximumLength = 16 * 1_024
    /// The maximum number of modules in each of its lists.
    public static let maximumModules = 200

    /// The path of a super app's target in the repository. (No label of a mini app id begins with an underscore, so no
    /// release has such a path.)
    public static func path(of superApp: String) -> String { "releases/\(superApp)._home.json" }

    /// Checks that `data` is a valid configuration.
    ///
    /// - Throws: ``HomeConfigurationError`` with the invalid part.
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
                    throw fields.error(list, "must list at most \(maximumModules) modules, each once")
                }
            }
            guard fields.has("caps") else { return }
            let caps = try fields.object("caps")
            guard caps.members.count <= maximumModules else {
                throw fields.error("caps", "must be for at most \(maximumModules) modules")
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
            guard case .bool = value else { throw cap.error("untilOpened", "must be true or false") }
        }
    }
}
