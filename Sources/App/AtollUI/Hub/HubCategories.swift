import SwiftUI

private struct HubCategoryNameKey: EnvironmentKey {
    static let defaultValue: @Sendable (String) -> String = { $0 }
}

extension EnvironmentValues {
    /// The words for a category of mini apps, as ``SwiftUICore/View/hubCategories(_:)`` has set them.
    var hubCategoryName: @Sendable (String) -> String {
        get { self[HubCategoryNameKey.self] }
        set { self[HubCategoryNameKey.self] = newValue }
    }
}

extension View {
    /// Names the categories of mini apps in the user's language: publishers write them in one language only.
    ///
    /// ```swift
    /// HubView(model, icons: catalog) { id in
    ///     navigator.present(.miniApp(id))
    /// } details: { id in
    ///     navigator.present(.details(id))
    /// }
    /// .hubCategories { $0 == "finance" ? "Money" : $0 }
    /// ```
    ///
    /// - Parameter name: The words for a category; a category without any is shown as its publishers wrote it.
    public func hubCategories(_ name: @escaping @Sendable (_ category: String) -> String) -> some View {
        environment(\.hubCategoryName, name)
    }
}
