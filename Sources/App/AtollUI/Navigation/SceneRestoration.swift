import AtollNavigation
import SwiftUI

extension View {
    /// Saves the scene's path, and restores as much of it as possible when the scene comes back.
    ///
    /// ```swift
    /// AppView(root: root)
    ///     .restoringPath(of: root) { $0 != .call }
    /// ```
    /// Steps that the current graph can't follow, for example because another version of the app saved them, are
    /// dropped, and the user is notified. If a step's condition is not met yet, such as being signed in, the path is
    /// restored when it is, unless the user or a link has navigated elsewhere in the meantime.
    ///
    /// - Parameters:
    ///   - root: The navigation of this scene; each scene has its own.
    ///   - key: The `SceneStorage` key that the path is saved under.
    ///   - isKept: Whether to save a place and everything that hangs from it. Return false for what should not come
    ///     back, such as a call.
    public func restoringPath<F: Fragment & Codable>(
        of root: NavigationRoot<F>, key: String = "atoll.path",
        where isKept: @escaping @MainActor (F) -> Bool = { _ in true }
    ) -> some View {
        modifier(SceneRestorationModifier(root: root, stored: SceneStorage(key), isKept: isKept))
    }
}

private struct RestorationNoticeKey: EnvironmentKey {
    static var defaultValue: RestorationNotice.Shown? { nil }
}

extension EnvironmentValues {
    var restorationNotice: RestorationNotice.Shown? {
        get { self[RestorationNoticeKey.self] }
        set { self[RestorationNoticeKey.self] = newValue }
    }
}
