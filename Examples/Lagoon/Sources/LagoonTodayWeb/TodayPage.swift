import AtollHome
import AtollPages
import AtollTexts
import Foundation
import LagoonToday

/// The web page of Today: the home screen of the Body Coach article.
struct TodayPage: Sendable {
    let options: TodayOptions
    let homes: TodayHomes
    let templates: Templates
    let page: HomePage
    let cards: TodayCards

    init(_ options: TodayOptions, homes: TodayHomes, templates: Templates) throws {
        self.options = options
        self.homes = homes
        self.templates = templates
        page = try HomePage()
        cards = TodayCards(templates)
    }

    private struct Footer: Encodable, Sendable {
        let text: String
        let hidden: Hidden?
    }

    /// The form that shows the cards again that the user has hidden.
    private struct Hidden: Encodable, Sendable {
        let title: String
        let address: String
        let back: String
    }

    private static func hidden(_ home: HomeState<TodayFlags>, back: String) -> Hidden? {
        let count = home.hidden.values.count { if case .dismissed = $0 { true } else { false } }
        guard count > 0 else { return nil }
        return Hidden(
            title: localized("Show \(count) hidden cards"), address: TodayAction.showHidden.address, back: back)
    }

    private struct Lead: Encodable, Sendable {
        let date: String
        let greeting: String
        let timeZone: String
        let timeZoneAddress: String
    }

    func page(_ context: PageContext<TodayScreen>) async throws -> Page {
        guard let user = context.user else { throw PageError.notFound(localized("Sign in to see your day.")) }
        let userHome = try await homes.home(of: TodayUser(user))
        // Days begin in the user's time zone, from the first page on. Updates of an open page have no time zone: two
        // browsers in different zones would overwrite each other's forever.
        if let zone = context.timeZone, TodayState.isTimeZone(zone),
            try await options.store.state(of: user.id).timeZone != zone
        {
            try await homes.setTimeZone(zone, of: TodayUser(user))
        }
        let home = await userHome.home.state()
        let state = try await options.store.state(of: user.id)
        let (date, calendar) = (userHome.clock.now(), userHome.clock.calendar)
        let miniApp = home.modules.contains(.miniApp) ? await options.miniApp(TodayUser(user)) : nil
        var shown: [(module: TodayModule, card: HomeCard)] = []
        for module in home.modules {
            let place = TodayCards.Place(
                module: module, context: context, date: date, calendar: calendar, state: state, miniApp: miniApp)
            // A card without contents is left out; the others are still shown.
            guard let card = cards.content[module]?(place) else { continue }
            shown.append((module, card))
            await userHome.home.note(.shown, module)
        }
        let lead = templates.render(
            "lead",
            Lead(
                date: Self.text(of: date, calendar), greeting: Self.greeting(user.name, date, calendar),
                timeZone: state.timeZone ?? calendar.timeZone.identifier, timeZoneAddress: TodayAction.timeZone.address)
        )
        let footer = templates.render(
            "footer",
            Footer(
                text: localized("That is all for today. See you tomorrow."),
                hidden: Self.hidden(home, back: context.current)))
        let panel =
            options.isDemo && state.isExplained == true ? try await debugPanel(context, home, state, userHome) : nil
        let compose = context.address(presentingTag: TodayTags.compose)
        var page = Page(
            localized("Today"),
            page.body(
                shown, lead: lead, footer: footer, after: panel,
                dismissal: (TodayAction.putAway.address, context.current)),
            actions: compose.map { templates.render("compose-button", ["address": $0]) }
        )
        page.topic = TodayFeature.topic
        page.style = "page-home hero-is-\(HomePage.slug(shown.first?.module.id ?? "none"))"
        page.frame = miniApp?.origin
        page.scripts = miniApp == nil ? [] : ["host.js", "bridge.js", "frame-cookies.js", "focus.js", "cards.js"]
        return page
    }

    private static func text(of date: Date, _ calendar: Calendar) -> String {
        // Some languages write days in lower case, but this one begins a line.
        let text = TextDate.text(date, "EEEEdMMMM", in: calendar.timeZone)
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func greeting(_ name: String, _ date: Date, _ calendar: Calendar) -> String {
        let first = name.split(separator: " ").first.map(String.init) ?? ""
        let words =
            switch calendar.component(.hour, from: date) {
            case 5..<12: first.isEmpty ? localized("Good morning") : localized("Good morning, \(first)")
            case 12..<18: first.isEmpty ? localized("Good afternoon") : localized("Good afternoon, \(first)")
            default: first.isEmpty ? localized("Good evening") : localized("Good evening, \(first)")
            }
        return words
    }
}
