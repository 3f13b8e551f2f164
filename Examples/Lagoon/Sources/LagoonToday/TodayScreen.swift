import AtollNavigation

/// The places of the home feature: today, and a live workout, which has its name as id.
public enum TodayScreen: String, Fragment, CaseIterable, CustomStringConvertible {
    case today, live

    public var description: String { rawValue }
}
