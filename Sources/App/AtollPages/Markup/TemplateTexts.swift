import Mustache

/// A dictionary with all texts of a language: a template asks for few of them, so none is converted before.
struct TemplateTexts: MustacheParent {
    let texts: [String: String]

    func child(named name: String) -> Any? { texts[name].map(TemplateText.init) }
}
