import Foundation

/// The counts of a host, for the Center: numbers only, no ids of users, devices or sessions.
public struct UsageReport: Codable, Hashable, Sendable {
    /// A random id by which a report that arrives twice counts once: 32 hexadecimal digits.
    public let id: String
    /// The platform of the host, such as `web` or `ios`.
    public let platform: String
    /// The counts, by day and version.
    public let rows: [Row]

    /// The most rows of a report.
    public static let maximumRows = 500
    /// The most counts and messages of all rows together.
    public static let maximumCounts = 5_000
    /// The longest report, in bytes of JSON.
    public static let maximumLength = 1024 * 1024
    /// The oldest day that a host reports, in days: what it could not send for longer is dropped.
    public static let maximumAge = 30
    /// The platforms of hosts.
    public static let platforms = ["ios", "macos", "android", "web"]

    /// Creates a report.
    public init(id: String, platform: String, rows: [Row]) {
        self.id = id
        self.platform = platform
        self.rows = rows
    }

    /// The counts of a version, or of the super app, on one day.
    public struct Row: Codable, Hashable, Sendable {
        /// The day in UTC, in days since 1970.
        public let day: Int
        /// The mini app; nil for what is counted of the super app itself.
        public let miniApp: MiniAppID?
        /// The code of its version; nil with ``miniApp``.
        public let code: Int?
        /// The counts by ``UsageName``.
        public var counts: [String: Int]
        /// The people who have opened it, without their names; `nil` if people are not distinguished.
        public var people: PeopleSketch?
        /// The texts of the mini app's errors, with how often each occurred.
        public var messages: [String: Int]?

        /// The most names of a row.
        public static let maximumNames = 300
        /// The most texts of errors.
        public static let maximumMessages = 20
        /// The longest text of an error, in Unicode scalars.
        public static let maximumMessage = 300
        /// The highest count.
        public static let maximumCount = 1_000_000_000_000

        /// Creates an empty row.
        public init(day: Int, miniApp: MiniAppID?, code: Int?) {
            self.day = day
            self.miniApp = miniApp
            self.code = code
            counts = [:]
        }
    }

    /// Returns the fault in the report, in words that follow the name of a member; `nil` without one.
    ///
    /// - Parameter today: The current day, in days since 1970.
    public func fault(today: Int) -> String? {
        guard id.utf8.count == 32, id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else {
            return "\"id\" must be 32 hexadecimal digits."
        }
        guard Self.platforms.contains(platform) else { return "\"platform\" is not one that hosts have." }
        guard rows.count <= Self.maximumRows else { return "\"rows\" must have at most \(Self.maximumRows)." }
        // Rows with a limit must not be repeated.
        let places = Set(rows.map { "\($0.day) \($0.code ?? 0) \($0.miniApp?.rawValue ?? "")" })
        guard places.count == rows.count else { return "\"rows\" has two of one day and version." }
        let counts = rows.reduce(0) { $0 + $1.counts.count + ($1.messages?.count ?? 0) }
        guard counts <= Self.maximumCounts else { return "\"rows\" must have at most \(Self.maximumCounts) counts." }
        for row in rows {
            if let fault = row.fault(today: today) { return "\"rows\" has one that is not valid: \(fault)" }
        }
        return nil
    }
}

extension UsageReport.Row {
    fileprivate func fault(today: Int) -> String? {
        // A host's clock may be a little ahead.
        guard (today - UsageReport.maximumAge...today + 1).contains(day) else {
            return "its day is too old, or to come."
        }
        guard (miniApp == nil) == (code == nil), code ?? 1 > 0 else { return "it names a version without a mini app." }
        guard counts.count <= Self.maximumNames else { return "it has too many names." }
        for (name, count) in counts {
            guard UsageName(name) != nil else { return "nothing is counted by \"\(name.prefix(50))\"." }
            guard (1...Self.maximumCount).contains(count) else {
                return "a count is not from 1 to \(Self.maximumCount)."
            }
        }
        guard messages?.count ?? 0 <= Self.maximumMessages else { return "it has too many messages." }
        for (text, count) in messages ?? [:] {
            guard (1...Self.maximumMessage).contains(text.unicodeScalars.count),
                !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else {
                return "a message is empty or too long."
            }
            guard (1...Self.maximumCount).contains(count) else {
                return "a count is not from 1 to \(Self.maximumCount)."
            }
        }
        return nil
    }
}
