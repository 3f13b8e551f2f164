import Foundation

/// What Lagoon knows of somebody's training: what other services would, in an app of that size.
public struct TodayState: Hashable, Sendable, Codable {
    /// Where a user starts from.
    public struct Stats: Hashable, Sendable, Codable {
        /// In kilograms.
        public var weight: Double
        /// How many press-ups in a row.
        public var pressUps: Int

        public init(weight: Double, pressUps: Int) {
            self.weight = weight
            self.pressUps = pressUps
        }

        /// What somebody has typed.
        public init(weight: String, pressUps: String) throws(StatsProblem) {
            guard let weight = Double(weight.replacing(",", with: ".")), (20...400).contains(weight) else {
                throw .weight
            }
            guard let pressUps = Int(pressUps), (0...500).contains(pressUps) else { throw .pressUps }
            self.init(weight: weight, pressUps: pressUps)
        }
    }

    /// Numbers that are none, or that nobody has.
    public enum StatsProblem: Error, Hashable, Sendable, CustomStringConvertible {
        case weight, pressUps

        public var description: String {
            switch self {
            case .weight: "The weight is a number of kilograms from 20 to 400."
            case .pressUps: "Press-ups in a row are a whole number from 0 to 500."
            }
        }
    }

    /// Which live workouts there are; a demo can choose.
    public enum Lives: String, Hashable, Sendable, Codable, CaseIterable { case scheduled, none, now, today, upcoming }

    public var stats: Stats?
    /// The number of the plan's cycle, from 1; each has 28 days.
    public var cycle = 1
    public var lives = Lives.scheduled
    /// The days for which something is planned, such as `2026-11-21`.
    public var workoutsPlanned: Set<String> = []
    public var mealsPlanned: Set<String> = []
    /// The days on which the user has trained.
    public var trained: Set<String> = []
    /// The time zone of the browser that the user came with last, such as `Europe/Madrid`; nil for the server's.
    public var timeZone: String?
    /// What the clock was set to, and the real time then; nil for the real time.
    public var clock: ClockSetting?

    /// A clock that was set and goes on.
    public struct ClockSetting: Hashable, Sendable, Codable {
        public var shown: Date
        public var real: Date
    }

    public init() {}

    /// How a day is written.
    package static func day(_ date: Date, _ calendar: Calendar) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))"
    }
}

/// Keeps what is known of a user, and says when it changes.
public protocol TodayStore: Sendable {
    func state(of user: String) async throws -> TodayState
    func update(_ user: String, _ change: @Sendable (inout TodayState) -> Void) async throws
}

/// Keeps it in a folder, a file for each user.
public actor FileTodayStore: TodayStore {
    private let folder: URL?
    private var known: [String: TodayState] = [:]

    /// - Parameter folder: nil to keep nothing beyond the process.
    public init(folder: URL?) {
        self.folder = folder
    }

    public func state(of user: String) throws -> TodayState {
        if let state = known[user] { return state }
        guard let file = file(of: user), let data = try? Data(contentsOf: file) else { return TodayState() }
        let state = (try? JSONDecoder().decode(TodayState.self, from: data)) ?? TodayState()
        known[user] = state
        return state
    }

    public func update(_ user: String, _ change: @Sendable (inout TodayState) -> Void) throws {
        var state = try state(of: user)
        change(&state)
        if let file = file(of: user) {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try JSONEncoder().encode(state).write(to: file, options: .atomic)
        }
        known[user] = state
    }

    private func file(of user: String) -> URL? { folder?.appending(path: TodayFiles.name(of: user)) }
}

/// How files of a user are called.
enum TodayFiles {
    /// The user's id, in characters that every file system has.
    static func name(of user: String) -> String {
        user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "unknown"
    }
}
