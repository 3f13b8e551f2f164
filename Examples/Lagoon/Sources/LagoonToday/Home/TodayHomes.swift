import AtollHome
import AtollPages
import Foundation

/// Each user's home, made when it is first asked for.
package actor TodayHomes {
    /// A user's home, with the clock that it goes by.
    package struct UserHome: Sendable {
        package let home: Home<TodayFlags>
        package let clock: HomeClock
        /// Told when something about the user has changed.
        package let changed: HomeSignal
    }

    private let options: TodayOptions
    private var homes: [String: (home: UserHome, used: UInt64)] = [:]
    private var uses: UInt64 = 0
    private let users = LatestUsers()

    /// The most that are kept; those that were not used for longest go first, and come again with what is on disk.
    private static let capacity = 1_000

    package init(_ options: TodayOptions) { self.options = options }

    package func home(of user: PageUser) async throws -> UserHome {
        uses += 1
        let policy = await options.policy()
        // Roles come and go while a home stays.
        if let before = await users.note(user), before.roles != user.roles { options.miniAppChanged.send() }
        if let found = homes[user.id]?.home {
            homes[user.id]?.used = uses
            await found.home.set(policy)
            return found
        }
        let made = try await make(for: user, policy)
        // Somebody else may have made it meanwhile.
        if let found = homes[user.id]?.home { return found }
        // One that somebody has open stays, whatever its age.
        let idle = homes.filter { $0.value.home.changed.count == 0 }
        if homes.count >= Self.capacity, let oldest = idle.min(by: { $0.value.used < $1.value.used }) {
            homes[oldest.key] = nil
        }
        homes[user.id] = (made, uses)
        return made
    }

    /// Changes what is known of a user, and tells their home.
    ///
    /// - Parameter change: Is told which day it is for the user.
    package func change(
        _ user: PageUser, _ change: @escaping @Sendable (inout TodayState, _ day: String) -> Void
    ) async throws {
        let home = try await home(of: user)
        let day = TodayState.day(home.clock.now(), home.clock.calendar)
        try await options.store.update(user.id) { change(&$0, day) }
        home.changed.send()
    }

    /// Notes that a user has opened the introduction, which is not shown again then.
    package func openedIntroduction(_ user: PageUser) async throws {
        let home = try await home(of: user)
        await home.home.note(.opened, .plan(.introduction))
        home.changed.send()
    }

    private func make(for user: PageUser, _ policy: HomePolicy) async throws -> UserHome {
        let store = options.store
        let id = user.id
        let clock = HomeClock(calendar: calendar(in: try await store.state(of: id).timeZone))
        // The difference to the real time, and what somebody has set on top of it.
        if let setting = try await store.state(of: id).clock {
            clock.set(setting.shown.addingTimeInterval(Date().timeIntervalSince(setting.real)))
        } else if let start = options.start {
            clock.set(start())
        }
        let changed = HomeSignal()
        let memory: any HomeMemory =
            options.memory.map { FileHomeMemory(file: $0.appending(path: TodayFiles.name(of: id))) }
            ?? VolatileHomeMemory()
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

    /// The user's calendar; in the time zone of the options where they have named none that there is.
    func calendar(in timeZone: String?) -> Calendar {
        var calendar = options.calendar
        if let zone = timeZone.flatMap(TimeZone.init(identifier:)) { calendar.timeZone = zone }
        return calendar
    }

    /// Which live workouts there are, as the user's state or the schedule has it.
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

/// Users as they came last.
private actor LatestUsers {
    private var known: [String: PageUser] = [:]

    /// - Returns: The user as they came before.
    func note(_ user: PageUser) -> PageUser? {
        if known.count >= 10_000 { known = [:] }
        return known.updateValue(user, forKey: user.id)
    }

    func latest(_ id: String) -> PageUser? { known[id] }
}
