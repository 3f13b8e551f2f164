import AtollNavigation

extension RoutePlan {
    /// The link of this route, or nil if one of its values is missing.
    ///
    /// - Parameter ids: For each edge, the text of the id of the place at which it arrives, or nil if the URL does not
    ///   contain it.
    /// - Throws: ``LinkError/noRoute(_:)`` for a value that can't be written in a URL.
    func link(
        saying ids: [String?], _ parameters: LinkParameters, rest: [String]
    ) throws(LinkError) -> DeepLink? {
        var link = DeepLink()
        link.components.reserveCapacity(components.count)
        for component in components {
            guard let capture = component.capture else {
                link.components.append(component.literal)
                continue
            }
            guard let text = text(of: capture, ids, parameters) else { return nil }
            try append(text, to: &link.components)
        }
        for item in items {
            if item.need == .repeated, case .parameter(let name) = item.capture.role {
                for text in parameters.texts[name] ?? [] { try append(text, for: item, to: &link) }
                continue
            }
            let text = text(of: item.capture, ids, parameters)
            switch item.need {
            case .required: if text == nil { return nil }
            case .defaulted(text ?? ""): continue
            case .optional, .defaulted, .repeated: break
            }
            if let text { try append(text, for: item, to: &link) }
        }
        if isOpen { for text in rest { try append(text, to: &link.components) } }
        return link
    }

    private func append(_ text: String, to components: inout [String]) throws(LinkError) {
        guard DeepLink.canHold(component: text) else { throw .noRoute("\"\(text)\"") }
        components.append(text)
    }

    private func append(_ text: String, for item: Item, to link: inout DeepLink) throws(LinkError) {
        guard DeepLink.nestingItems.contains(item.name) || DeepLink.canHold(item: text) else {
            throw .noRoute("\"\(text)\"")
        }
        link.items.append(DeepLink.Item(item.name, text))
    }

    private func text(of capture: Capture, _ ids: [String?], _ parameters: LinkParameters) -> String? {
        switch capture.role {
        case .id(let edges):
            // One text in the URL is the id of all.
            edges.first.flatMap { first in edges.allSatisfy { ids[$0] == ids[first] } ? ids[first] : nil }
        case .parameter(let name): parameters.texts[name]?.first
        }
    }
}
