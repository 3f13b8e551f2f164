/// The name of a count of a host: a word, and for some a label after a colon.
///
/// | name | counts |
/// | --- | --- |
/// | `opens`, `starts`, `ready`, `notReady` | openings of a mini app; starts, those that became ready, those that did not |
/// | `readyTime:4` | starts that became ready within a time: see ``timeLimits`` |
/// | `updateBytes` | bytes fetched for installs and updates |
/// | `error:lifecycle` | errors of a kind |
/// | `call:storage.get ok`, `call:storage.get -32003` | calls of the bridge, by method and result |
/// | `permission:camera granted` | what users have decided |
/// | `search:…` | searches of the hub that have found nothing |
/// | `event:lunch.ordered`, `event:lunch.ordered size=large` | what a mini app counts itself |
/// | `step:hub > details`, `stay:hub`, `leave:hub` | steps through the app; seconds on a screen; ends of a visit there |
public struct UsageName: Hashable, Sendable {
    /// The whole name.
    public let text: String

    /// The longest label, in Unicode scalars.
    public static let maximumLabel = 80
    /// The upper ends of the times to readiness, in milliseconds; the last one has none.
    public static let timeLimits = [100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000]

    private static let plain: Set<String> = ["opens", "starts", "ready", "notReady", "updateBytes"]
    private static let labelled: Set<String> = [
        "readyTime", "error", "call", "permission", "search", "step", "stay", "leave", "event",
    ]

    /// Reads a name.
    ///
    /// - Returns: nil for a word that nothing is counted by, a label that is missing, too long or has control
    ///   characters.
    public init?(_ text: String) {
        guard text.utf8.count <= 400 else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 1 {
            guard Self.plain.contains(text) else { return nil }
        } else {
            guard Self.labelled.contains(String(parts[0])), let label = Self.label(String(parts[1])), label == parts[1]
            else { return nil }
            if parts[0] == "readyTime" {
                guard let number = Int(label), (0...Self.timeLimits.count).contains(number), String(number) == label
                else {
                    return nil
                }
            }
        }
        self.text = text
    }

    private init(known text: String) { self.text = text }

    /// Openings of a mini app.
    public static let opens = UsageName(known: "opens")
    /// Starts of a version.
    public static let starts = UsageName(known: "starts")
    /// Starts that became ready.
    public static let ready = UsageName(known: "ready")
    /// Starts that did not become ready.
    public static let notReady = UsageName(known: "notReady")
    /// Bytes that were fetched for installations and updates.
    public static let updateBytes = UsageName(known: "updateBytes")

    /// The name that counts a start that became ready after `time`.
    public static func readyTime(_ time: Duration) -> UsageName {
        let index = timeLimits.firstIndex { time <= .milliseconds($0) } ?? timeLimits.count
        return UsageName(known: "readyTime:\(index)")
    }

    /// The name that counts calls of a method with a result: `ok`, or the code of an error.
    public static func call(_ method: String, _ result: String) -> UsageName { labelled("call", method + " " + result) }

    /// The name that counts a decision on a permission.
    public static func permission(_ name: String, _ decision: String) -> UsageName {
        labelled("permission", name + " " + decision)
    }

    /// The name that counts searches which have found nothing, however they were written.
    public static func search(_ text: String) -> UsageName { labelled("search", text.lowercased()) }

    /// The name that counts errors of a kind.
    public static func error(_ kind: String) -> UsageName { labelled("error", kind) }

    /// The name that counts what a mini app counts itself.
    public static func event(_ name: String) -> UsageName { labelled("event", name) }

    /// The name that counts steps from a screen to another.
    public static func step(from: String, to: String) -> UsageName { labelled("step", from + " > " + to) }

    /// The name that counts the seconds on a screen.
    public static func stay(on screen: String) -> UsageName { labelled("stay", screen) }

    /// The name that counts visits that end on a screen.
    public static func leave(from screen: String) -> UsageName { labelled("leave", screen) }

    private static func labelled(_ word: String, _ label: String) -> UsageName {
        UsageName(known: word + ":" + (self.label(label) ?? "other"))
    }

    /// A label without control characters and spaces at its ends, cut to its longest; nil if nothing is left.
    private static func label(_ text: String) -> String? {
        let scalars = text.unicodeScalars.prefix(maximumLabel).filter {
            !($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
        }
        let label = String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
        return label.isEmpty ? nil : label
    }
}
