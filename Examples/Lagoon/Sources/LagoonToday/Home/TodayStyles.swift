import AtollHome

extension TodayModule: HomeStyledModule {
    /// The style of each card; a switch without a default, so that a new module without a style does not compile.
    public func style(isHero: Bool) -> HomeModuleStyle {
        let ink = HomeColor(light: 0x12242e, dark: 0xf2f8fa)
        let card = HomeModuleStyle.Card(
            foreground: ink, background: HomeColor(light: 0xffffff, dark: 0x14222a))
        switch self {
        case .addStartingStats:
            return HomeModuleStyle(
                .guardian, foreground: ink, background: HomeColor(light: 0xffe3dc, dark: 0x4a2620),
                edge: .wave(HomeColor(light: 0xffc9bb, dark: 0x6a372d)), card: card,
                heroImage: HomeColor(light: 0xffc9bb, dark: 0x6a372d))
        case .lives(.now):
            return HomeModuleStyle(
                .hero, foreground: HomeColor(light: 0xffffff, dark: 0xffffff),
                background: HomeColor(light: 0x8a1c4a, dark: 0x6d1239),
                edge: .curve(HomeColor(light: 0xb0366a, dark: 0x8a2b56), height: 60), card: card,
                heroImage: HomeColor(light: 0xb0366a, dark: 0x8a2b56))
        case .lives:
            return HomeModuleStyle(
                .champion, foreground: ink, background: HomeColor(light: 0xf7dcea, dark: 0x3d1a2c),
                edge: .curve(HomeColor(light: 0xeec3d8, dark: 0x57263f), height: 60), card: card,
                heroImage: HomeColor(light: 0xeec3d8, dark: 0x57263f))
        case .plan:
            return HomeModuleStyle(
                .guardian, foreground: HomeColor(light: 0xffffff, dark: 0xf2f8fa),
                background: HomeColor(light: 0x00596a, dark: 0x0a4350),
                edge: .curve(HomeColor(light: 0x1a7a8c, dark: 0x135a6a), height: 60), card: card,
                heroImage: HomeColor(light: 0x1a7a8c, dark: 0x135a6a))
        case .planner:
            return HomeModuleStyle(
                .champion, foreground: ink, background: HomeColor(light: 0xdcefe4, dark: 0x16382a),
                edge: .wave(HomeColor(light: 0xbfe0cd, dark: 0x21503c)), card: card,
                heroImage: HomeColor(light: 0xbfe0cd, dark: 0x21503c))
        case .inspiration:
            return HomeModuleStyle(
                .guardian, foreground: ink, background: HomeColor(light: 0xfdf0cf, dark: 0x453615),
                edge: .curve(HomeColor(light: 0xf7dfa1, dark: 0x5f4b1f), height: 60), card: card,
                heroImage: HomeColor(light: 0xf7dfa1, dark: 0x5f4b1f))
        case .miniApp:
            return HomeModuleStyle(
                .champion, foreground: ink, background: HomeColor(light: 0xe4e7f8, dark: 0x232a4a),
                edge: .wave(HomeColor(light: 0xcdd3f2, dark: 0x333d69)), card: card,
                heroImage: HomeColor(light: 0xcdd3f2, dark: 0x333d69))
        }
    }
}
