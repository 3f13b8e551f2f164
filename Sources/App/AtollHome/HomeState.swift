import Foundation

/// A home at one moment.
public struct HomeState<Flags: HomeFlags>: Hashable, Sendable {
    /// The start of the current day. A new day is a new state even if it shows the same modules.
    public let day: Date
    /// The raw state: the union of all inputs' flags.
    public let flags: Flags
    /// The modules shown, the most important first.
    public let modules: [Flags.Module]
    /// The modules that the rules show but the policy hides, each with the reason.
    public let hidden: [Flags.Module: HomeHidden]

    /// The module at the top, which has a special layout; `nil` if no module is shown.
    public var hero: Flags.Module? { modules.first }
}
