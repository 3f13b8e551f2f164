import LagoonScreens

/// The tabs, in order.
enum LagoonTab: CaseIterable {
    case today, hub, products, profile

    /// The first screen of a tab.
    var screen: LagoonScreen {
        switch self {
        case .today: .today(.today)
        case .hub: .hub(.hub)
        case .products: .products(.list)
        case .profile: .profile(.profile)
        }
    }
}
