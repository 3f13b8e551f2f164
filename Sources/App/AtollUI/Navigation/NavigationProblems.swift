import AtollNavigation
import SwiftUI

extension View {
    /// Shows an alert when the navigator refuses what the user asked for. In debug builds the alert also gives the
    /// reason, for the app's developer.
    ///
    /// ```swift
    /// AppTabs()
    ///     .navigationProblems(of: root.navigator)
    /// ```
    /// If `layers` covers this view, the topmost layer shows the alert.
    public func navigationProblems<F: Fragment>(of navigator: Navigator<F>) -> some View {
        modifier(NavigationProblemsModifier(navigator: navigator))
    }
}
