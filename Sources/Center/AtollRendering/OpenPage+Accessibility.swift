import AtollChromium

extension OpenPage {
    /// A problem for users with a screen reader or impaired vision.
    struct Obstacle: Hashable, Decodable {
        let code: String
        let text: String
    }

    /// Finds the parts of the page that can't be read or heard.
    func obstacles() throws -> [Obstacle] {
        var seen: Set<Obstacle> = []
        return try (nameless() + contents()).filter { seen.insert($0).inserted }
    }

    private struct Tree: Decodable {
        struct Node: Decodable {
            struct Value: Decodable { let value: PageEvents.Text? }
            let ignored: Bool
            let role: Value?
            let name: Value?
        }
        let nodes: [Node]
    }

    private static let roles = [
        "button": "A button", "link": "A link", "textbox": "A field", "searchbox": "A field", "combobox": "A field",
        "spinbutton": "A field", "checkbox": "A checkbox", "radio": "A choice", "switch": "A switch",
        "slider": "A slider", "image": "An image", "img": "An image",
    ]

    /// Finds the nodes of the accessibility tree that need a name and have none.
    private func nameless() throws -> [Obstacle] {
        let tree: Tree = try page.browser.call(
            "Accessibility.getFullAXTree", [String: String](), session: page.session)
        return tree.nodes.compactMap { node in
            guard !node.ignored, let kind = node.role?.value?.text.flatMap({ Self.roles[$0] }),
                (node.name?.value?.text ?? "").allSatisfy(\.isWhitespace)
            else { return nil }
            return Obstacle(code: "a11y-name", text: "\(kind) has no name that a screen reader could say.")
        }
    }

    private func contents() throws -> [Obstacle] {
        guard let frame else { return [] }
        struct World: Decodable { let executionContextId: Int }
        struct Evaluation: Encodable {
            let expression = RenderingScript.accessibility
            let contextId: Int
            let returnByValue = true
            let timeout = 2_000
        }
        struct Outcome: Decodable {
            struct Result: Decodable { let value: [Obstacle]? }
            let result: Result
        }
        let (browser, session) = (page.browser, page.session)
        let world: World = try browser.call(
            "Page.createIsolatedWorld", ["frameId": frame], session: session)
        let outcome: Outcome = try browser.call(
            "Runtime.evaluate", Evaluation(contextId: world.executionContextId), session: session)
        return outcome.result.value ?? []
    }
}
