import AtollNavigation

/// The screens that belong to no feature, and from which the features are reached.
public enum LagoonFrame: Fragment {
    case splash, dashboard
    case overlay(LagoonOverlay)
}
