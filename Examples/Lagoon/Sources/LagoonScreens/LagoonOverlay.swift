import AtollNavigation
import LagoonToday

/// The screens shown over all others.
public enum LagoonOverlay: Fragment, Codable {
    /// The sheet in which the user writes something.
    case compose
    /// The player of a live workout.
    case player(Workout.ID)
}
