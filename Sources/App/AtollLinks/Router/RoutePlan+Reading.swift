import AtollNavigation

extension RoutePlan {
    /// The parts that were read from a link.
    struct Reading {
        /// For each edge, the text of the id of the place at which it arrives; empty if the route has no ids.
        var ids: [String?] = []
        var parameters = LinkParameters()
        var rest: [String] = []
        var unclaimed: [DeepLink.Item] = []
    }

    /// Reads a link whose components are this route's.
    ///
    /// - Parameter taken: The number of components that are the route's own; the rest is passed on.
    /// - Complexity: O(*n* · *k*) in the items of the link and of the route, which are few.
    func read(_ link: DeepLink, taking taken: Int) throws(LinkError) -> Reading {
        var reading = Reading()
        if hasIDs { reading.ids = Array(repeating: nil, count: sources.count) }
        for (index, component) in components.enumerated() {
            guard let capture = component.capture else { continue }
            let text = link.components[index]
            guard read(text, capture, &reading) else {
                throw .invalidValue(.component(index + 1), text, expected: capture.format.expected)
            }
        }
        if taken < link.components.count { reading.rest = Array(link.components[taken...]) }
        if link.items.isEmpty, items.isEmpty { return reading }
        if !link.faults.isEmpty, let fault = items.lazy.compactMap({ link.faults[$0.name] }).first { throw fault }
        for item in link.items where !items.contains(where: { $0.name == item.name }) { reading.unclaimed.append(item) }
        for item in items { try read(item, of: link, &reading) }
        return reading
    }

    private func read(_ item: Item, of link: DeepLink, _ reading: inout Reading) throws(LinkError) {
        var texts: [String] = []
        for other in link.items where other.name == item.name {
            guard texts.isEmpty || item.need == .repeated else { throw .repeated(item.name) }
            guard read(other.value, item.capture, &reading) else {
                throw .invalidValue(.item(item.name), other.value, expected: item.capture.format.expected)
            }
            texts.append(other.value)
        }
        switch item.need {
        case .required: if texts.isEmpty { throw .missing(item.name) }
        case .optional: break
        case .defaulted(let text):
            if texts.isEmpty, case .parameter(let name) = item.capture.role { reading.parameters.set(name, [text]) }
        case .repeated:
            if case .parameter(let name) = item.capture.role { reading.parameters.set(name, texts) }
        }
    }

    /// Stores a value.
    ///
    /// - Returns: Whether the text is a valid value.
    private func read(_ text: String, _ capture: Capture, _ reading: inout Reading) -> Bool {
        switch capture.role {
        case .id(let edges):
            guard capture.format.isValid(text) else { return false }
            for edge in edges { reading.ids[edge] = text }
        case .parameter(let name):
            guard capture.format.isValid(text) else { return false }
            reading.parameters.set(name, [text])
        }
        return true
    }
}
