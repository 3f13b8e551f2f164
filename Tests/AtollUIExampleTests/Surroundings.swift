import AtollHome
import AtollNavigation
import AtollPackages
import SwiftUI

// The names that the examples in the documentation use without declaring them.

enum Screen: Fragment, Codable {
    case start, news, shop, hub, help, info, legend, player, call
    case tab(Tab)
    case product(Int)
    case miniApp(MiniAppID)
    case details(MiniAppID)
}

extension Tab {
    var title: String { self == .news ? "News" : "Shop" }
}

enum Shop: Fragment {
    case list
    case product(Int)
}

enum HubPlace: Fragment {
    case hub
    case miniApp(MiniAppID)
}

enum Overlay: Fragment {
    case compose
    case player(Int)
}

enum TodayModule: HomeStyledModule {
    enum Plan: Hashable { case introduction, details }
    enum Lives: Hashable { case now }
    case plan(Plan)
    case lives(Lives)
    var id: String { "\(self)" }

    func style(isHero: Bool) -> HomeModuleStyle {
        HomeModuleStyle(
            .champion, foreground: HomeColor(light: 0x12242e, dark: 0xf2f8fa),
            background: HomeColor(light: 0xdcefe4, dark: 0x16382a))
    }
}

struct TodayFlags: HomeFlags {
    typealias Module = TodayModule
    let rawValue: UInt64
    static let names: KeyValuePairs<String, TodayFlags> = [:]
}

struct Product: Identifiable {
    let id: Int
    let name: String
}

extension Fact {
    static let signedIn: Fact = "signedIn"
    static let subscribed: Fact = "subscribed"
}

/// A view that stands for any other.
protocol Sample: View {}
extension Sample {
    var body: some View { EmptyView() }
}

struct NewsView: Sample {}
struct ShopView: Sample {}
struct HelpView: Sample {}
struct InfoView: Sample {}
struct HelpButton: Sample {}
struct DocumentView: Sample {}
struct AppTabs: Sample {}
struct PlayerBar: Sample {}
struct ComposeView: Sample {}
struct LivesCard: Sample {}
struct HubScreenView: Sample {}
struct PlanCard: Sample { var module: TodayModule? }
struct PlayerView: Sample { let id: Int }
struct ProductDetail: Sample { let id: Int }
struct ProductRow: Sample { init(_ id: Int) {} }
struct ScreenView: Sample { init(_ screen: Screen) {} }
struct MiniAppScreenView: Sample { let id: MiniAppID }
struct MapView: Sample { let hasLegend: Bool }
struct AppView: Sample { let root: NavigationRoot<Screen> }
