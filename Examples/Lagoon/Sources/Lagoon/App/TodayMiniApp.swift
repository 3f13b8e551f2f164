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

    /// Who asks, and with which roles.
    private struct Key: Hashable {
        let user: String
        let roles: Set<String>

        init(_ user: PageUser) {
            self.user = user.id
            roles = user.roles
        }
    }

    private let shell: ShellServices
    private var known: [Key: Known] = [:]
    private var asking: Set<Key> = []

    private static let id = "com.example.kudos"
    /// After how many seconds a card is shown anew that says nothing of it.
    private static let refreshAfter = 900
    private static let lifetime = Duration.seconds(60)
    /// How long somebody waits who asks for the first time.
    private static let patience = Duration.milliseconds(150)

    /// Told when somebody's card is another.
    nonisolated let changed = HomeSignal()

    init(shell: ShellServices) { self.shell = shell }

    func card(for user: PageUser) async -> TodayOptions.MiniAppCard? {
        if let known = known[Key(user)], known.asked.duration(to: .now) < Self.lifetime { return known.card }
        let isFirst = known[Key(user)] == nil
        if asking.insert(Key(user)).inserted { Task { await ask(for: user) } }
        let end = ContinuousClock.now + Self.patience
        while isFirst, known[Key(user)] == nil, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(10))
        }
        return known[Key(user)]?.card
    }

    private func ask(for user: PageUser) async {
        var found: TodayOptions.MiniAppCard?
        if let id = MiniAppID(Self.id), let card = await shell.card(of: id, for: user) {
            found = .init(
                id: Self.id, name: card.name, route: card.route, origin: card.origin, address: "/miniapp/\(Self.id)",
                size: card.size.rawValue, refreshAfter: card.refreshAfter ?? Self.refreshAfter)
        }
        if known.count >= 10_000 { known = [:] }
        let before = known[Key(user)]
        known[Key(user)] = Known(card: found, asked: .now)
        asking.remove(Key(user))
        if before == nil || before?.card != found { changed.send() }
    }
}
