extension Manifest {
    /// `window`: how the window looks that holds the mini app. Where the manifest leaves something out, it is as here.
    public struct Window: Hashable, Sendable {
        /// `auto_design_width`: whether the host computes the width that pages were designed for.
        public var hasAutomaticDesignWidth = false
        /// `background_color`: as `#` with three or six hexadecimal digits, in lower case.
        public var backgroundColor = "#ffffff"
        /// `background_text_style`: whether what stands on the background is light or dark.
        public var backgroundTextStyle = BackgroundTextStyle.dark
        /// `design_width`: the width that pages were designed for, in pixels.
        public var designWidth = 750
        /// `enable_pull_down_refresh`: whether pulling a page down refreshes it.
        public var refreshesByPulling = false
        /// `fullscreen`: whether it is shown without anything around it.
        public var isFullScreen = false
        /// `navigation_bar_background_color`: as ``backgroundColor``.
        public var barColor = "#000000"
        /// `navigation_bar_text_style`: the colour of the bar's title.
        public var barTextStyle = BarTextStyle.white
        /// `navigation_bar_title_text`: the bar's title, or nil for the mini app's name.
        public var barTitle: String?
        /// `navigation_style`: whether the host draws the bar, or the mini app does.
        public var navigationStyle = NavigationStyle.default
        /// `on_reach_bottom_distance`: how far from its end a page counts as scrolled to the end, in pixels.
        public var bottomDistance = 50
        /// `orientation`: how the screen is held.
        public var orientation = Orientation.portrait

        public init() {}

        public enum BackgroundTextStyle: String, Hashable, Sendable, CaseIterable { case light, dark }
        public enum BarTextStyle: String, Hashable, Sendable, CaseIterable { case white, black }
        public enum NavigationStyle: String, Hashable, Sendable, CaseIterable { case `default`, custom }
        public enum Orientation: String, Hashable, Sendable, CaseIterable { case portrait, landscape }
    }

    /// A part of the mini app that stands among others on a home screen.
    public struct Widget: Hashable, Sendable {
        /// `name`: its title.
        public var name: String
        /// `path`: its route, as that of a page.
        public var path: String
        /// `min_code`: the lowest platform version that can run it; the mini app's where the manifest leaves it out.
        public var minimumCode: Int
        /// `atoll_size`: how much room it would like. Not in the W3C draft, which has nothing of the kind.
        public var size: Size
        /// `atoll_refresh`: after how many seconds it is worth showing anew; nil where it leaves that to the host. Not in the draft.
        public var refreshAfter: Int?

        public enum Size: String, Hashable, Sendable, CaseIterable { case small, medium, large }

        /// What `atoll_refresh` can be, in seconds.
        public static let refreshTimes = 60...86_400

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
