import LagoonScreens

/// The tabs, in their order.
enum LagoonTab: CaseIterable {
    case today, hub, products, profile

    /// Where a tab begins.
    var screen: LagoonScreen {
        switch self {
        case .today: .today(.today)
        case .hub: .hub(.hub)
        case .products: .products(.list)
        case .profile: .profile(.profile)
        }
    }
}
