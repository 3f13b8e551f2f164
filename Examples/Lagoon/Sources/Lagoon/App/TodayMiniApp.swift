import AtollHome
import AtollPackages
import AtollPages
import AtollWeb
import LagoonToday

/// The card of Kudos, for users who may open it. It is cached for a minute and refreshed in the background: only a
/// user's first request waits for the Center, for about 150 ms at most.
actor TodayMiniApp {
    private struct Known {
        var card: TodayOptions.MiniAppCard?
        var asked: ContinuousClock.Instant
    }

    /// The user and their roles, which decide about the card.
    private struct Key: Hashable {
        let user: String
        let roles: Set<String>

        init(_ user: TodayUser) {
            self.user = user.id
            roles = user.roles
        }
    }

    private let shell: ShellServices
    private var known: [Key: Known] = [:]
    private var asking: Set<Key> = []

    private static let id = "com.example.kudos"
    /// The number of seconds after which a card is reloaded if its manifest does not specify one.
    private static let refreshAfter = 900
    private static let lifetime = Duration.seconds(60)
    /// The longest time that a user's first request waits for the card.
    private static let patience = Duration.milliseconds(150)

    /// Sent when a user's card has changed.
    nonisolated let changed = HomeSignal()

    init(shell: ShellServices) { self.shell = shell }

    func card(for user: TodayUser) async -> TodayOptions.MiniAppCard? {
        if let known = known[Key(user)], known.asked.duration(to: .now) < Self.lifetime { return known.card }
        let isFirst = known[Key(user)] == nil
        if asking.insert(Key(user)).inserted { Task { await ask(for: user) } }
        let end = ContinuousClock.now + Self.patience
        while isFirst, known[Key(user)] == nil, ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(10))
        }
        return known[Key(user)]?.card
    }

    private func ask(for user: TodayUser) async {
        var found: TodayOptions.MiniAppCard?
        if let id = MiniAppID(Self.id),
            let card = await shell.card(of: id, for: PageUser(id: user.id, name: user.name, roles: user.roles))
        {
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
