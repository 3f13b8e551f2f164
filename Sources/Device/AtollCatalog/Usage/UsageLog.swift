import AtollPackages
import DurableFiles
import Foundation

/// The counts of a host that were not yet sent to the Center. The log is bounded, and stored in a file while the Center
/// is out of reach.
///
/// ```swift
/// let usage = UsageLog(file: folder.appending(path: "usage"), platform: "ios")
/// usage.count(.opens, 1, of: id, code: 3)
/// ```
///
/// A lock guards its state, which the compiler can't verify (`Mutex` needs iOS 18).
public final class UsageLog: UsageCounting, @unchecked Sendable {
    /// The contents of the file.
    struct State: Codable {
        /// Not yet in a report.
        var rows: [UsageReport.Row] = []
        /// The report that is being sent: until the Center has confirmed it, its id and contents stay.
        var pending: UsageReport?
        /// When a report was confirmed last.
        var sent: Date?
        /// By which this device tells its user apart from itself alone.
        var person = UUID().uuidString
    }

    /// A version that was started, and has not become ready yet.
    private struct Start: Hashable {
        let miniApp: MiniAppID
        let code: Int
        let runner: String?
    }

    /// How often reports are sent at most, in seconds.
    public static let interval = 3_600.0
    /// A start that takes longer has failed, in seconds.
    private let patience: TimeInterval
    /// The largest number of rows; the oldest days are dropped first.
    static let maximumRows = 400
    /// The number of starts of a version that count for one user of a shared device in an hour: no user makes a release
    /// look broken, or healthy, for all.
    private static let startsOfOne = 5
    /// The time after ``patience`` in which a failed start may still be excused, in seconds.
    private static let grace: TimeInterval = 2
    /// Today's searches that found nothing, as digests of person and text, and how many each person has.
    private var searches: (day: Int, known: Set<SHA256Hash>, counts: [String: Int]) = (0, [], [:])
    /// The most of them that are counted in a day, of one person and of all.
    private static let (searchesOfOne, maximumSearches) = (50, 10_000)
    /// The most starts that are waited for.
    private static let maximumStarts = 10_000

    private let lock = NSLock()
    private var state: State
    private var starts: [Start: Date] = [:]
    /// How often each user of a shared device has started a version in the current hour.
    private var started: (hour: Int, counts: [Start: Int]) = (0, [:])
    private var isSaving = false
    private let file: URL?
    private let platform: String
    private let now: @Sendable () -> Date

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - file: The file of the log; `nil` to lose it with the process.
    ///   - platform: One of ``AtollPackages/UsageReport/platforms``.
    ///   - readyWithin: A start that takes longer has failed.
    public init(
        file: URL?, platform: String = UsageLog.ownPlatform,
        readyWithin: Duration = .seconds(15), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.file = file
        self.platform = platform
        patience = readyWithin / .seconds(1)
        self.now = now
        let data = file.flatMap { FileManager.default.contents(atPath: $0.path) }
        // own: a file of this host
        state = data.flatMap { try? JSONDecoder().decode(State.self, from: $0) } ?? State()
    }

    /// The platform that this program runs on; a server's pages are `web`.
    public static var ownPlatform: String {
        #if os(iOS)
        "ios"
        #elseif os(macOS)
        "macos"
        #else
        "web"
        #endif
    }

    /// Counts something that happened in a version of a mini app; without one, in the super app itself.
    public func count(_ name: UsageName, _ times: Int = 1, of miniApp: MiniAppID? = nil, code: Int? = nil) {
        change { $0.add(name, times, of: miniApp, code, now()) }
    }

    /// Notes the text of an error of a mini app, cut to what a report may have.
    public func note(_ message: String, of miniApp: MiniAppID, code: Int) {
        let text = String(
            String.UnicodeScalarView(
                message.unicodeScalars.prefix(UsageReport.Row.maximumMessage)
                    .map { $0.properties.generalCategory == .control ? " " : $0 }))
        guard !text.isEmpty else { return }
        change { $0.note(text, of: miniApp, code, now()) }
    }

    /// Counts that a user has opened a version.
    ///
    /// - Parameter person: The id that distinguishes users of a shared device; `nil` for the user of a device.
    func opened(_ miniApp: MiniAppID, code: Int, by person: String?) {
        change { state in
            state.add(.opens, 1, of: miniApp, code, now())
            state.add(person ?? state.person, to: miniApp, code, now())
        }
    }

