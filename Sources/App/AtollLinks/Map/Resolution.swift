import AtollNavigation

/// Where a link leads a user for whom certain facts are true.
public enum Resolution<F: Fragment>: Sendable {
    /// To a state, which is to be shown.
    case show(NavigationState<F>, LinkDestination<F>)
    /// To another URL within the app, as a path with its query.
    case redirect(String)
}
