import Mustache

/// A text, a number or another value without members, as a template shows it.
///
/// In a section for it, the library asks it for names, too: it answers that it has none, without reflection.
struct TemplateText: MustacheParent, MustacheCustomRenderable {
    let renderText: String
    var isNull: Bool { false }

    init(_ text: String) { renderText = text }

    func child(named: String) -> Any? { nil }
}
