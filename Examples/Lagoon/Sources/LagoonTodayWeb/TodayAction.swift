import AtollPages
import LagoonToday

/// The actions that the forms of Today can request.
enum TodayAction: String, CaseIterable, Sendable {
    case stats
    case openIntroduction = "open-introduction"
    case planWorkouts = "plan-workouts"
    case planMeals = "plan-meals"
    case clearPlan = "clear-plan"
    case trained
    case putAway = "put-away"
    case showHidden = "show-hidden"
    case timeZone = "time-zone"
    case explain
    case debug

    /// The action's name among all actions of an app.
    var name: String { "\(TodayScreen.map.name)/\(rawValue)" }

    /// The path to which a form is sent.
    var address: String { PageAction.address(of: name) }
}
