import AtollNavigation

extension RoutePlan {
    /// The link of this route, or nil where it does not say all ids, or misses a value.
    ///
    /// - Parameter ids: The id of the place at which each edge arrives.
    /// - Throws: ``LinkError/noRoute(_:)`` for a value that can't stand in an address.
    func link(
        saying ids: [FragmentID?], _ parameters: LinkParameters, rest: [String]
    ) throws(LinkError) -> DeepLink? {
        var unsaid = ids.count { $0 != nil }
        var link = DeepLink()
        link.components.reserveCapacity(components.count)
        for component in components {
            guard let capture = component.capture else {
                link.components.append(component.literal)
                continue
            }
            guard let text = text(of: capture, ids, parameters) else { return nil }
            try append(text, to: &link.components)
            if case .id = capture.role { unsaid -= 1 }
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
            if case .id = item.capture.role { unsaid -= 1 }
        }
        if isOpen { for text in rest { try append(text, to: &link.components) } }
        return unsaid == 0 ? link : nil
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

    private func text(of capture: Capture, _ ids: [FragmentID?], _ parameters: LinkParameters) -> String? {
        switch capture.role {
        case .id(let edge): ids[edge].flatMap { capture.format.text($0) }
        case .parameter(let name): parameters.texts[name]?.first
        }
    }
}
