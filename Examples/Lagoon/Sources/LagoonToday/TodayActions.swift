import AtollHome
import AtollPages
import Foundation

/// What the forms of Today do.
struct TodayActions: Sendable {
    static let stats = PageAction.address(of: "today/stats")
    static let openIntroduction = PageAction.address(of: "today/open-introduction")
    static let planWorkouts = PageAction.address(of: "today/plan-workouts")
    static let planMeals = PageAction.address(of: "today/plan-meals")
    static let clearPlan = PageAction.address(of: "today/clear-plan")
    static let trained = PageAction.address(of: "today/trained")
    static let putAway = PageAction.address(of: "today/put-away")
    static let timeZone = PageAction.address(of: "today/time-zone")
    static let debug = PageAction.address(of: "today/debug")

    let options: TodayOptions
    let homes: TodayHomes

    var all: [PageAction] {
        let actions = [
            PageAction("today/stats", perform: saveStats),
            PageAction("today/open-introduction") { try await homes.openedIntroduction($0.user) },
            PageAction("today/plan-workouts") { try await change($0) { $0.workoutsPlanned = [$1] } },
            PageAction("today/plan-meals") { try await change($0) { $0.mealsPlanned = [$1] } },
            PageAction("today/clear-plan") {
                try await change($0) { state, _ in
                    state.workoutsPlanned = []
                    state.mealsPlanned = []
                }
            },
            PageAction("today/trained") { try await change($0) { $0.trained = [$1] } },
            PageAction("today/time-zone", perform: setTimeZone),
            PageAction("today/put-away") { request in
                guard let module = TodayModule.allCases.first(where: { $0.id == request["module"] }) else {
                    throw PageError.refused("There is no such card.")
                }
                try await homes.home(of: request.user).home.note(.dismissed, module)
            },
        ]
        return options.isDemo ? actions + [PageAction("today/debug", perform: setByHand)] : actions
    }

    private func change(
        _ request: ActionRequest, _ change: @escaping @Sendable (inout TodayState, _ day: String) -> Void
    ) async throws {
        try await homes.change(request.user, change)
    }

    @Sendable private func saveStats(_ request: ActionRequest) async throws {
        let stats: TodayState.Stats
        do throws(TodayState.StatsProblem) {
            stats = try TodayState.Stats(weight: request["weight"], pressUps: request["pressUps"])
        } catch {
            throw PageError.refused(error.description)
        }
        try await change(request) { state, _ in state.stats = stats }
    }

    /// The browser says in which time zone the user is.
    @Sendable private func setTimeZone(_ request: ActionRequest) async throws {
        let name = request["zone"]
        guard (1...64).contains(name.utf8.count),
            name.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_+\-]*(\/[A-Za-z0-9_+\-]+)*/#) != nil,
            TimeZone(identifier: name) != nil
        else {
            throw PageError.refused("There is no such time zone.")
        }
        let home = try await homes.home(of: request.user)
        try await options.store.update(request.user.id) { $0.timeZone = name }
        home.clock.set(await homes.calendar(in: name))
        home.changed.send()
    }

    /// Sets everything that Today depends on: the demo's panel.
    @Sendable private func setByHand(_ request: ActionRequest) async throws {
        let home = try await homes.home(of: request.user)
        if request["reset"] == "yes" {
            try await options.store.update(request.user.id) { $0 = TodayState() }
            try await home.home.forget()
            home.clock.set(nil as Date?)
            home.clock.set(await homes.calendar(in: nil))
            home.changed.send()
            return
        }
        var shown: Date?
        if !request["date"].isEmpty {
            guard let date = Self.date(request["date"], home.clock.calendar) else {
                throw PageError.refused("The date is written like 2026-11-21T18:00.")
            }
            shown = date
            home.clock.set(date)
        }
        guard let lives = TodayState.Lives(rawValue: request["lives"]), let cycle = Int(request["cycle"]), cycle >= 1
        else { throw PageError.refused("The panel was not sent whole.") }
        let (isNew, plan, setting) = (
            request["user"] == "new", request["plan"], shown.map { TodayState.ClockSetting(shown: $0, real: Date()) }
        )
        try await change(request) { state, day in
            state.stats = isNew ? nil : state.stats ?? .init(weight: 70, pressUps: 12)
            state.cycle = cycle
            state.lives = lives
            state.workoutsPlanned = plan == "empty" ? [] : [day]
            state.mealsPlanned = plan == "full" ? [day] : []
            if let setting { state.clock = setting }
        }
    }

    /// Reads what a field for date and time sends.
    static func date(_ text: String, _ calendar: Calendar) -> Date? {
        let pattern = #/(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?/#
        guard let match = text.wholeMatch(of: pattern)?.output, let year = Int(match.1), let month = Int(match.2),
            let day = Int(match.3), let hour = Int(match.4), let minute = Int(match.5)
        else { return nil }
        let parts = DateComponents(
            year: year, month: month, day: day, hour: hour, minute: minute, second: match.6.flatMap { Int($0) } ?? 0)
        guard parts.isValidDate(in: calendar) else { return nil }
        return calendar.date(from: parts)
    }
}
