import AtollPackages

extension AttributeDefinition {
    /// Whether a mini app may have this value for the attribute.
    package func allows(_ value: AttributeValue) -> Bool {
        switch (kind, value) {
        case (.text, .text(let text)): (1...200).contains(text.unicodeScalars.count)
        case (.number, .number(let number)): number.isFinite
        case (.choice(let choices), .text(let text)): choices.contains { $0.utf8.elementsEqual(text.utf8) }
        default: false
        }
    }

    /// The permitted values, for error messages.
    package var wanted: String {
        switch kind {
        case .text: "text of 1 to 200 characters"
        case .number: "a number"
        case .choice(let choices): "one of: " + choices.joined(separator: ", ")
        }
    }
}
