import AtollHome
import AtollPackages
import AtollPages
import AtollWeb
import LagoonToday

/// The card of Kudos for those who may open it. The answer of a moment ago does: Today waits for no Center.
actor TodayMiniApp {
    private struct Known {
        var card: TodayOptions.MiniAppCard?
        var asked: ContinuousClock.Instant
    }

    private let shell: ShellServices
    private var known: [String: Known] = [:]
    private var asking: Set<String> = []

    private static let id = "com.example.kudos"
    private static let lifetime = Duration.seconds(60)
    /// How long somebody waits who asks for the first time.
    private static let patience = Duration.milliseconds(150)

    /// Told when somebody's card is another.
    nonisolated let changed = HomeSignal()

    init(shell: ShellServices) { self.shell = shell }

    func card(for user: PageUser) async -> TodayOptions.MiniAppCard? {
        if let known = known[user.id], known.asked.duration(to: .now) < Self.lifetime { return known.card }
        let isFirst = known[user.id] == nil
        if asking.insert(user.id).inserted { Task { await ask(for: user) } }
        let end = ContinuousClock.now + Self.patience
        while isFirst, known[user.id] == nil, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(10))
        }
        return known[user.id]?.card
    }

    private func ask(for user: PageUser) async {
        var found: TodayOptions.MiniAppCard?
        if let id = MiniAppID(Self.id), let card = await shell.card(of: id, for: user) {
            found = .init(
                id: Self.id, name: card.name, route: card.route, origin: card.origin, address: "/miniapp/\(Self.id)")
        }
        if known.count >= 10_000 { known = [:] }
        let before = known[user.id]
        known[user.id] = Known(card: found, asked: .now)
        asking.remove(user.id)
        if before == nil || before?.card != found { changed.send() }
    }
}
