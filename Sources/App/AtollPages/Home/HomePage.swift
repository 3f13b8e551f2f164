import AtollHome
import Foundation

/// Renders a home screen as part of a page: the modules one below the other, each in its own style, the first as the
/// hero.
public struct HomePage: Sendable {
    private struct Values: Encodable, Sendable {
        let modules: [ModuleValues]
        let footer: Part?
        let after: Part?
    }

    private struct ModuleValues: Encodable, Sendable {
        let slug: String
        let title: String
        let container: String
        let isHero: Bool
        let version: String
        let edge: String
        let lead: String
        let body: String
    }

    private struct Dismissal: Encodable, Sendable {
        let address: String
        let module: String
        let title: String
        let back: String
    }

    private struct Part: Encodable, Sendable {
        let version: String
        let body: String
    }

    private let templates: Templates

    /// Creates the renderer.
    ///
    /// - Throws: An error if the module's templates can't be read.
    public init() throws { templates = try Templates(in: .module, texts: .bundled(.module)) }

    /// Returns the body of the page.
    ///
    /// - Parameters:
    ///   - cards: The modules to show, in order, and the card of each.
    ///   - lead: Markup above the hero's own content, such as the date.
    ///   - footer: Markup below the modules, if there is more than one.
    ///   - after: Markup below everything else.
    ///   - dismissal: The path of the action that hides a module, and the path to redirect to afterwards.
    public func body<Module: HomeStyledModule>(
        _ cards: [(module: Module, card: HomeCard)], lead: HTML, footer: HTML? = nil, after: HTML? = nil,
        dismissal: (address: String, back: String)? = nil
    ) -> HTML {
        let modules = cards.enumerated().map { index, item in
            let style = item.module.style(isHero: index == 0)
            let lead = index == 0 ? lead.markup : ""
            let form =
                item.card.isDismissible
                ? dismissal.map {
                    templates.render(
                        "put-away",
                        Dismissal(
                            address: $0.address, module: item.module.id, title: item.card.title, back: $0.back)
                    ).markup
                } : nil
            let markup = item.card.body.markup
            let body =
                Self.replacing(HomeCard.placeOfDismissal, in: markup, with: form ?? "") ?? markup + (form ?? "")
            let container = index == 0 ? HomeModuleStyle.Container.hero : style.container
            return ModuleValues(
                slug: Self.slug(item.module.id), title: item.card.title, container: container.rawValue,
                isHero: index == 0, version: Self.version("\(container)\(index == 0)\(lead)\(body)"),
                edge: index == 0 ? "" : Self.edge(style.edge), lead: lead, body: body
            )
        }
        return templates.render(
            "home",
            Values(
                modules: modules, footer: cards.count > 1 ? footer.map(Self.part) : nil, after: after.map(Self.part))
        )
    }

    /// The markup with another in all places of a comment, or nil if it has none. It is compared by bytes, and each card is searched
    /// each time it is shown.
    private static func replacing(_ comment: String, in markup: String, with other: String) -> String? {
        let (wanted, bytes) = (Array(comment.utf8), Array(markup.utf8))
        var (shown, start, index) = ([UInt8](), 0, 0)
        while let next = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = next + 1
            guard bytes[next...].starts(with: wanted) else { continue }
            shown += bytes[start..<next] + other.utf8
            index = next + wanted.count
            start = index
        }
        return start == 0 ? nil : String(decoding: shown + bytes[start...], as: UTF8.self)
    }

    private static func part(_ html: HTML) -> Part { Part(version: version(html.markup), body: html.markup) }

    /// A module's id as the name of a CSS class.
    public static func slug(_ id: String) -> String { id.replacing(".", with: "-") }

    /// A hash of a text: on an open page, parts whose hash has not changed stay as they are.
    private static func version(_ text: String) -> String {
        // FNV-1a: an attacker gains nothing from a collision.
        String(text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
    }

    /// The edge of a module, which overlaps the module above it.
    private static func edge(_ edge: HomeModuleStyle.Edge) -> String {
        switch edge {
        case .straight: ""
        case .wave:
            """
            <svg class="edge wave" viewBox="0 0 1200 40" preserveAspectRatio="none" aria-hidden="true">\
            <path class="second" d="M0 20\(waves(rise: 20))V40H0z"/><path d="M0 30\(waves(rise: 12))V40H0z"/></svg>
            """
        case .curve(_, let height):
            """
            <svg class="edge curve" viewBox="0 0 1200 \(height)" preserveAspectRatio="none" aria-hidden="true">\
            <path class="second" d="M0 \(height)C400 \(height) 500 0 1200 0V\(height)z"/>\
            <path d="M0 \(height)C450 \(height) 650 \(height / 3) 1200 \(height / 3)V\(height)z"/></svg>
            """
        }
    }

    /// Six waves, side by side.
    private static func waves(rise: Int) -> String {
        String(repeating: "c50 \(-rise) 50 \(-rise) 100 0s50 \(rise) 100 0", count: 6)
    }

    /// The colours of modules as a style sheet, with classes for each module, and for the bar of a page that has it as
    /// the hero.
    public static func stylesheet<Module: HomeStyledModule>(of modules: [Module]) -> String {
        func rules(_ color: (HomeColor) -> UInt32) -> String {
            modules.map { module in
                [true, false].map { isHero in
                    let style = module.style(isHero: isHero)
                    let slug = slug(module.id)
                    var values = [("foreground", style.foreground), ("background", style.background)]
                    switch style.edge {
                    case .wave(let second), .curve(let second, _): values.append(("second", second))
                    case .straight: break
                    }
                    if let card = style.card {
                        values += [("card", card.background), ("card-text", card.foreground)]
                    }
                    if let image = style.heroImage { values.append(("image", image)) }
                    let text = values.map { "--module-\($0): #\(hex(color($1)))" }.joined(separator: "; ")
                    let selector = isHero ? ".module-\(slug).is-hero, .hero-is-\(slug) .bar" : ".module-\(slug)"
                    return "\(selector) { \(text) }"
                }.joined(separator: "\n")
            }.joined(separator: "\n")
        }
        return rules(\.light) + "\n@media (prefers-color-scheme: dark) {\n" + rules(\.dark) + "\n}\n"
    }

    private static func hex(_ color: UInt32) -> String {
        let text = String(color & 0xffffff, radix: 16)
        return String(repeating: "0", count: 6 - text.count) + text
    }
}
