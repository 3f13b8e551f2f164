import AtollHome
import SwiftUI
import Testing

@testable import AtollUI

enum Card: String, HomeStyledModule, CaseIterable {
    case welcome, plan, news, hidden

    var id: String { rawValue }

    func style(isHero: Bool) -> HomeModuleStyle {
        var style = PreviewData.style
        style.container = self == .news ? .champion : .guardian
        style.edge = self == .news ? .wave(style.background) : style.edge
        return style
    }
}

struct CardFlags: HomeFlags {
    typealias Module = Card
    let rawValue: UInt64
    static let isNew = CardFlags(rawValue: 1)
    static let hasNews = CardFlags(rawValue: 2)
    static let names: KeyValuePairs<String, CardFlags> = ["isNew": isNew, "hasNews": hasNews]
}

@MainActor
@Suite("Home view")
struct HomeViewTests {
    private let signal = HomeSignal()
    private let flags = Flags()

    private actor Flags {
        var now: CardFlags = [.isNew]
        func set(_ flags: CardFlags) { now = flags }
    }

    private func model() throws -> HomeModel<CardFlags> {
        let flags = flags
        return HomeModel(
            Home(
                rules: HomeRules<CardFlags> {
                    When(.isNew) { Show(.welcome) }
                    Show(.plan)
                    When(.hasNews) { Show(.news) }
                    When(.hasNews) { Show(.hidden) }
                }
            ) { HomeInput("flags", on: signal) { await flags.now } })
    }

    private struct Header: View {
        @Environment(\.homeModuleStyle) private var style
        var body: some View { Text(style == nil ? "header" : "header in the hero's style") }
    }

    private struct Body: View {
        let title: String
        @Environment(\.isHomeHero) private var isHero
        @State private var taps = 0
        var body: some View {
            HomeContainer {
                Image(systemName: "map")
            } content: {
                Text(verbatim: "\(title)\(isHero ? " as hero" : "") \(taps)")
                Button("Tap \(title)") { taps += 1 }
            }
        }
    }

    private func stage(_ model: HomeModel<CardFlags>) -> Stage {
        Stage(
            HomeView(model) {
                Header()
            } content: {
                // In a different order than they are shown.
                Body(title: "news").home(Card.news)
                TaggedHomeView(Card.plan, .welcome) { card in Body(title: card.rawValue) }
            } footer: {
                Text("footer")
            })
    }

    @Test("Modules are shown in the home's order, the first as the hero; modules without a view are left out")
    func order() async throws {
        let stage = stage(try model())
        #expect(stage.root.all.contains { $0.kind == .progress }, "before the home's first state")
        #expect(await stage.until { stage.shows("welcome as hero 0") })
        #expect(stage.root.texts.filter { $0.contains("0") } == ["welcome as hero 0", "plan 0"])
        #expect(stage.shows("header in the hero's style"))
        #expect(stage.shows("footer"))
    }

    @Test("A change of the flags updates the modules; views that stay keep their state")
    func changes() async throws {
        let stage = stage(try model())
        #expect(await stage.until { stage.shows("plan 0") })
        try stage.tap("Tap plan")
        #expect(stage.shows("plan 1"))
        await flags.set([.hasNews])
        signal.send()
        #expect(await stage.until { stage.shows("news 0") })
        #expect(stage.shows("plan as hero 1"), "the hero has changed, and the state was kept")
        #expect(!stage.shows("welcome"))
        #expect(stage.element("module-hidden") == nil)
    }

    @Test("Pulling to refresh asks the inputs again")
    func refresh() async throws {
        let model = try model()
        let stage = stage(model)
        #expect(await stage.until { stage.shows("plan 0") })
        await flags.set([])
        try stage.tap("Refresh")
        #expect(await stage.until { stage.shows("plan as hero") })
        #expect(!stage.shows("footer"), "there is no footer below a single module")
    }

    @Test("Shapes are closed and stay within their bounds; containers show picture and text")
    func shapes() {
        let rect = CGRect(x: 10, y: 20, width: 300, height: 60)
        for path in [SCurve().path(in: rect), Waves(count: 3).path(in: rect), Waves(count: 0).path(in: rect)] {
            #expect(path.elements.last == .close)
            for case .curve(let first, let second, let end) in path.elements {
                for point in [first, second, end] {
                    #expect(
                        rect.insetBy(dx: -0.01, dy: -0.01).contains(point) || point.y == rect.maxY
                            || point.x == rect.maxX)
                }
            }
        }
        for stage in [
            Stage(
                HeroContainer {
                    Image(systemName: "a")
                } content: {
                    Text("hero")
                }),
            Stage(
                GuardianContainer {
                    Image(systemName: "a")
                } content: {
                    Text("guardian")
                }),
            Stage(
                ChampionContainer {
                    Image(systemName: "a")
                } content: {
                    Text("champion")
                }),
        ] {
            #expect(stage.root.texts.count == 1)
            #expect(stage.root.all.contains { $0.kind == .image })
        }
    }

    @Test("Colours follow the colour scheme")
    func colours() {
        let color = HomeColor(light: 0xff0000, dark: 0x00ff00)
        #expect(Color(color, in: .light) == Color(.sRGB, red: 1, green: 0, blue: 0))
        #expect(Color(color, in: .dark) == Color(.sRGB, red: 0, green: 1, blue: 0))
    }

    @Test("Every preview can be shown")
    func previews() {
        #expect(Stage(HomePreviews.previews).shows("Champion"))
        #expect(Stage(HubPreviews.previews).problems.isEmpty)
        #expect(Stage(MiniAppPreviews.previews).shows("Updated to version 2.0"))
        #expect(Stage(ProfilePreviews.previews).shows("camera"))
        let navigation = Stage(NavigationPreviews.previews)
        #expect(navigation.shows("Palma") && navigation.problems.isEmpty)
    }
}
