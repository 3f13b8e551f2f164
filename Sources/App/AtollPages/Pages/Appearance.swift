/// How an app looks: as the device says, or as the user has chosen for it.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
    /// As the device says.
    case device
    /// Light, independent of the device's setting.
    case light
    /// Dark, independent of the device's setting.
    case dark

    /// The choice of the user for whom the task runs.
    @TaskLocal public static var current = Appearance.device

    /// A style sheet as it is for this look: what it says about dark devices holds always, or never, where the user has
    /// chosen.
    ///
    /// - Complexity: O(*n*) in the style sheet.
    public func applied(to stylesheet: String) -> String {
        let condition = "@media (prefers-color-scheme: dark)"
        return switch self {
        case .device: stylesheet
        case .light: stylesheet.replacing(condition, with: "@media not all")
        case .dark: stylesheet.replacing(condition, with: "@media all")
        }
    }
}