    /// Counts a text that has found nothing: once a day for each person, so that a number is that of people.
    ///
    /// - Parameter person: What tells users of a shared device apart; nil for the user of a device.
    func foundNothing(for text: String, by person: String?) {
        let name = UsageName.search(text)
        change { state in
            let (day, person) = (State.day(now()), person ?? state.person)
            if day != searches.day { searches = (day, [], [:]) }
            guard searches.counts[person, default: 0] < Self.searchesOfOne, searches.known.count < Self.maximumSearches
            else { return }
            let isNew = searches.known.insert(SHA256Hash(of: Data("\(person)\n\(name.text)".utf8))).inserted
            if isNew { searches.counts[person, default: 0] += 1 }
            if isNew { state.add(name, 1, of: nil, nil, now()) }
        }
    }

    /// Counts that a version was started.
    func started(_ miniApp: MiniAppID, code: Int, by runner: String?) {
        change { state in
            failLate(&state)
            let start = Start(miniApp: miniApp, code: code, runner: runner)
            guard runner == nil || isWithinHour(start) else { return }
            if starts.count >= Self.maximumStarts { starts = [:] }
            starts[start] = now()
            state.add(.starts, 1, of: miniApp, code, now())
        }
    }

    /// Counts that a version that was started has become ready; any page of it may say so, and the first counts.
    func becameReady(_ miniApp: MiniAppID, code: Int, by runner: String?) {
        change { state in
            guard let start = starts.removeValue(forKey: Start(miniApp: miniApp, code: code, runner: runner)) else {
                return
            }
            state.add(.ready, 1, of: miniApp, code, now())
            state.add(.readyTime(.seconds(max(0, now().timeIntervalSince(start)))), 1, of: miniApp, code, now())
        }
    }

    /// Counts that a version that was started has failed.
    func failed(_ miniApp: MiniAppID, code: Int, by runner: String?) {
        change { state in
            guard starts.removeValue(forKey: Start(miniApp: miniApp, code: code, runner: runner)) != nil else { return }
            state.add(.notReady, 1, of: miniApp, code, now())
        }
    }

    /// Notes that a start proves nothing, because something other than the version prevented it. It counts as a start,
    /// and not as a failure.
    func excused(_ miniApp: MiniAppID, code: Int, by runner: String?) {
        change { _ in
            starts[Start(miniApp: miniApp, code: code, runner: runner)] = nil
        }
    }

    /// Whether a start of this hour still counts for its user.
    private func isWithinHour(_ start: Start) -> Bool {
        let hour = Int(exactly: (now().timeIntervalSince1970 / 3_600).rounded(.down)) ?? 0
        if hour != started.hour || started.counts.count >= Self.maximumStarts { started = (hour, [:]) }
        started.counts[start, default: 0] += 1
        return started.counts[start, default: 0] <= Self.startsOfOne
    }

    /// Counts starts as failed whose time is over.
    private func failLate(_ state: inout State) {
        let time = now()
        for (start, began) in starts where time.timeIntervalSince(began) > patience + Self.grace {
            starts[start] = nil
            state.add(.notReady, 1, of: start.miniApp, start.code, time)
        }
    }

    // MARK: Reports

    /// The report to send now; nil if the last one was sent less than ``interval`` ago, or there is nothing to report.
    ///
    /// It stays the same until ``delivered(_:)``, so that it counts once, however often it is sent.
    public func dueReport(every interval: TimeInterval = UsageLog.interval) -> UsageReport? {
        lock.withLock {
            failLate(&state)
            // A clock that was set back must not stop reports for years.
            if let sent = state.sent, (0..<interval).contains(now().timeIntervalSince(sent)) { return nil }
            state.dropOld(now())
            if state.pending == nil, !state.rows.isEmpty {
                let id = UUID().uuidString.replacing("-", with: "").lowercased()
                state.pending = UsageReport(id: id, platform: platform, rows: state.takeRows())
            }
            if state.pending != nil { save() }
            return state.pending
        }
    }

    /// Notes that the Center has taken a report, or will never take it.
    public func delivered(_ id: String) {
        lock.withLock {
            guard state.pending?.id == id else { return }
            state.pending = nil
            state.sent = now()
            save()
        }
    }

    /// Changes the state, and writes it a little later.
    private func change(_ body: (inout State) -> Void) {
        lock.withLock {
            body(&state)
            guard file != nil, !isSaving else { return }
            isSaving = true
            Task { [weak self] in
                try? await Task.sleep(for: .seconds(5))
                self?.saveNow()
            }
        }
    }

    private func saveNow() {
        lock.withLock {
            isSaving = false
            save()
        }
    }

    /// Writes the file, with the lock held. Counts are no reason to fail.
    private func save() {
        guard let file, let data = try? JSONEncoder().encode(state) else { return }
        try? DurableFile.makeFolder(file.deletingLastPathComponent())
        try? DurableFile.write(data, to: file)
    }
}
