import Foundation

/// What happened with a module.
public enum HomeEvent: String, Hashable, Sendable, Codable {
    /// It was on the home.
    case shown
    /// The user opened it.
    case opened
    /// The user put it away.
    case dismissed
}

/// What is remembered of a module.
public struct HomeRecord: Hashable, Sendable, Codable {
    /// On how many days it was on the home.
    public var days = 0
    /// When it was last on the home.
    public var shown: Date?
    /// When it was opened last.
    public var opened: Date?
    /// When it was put away last.
    public var dismissed: Date?

    public init() {}

    /// - Returns: Whether that changed anything worth keeping.
    public mutating func note(_ event: HomeEvent, at date: Date, in calendar: Calendar) -> Bool {
        switch event {
        case .shown:
            // A clock that jumps back makes no new days.
            if let shown, date <= shown || calendar.isDate(date, inSameDayAs: shown) { return false }
            days += 1
            shown = date
        case .opened: opened = date
        case .dismissed: dismissed = date
        }
        return true
    }
}

/// Keeps what a user has seen of a home.
public protocol HomeMemory: Sendable {
    /// What is remembered, by the modules' ids.
    func records() async throws -> [String: HomeRecord]
    func note(_ event: HomeEvent, _ module: String, at date: Date, in calendar: Calendar) async throws
    /// Forgets everything.
    func forget() async throws
}

/// Remembers as long as the process runs.
public actor VolatileHomeMemory: HomeMemory {
    private var known: [String: HomeRecord] = [:]

    public init() {}

    public func records() -> [String: HomeRecord] { known }

    public func note(_ event: HomeEvent, _ module: String, at date: Date, in calendar: Calendar) {
        _ = known[module, default: HomeRecord()].note(event, at: date, in: calendar)
    }

    public func forget() { known = [:] }
}

/// Remembers in a small file, which is written whole each time.
public actor FileHomeMemory: HomeMemory {
    private let file: URL
    private var known: [String: HomeRecord]?

    /// The most bytes that are read; a larger file is none of ours.
    private static let limit = 1 << 20

    public init(file: URL) { self.file = file }

    /// - Throws: Where the file can't be read. One that is damaged counts as empty: at worst something is shown again.
    public func records() throws -> [String: HomeRecord] {
        if let known { return known }
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        let data = try Data(contentsOf: file)
        let found = data.count <= Self.limit ? try? JSONDecoder().decode([String: HomeRecord].self, from: data) : nil
        known = found ?? [:]
        return known ?? [:]
    }

    public func note(_ event: HomeEvent, _ module: String, at date: Date, in calendar: Calendar) throws {
        var records = try records()
        guard records[module, default: HomeRecord()].note(event, at: date, in: calendar) else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(records).write(to: file, options: .atomic)
        known = records
    }

    public func forget() throws {
        known = [:]
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }
}
