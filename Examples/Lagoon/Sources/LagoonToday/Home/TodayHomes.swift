import AtollHome
import Foundation

/// The homes of all users, each created on first use.
package actor TodayHomes {
    /// A user's home, with its clock.
    package struct UserHome: Sendable {
        package let home: Home<TodayFlags>
        package let clock: HomeClock
        /// Sent when something about the user has changed.
        package let changed: HomeSignal
    }

    private let options: TodayOptions
    private var homes: [String: (home: UserHome, used: UInt64)] = [:]
    private var uses: UInt64 = 0
    private let users = LatestUsers()

    /// The limit on homes in memory. The least recently used ones are removed first; they are created again from what
    /// is on disk.
    private static let capacity = 1_000

    package init(_ options: TodayOptions) { self.options = options }

    package func home(of user: TodayUser) async throws -> UserHome {
        uses += 1
        let policy = await options.policy()
        // A user's roles may change while their home is in memory.
        if let before = await users.note(user), before.roles != user.roles { options.miniAppChanged.send() }
        if let found = homes[user.id]?.home {
            homes[user.id]?.used = uses
            await found.home.set(policy)
            return found
        }
        let made = try await make(for: user, policy)
        // Another task may have created it in the meantime.
        if let found = homes[user.id]?.home { return found }
        // A home that is open somewhere is never removed.
        let idle = homes.filter { $0.value.home.changed.count == 0 }
        if homes.count >= Self.capacity, let oldest = idle.min(by: { $0.value.used < $1.value.used }) {
            homes[oldest.key] = nil
        }
        homes[user.id] = (made, uses)
        return made
    }

    /// Changes the stored state of a user, and notifies their home.
    ///
    /// - Parameter change: Changes the state. It receives the current day in the user's time zone.
    package func change(
        _ user: TodayUser, _ change: @escaping @Sendable (inout TodayState, _ day: String) -> Void
    ) async throws {
        let home = try await home(of: user)
        let day = TodayState.day(home.clock.now(), home.clock.calendar)
        try await options.store.update(user.id) { change(&$0, day) }
        home.changed.send()
    }

    /// Stores the time zone of the browser that a user has.
    ///
    /// - Parameter name: The name of a time zone: see ``TodayState/isTimeZone(_:)``.
    package func setTimeZone(_ name: String, of user: TodayUser) async throws {
        let home = try await home(of: user)
        try await options.store.update(user.id) { $0.timeZone = name }
        home.clock.set(calendar(in: name))
        home.changed.send()
    }

    /// Records that a user has opened the introduction, so that it is not shown again.
    package func openedIntroduction(_ user: TodayUser) async throws {
        let home = try await home(of: user)
        await home.home.note(.opened, .plan(.introduction))
        home.changed.send()
    }

    private func make(for user: TodayUser, _ policy: HomePolicy) async throws -> UserHome {
        let store = options.store
        let id = user.id
        let clock = HomeClock(calendar: calendar(in: try await store.state(of: id).timeZone))
        // A clock that was set runs on with the same difference from the real time.
        if let setting = try await store.state(of: id).clock {
            clock.set(setting.shown.addingTimeInterval(Date().timeIntervalSince(setting.real)))
        } else if let start = options.start {
            clock.set(start())
        }
        let changed = HomeSignal()
        let memory: any HomeMemory =
            options.memory.map { FileHomeMemory(file: TodayFiles.file(of: id, in: $0)) }
            ?? InMemoryHomeMemory()
        let (miniApp, users) = (options.miniApp, users)
        let home = Home(
            rules: TodayRules.rules, policy: policy, memory: memory, clock: clock,
            report: options.report
        ) {
            HomeInput<TodayFlags>("user", on: changed) {
                try await store.state(of: id).stats == nil ? .addStartingStats : []
            }
            HomeInput("cycle", on: changed) {
                let wasOpened = try await memory.records()[TodayModule.plan(.introduction).id]?.opened != nil
                return try await store.state(of: id).cycle == 1 && !wasOpened ? .planIntroduction : []
            }
            HomeInput("lives", clock: clock) { date in
                let schedule = LiveSchedule(workouts: Workout.all, calendar: clock.calendar)
                return min(schedule.nextChange(after: date) ?? .distantFuture, clock.nextDay(after: date))
            } flags: { date in
                try await Self.lives(store.state(of: id), date, clock.calendar)
            }
            .asked(on: changed)
            HomeInput("planner", clock: clock) {
                clock.nextDay(after: $0)
            } flags: { date in
                try await Self.planner(store.state(of: id), TodayState.day(date, clock.calendar))
            }
            .asked(on: changed)
            HomeInput("recipes", .generalRecipeInspiration)
            HomeInput("mini app", on: options.miniAppChanged) {
                await miniApp(users.latest(id) ?? user) == nil ? [] : .miniAppCard
            }
        }
        return UserHome(home: home, clock: clock, changed: changed)
    }

    /// The user's calendar; in the time zone of the options if the user's is unknown or not valid.
    package func calendar(in timeZone: String?) -> Calendar {
        var calendar = options.calendar
        if let zone = timeZone.flatMap(TimeZone.init(identifier:)) { calendar.timeZone = zone }
        return calendar
    }

    /// The flags for live workouts, according to the user's state or to the schedule.
    private static func lives(_ state: TodayState, _ date: Date, _ calendar: Calendar) -> TodayFlags {
        switch state.lives {
        case .none: return []
        case .now: return .livesNow
        case .today: return .livesToday
        case .upcoming: return .livesUpcoming
        case .scheduled:
            let schedule = LiveSchedule(workouts: Workout.all, calendar: calendar)
            var flags: TodayFlags = .livesUpcoming
            if schedule.now(date) != nil { flags.insert(.livesNow) }
            if !schedule.later(date).isEmpty { flags.insert(.livesToday) }
            return flags
        }
    }

    private static func planner(_ state: TodayState, _ day: String) -> TodayFlags {
        var flags: TodayFlags = []
        if state.workoutsPlanned.contains(day) { flags.insert(.workoutsPlanned) }
        if state.workoutsPlanned.contains(day), state.mealsPlanned.contains(day) { flags.insert(.plannerComplete) }
        if state.trained.contains(day) { flags.insert(.refuelRecipeInspiration) }
        return flags
    }
}

/// The users as of their last request.
private actor LatestUsers {
    private var known: [String: TodayUser] = [:]

    /// Records the user of a request.
    ///
    /// - Returns: The user as of the request before, or nil if this is the first one.
    func note(_ user: TodayUser) -> TodayUser? {
        if known.count >= 10_000 { known = [:] }
        return known.updateValue(user, forKey: user.id)
    }

    func latest(_ id: String) -> TodayUser? { known[id] }
}
