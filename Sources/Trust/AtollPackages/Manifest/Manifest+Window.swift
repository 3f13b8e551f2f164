extension Manifest {
    /// `window`: the appearance of the window that contains the mini app. Members that the manifest leaves out have the
    /// values here.
    public struct Window: Hashable, Sendable {
        /// `auto_design_width`: whether the host computes the width that pages were designed for.
        public var hasAutomaticDesignWidth = false
        /// `background_color`: as `#` with three or six hexadecimal digits, in lower case.
        public var backgroundColor = "#ffffff"
        /// `background_text_style`: whether content on the background is light or dark.
        public var backgroundTextStyle = BackgroundTextStyle.dark
        /// `design_width`: the width that pages were designed for, in pixels.
        public var designWidth = 750
        /// `enable_pull_down_refresh`: whether pulling a page down refreshes it.
        public var refreshesByPulling = false
        /// `fullscreen`: whether the mini app fills the screen, with nothing around it.
        public var isFullScreen = false
        /// `navigation_bar_background_color`: the bar's background, in the form of ``backgroundColor``.
        public var barColor = "#000000"
        /// `navigation_bar_text_style`: the colour of the bar's title.
        public var barTextStyle = BarTextStyle.white
        /// `navigation_bar_title_text`: the bar's title, or nil for the mini app's name.
        public var barTitle: String?
        /// `navigation_style`: whether the host draws the bar, or the mini app does.
        public var navigationStyle = NavigationStyle.default
        /// `on_reach_bottom_distance`: how near its end a page counts as scrolled to the end, in pixels.
        public var bottomDistance = 50
        /// `orientation`: the orientation of the screen.
        public var orientation = Orientation.portrait

        /// Creates a window with the defaults.
        public init() {}

        /// The values of `background_text_style`.
        public enum BackgroundTextStyle: String, Hashable, Sendable, CaseIterable { case light, dark }
        /// The values of `navigation_bar_text_style`.
        public enum BarTextStyle: String, Hashable, Sendable, CaseIterable { case white, black }
        /// The values of `navigation_style`: drawn by the host, or by the mini app.
        public enum NavigationStyle: String, Hashable, Sendable, CaseIterable { case `default`, custom }
        /// The values of `orientation`.
        public enum Orientation: String, Hashable, Sendable, CaseIterable { case portrait, landscape }
    }

    /// A part of the mini app that is shown among others on a home screen.
    public struct Widget: Hashable, Sendable {
        /// `name`: the title, 1 to 100 characters.
        public var name: String
        /// `path`: the route, in the same form as a page's.
        public var path: String
        /// `min_code`: the lowest platform version that can run it; by default, the mini app's.
        public var minimumCode: Int
        /// `atoll_size`: the preferred size. Not in the W3C draft, which has no equivalent.
        public var size: Size
        /// `atoll_refresh`: the seconds after which it is worth refreshing, or nil to leave that to the host. Not in
        /// the W3C draft.
        public var refreshAfter: Int?

        /// The values of `atoll_size`.
        public enum Size: String, Hashable, Sendable, CaseIterable { case small, medium, large }

        /// The range of `atoll_refresh`: 1 minute to 1 day, in seconds.
        public static let refreshTimes = 60...86_400

        /// Creates a widget, unchecked.
        public init(
            name: String, path: String, minimumCode: Int, size: Size = .medium, refreshAfter: Int? = nil
        ) {
            self.name = name
            self.path = path
            self.minimumCode = minimumCode
            self.size = size
            self.refreshAfter = refreshAfter
        }
    }
}
