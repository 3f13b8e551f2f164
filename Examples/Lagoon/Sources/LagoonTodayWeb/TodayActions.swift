import AtollHome
import AtollPages
import Foundation
import LagoonToday

/// Performs the actions that the forms of Today request.
struct TodayActions: Sendable {
    let options: TodayOptions
    let homes: TodayHomes

    /// All actions; the debug panel's only in a demo.
    func all() -> [PageAction] {
        PageAction.all(TodayAction.self, of: TodayScreen.map.name, perform: perform)
            .filter { options.isDemo || ![TodayAction.debug.name, TodayAction.explain.name].contains($0.name) }
    }

    @Sendable private func perform(_ action: TodayAction, _ request: ActionRequest) async throws {
        switch action {
        case .stats: try await saveStats(request)
        case .openIntroduction: try await homes.openedIntroduction(TodayUser(request.user))
        case .planWorkouts:
            let workout = request["value"].isEmpty ? nil : Workout.find(request["value"])
            guard workout != nil || request["value"].isEmpty else {
                throw PageError.refused(localized("This workout doesn't exist."))
            }
            try await change(request) { $0.plan(workout?.id, on: $1) }
        case .planMeals: try await change(request) { $0.mealsPlanned = [$1] }
        case .clearPlan:
            try await change(request) { state, _ in state.clearPlan() }
        case .trained: try await change(request) { $0.trained = [$1] }
        case .putAway: try await putAway(request)
        case .showHidden: try await showHidden(request)
        case .timeZone:
            guard TodayState.isTimeZone(request["zone"]) else {
                throw PageError.refused(localized("This time zone doesn't exist."))
            }
            try await homes.setTimeZone(request["zone"], of: TodayUser(request.user))
        case .explain:
            let isOn = request["on"] == "yes"
            try await change(request) { state, _ in state.isExplained = isOn }
        case .debug: try await setByHand(request)
        }
    }

    private func putAway(_ request: ActionRequest) async throws {
        guard let module = TodayModule.allCases.first(where: { $0.id == request["module"] }) else {
            throw PageError.refused(localized("This card doesn't exist."))
        }
        try await homes.home(of: TodayUser(request.user)).home.note(.dismissed, module)
    }

    /// Shows the cards again that the user has hidden.
    private func showHidden(_ request: ActionRequest) async throws {
        let home = try await homes.home(of: TodayUser(request.user)).home
        for case (let module, .dismissed) in await home.state().hidden { await home.note(.restored, module) }
    }

    private func change(
        _ request: ActionRequest, _ change: @escaping @Sendable (inout TodayState, _ day: String) -> Void
    ) async throws {
        try await homes.change(TodayUser(request.user), change)
    }

    private func saveStats(_ request: ActionRequest) async throws {
        let stats: TodayState.Stats
        do throws(TodayState.StatsProblem) {
            stats = try TodayState.Stats(weight: request["weight"], pressUps: request["pressUps"])
        } catch {
            throw PageError.refused(error.description)
        }
        try await change(request) { state, _ in state.stats = stats }
    }

    /// Sets everything that Today depends on, as chosen in the demo's panel.
    private func setByHand(_ request: ActionRequest) async throws {
        let home = try await homes.home(of: TodayUser(request.user))
        if request["reset"] == "yes" {
            try await options.store.update(request.user.id) { state in
                // The panel remains visible.
                let isExplained = state.isExplained
                state = TodayState()
                state.isExplained = isExplained
            }
            try await home.home.forget()
            home.clock.set(nil as Date?)
            home.clock.set(await homes.calendar(in: nil))
            home.changed.send()
            return
        }
        var shown: Date?
        if !request["date"].isEmpty {
            guard let date = Self.date(request["date"], home.clock.calendar) else {
                throw PageError.refused(localized("The date is not valid. Expected a form such as 2026-11-21T18:00."))
            }
            shown = date
            home.clock.set(date)
        }
        guard let lives = TodayState.Lives(rawValue: request["lives"]), let cycle = Int(request["cycle"]), cycle >= 1
        else { throw PageError.refused(localized("The form is not complete.")) }
        let (isNew, plan, setting) = (
            request["user"] == "new", request["plan"], shown.map { TodayState.ClockSetting(shown: $0, real: Date()) }
        )
        try await change(request) { state, day in
            state.stats = isNew ? nil : state.stats ?? .init(weight: 70, pressUps: 12)
            state.cycle = cycle
            state.lives = lives
            state.clearPlan()
            if plan != "empty" { state.plan(nil, on: day) }
            state.mealsPlanned = plan == "full" ? [day] : []
            if let setting { state.clock = setting }
        }
    }

    /// Parses the value of a `datetime-local` field.
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
