/// The plural categories of the Unicode CLDR.
enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    case zero, one, two, few, many, other

    /// The category of a whole number in a language.
    ///
    /// Source: Unicode CLDR 45, plural rules for cardinal numbers. Languages that are not listed distinguish one from all
    /// others.
    init(of number: Int, in language: String) {
        let number = number.magnitude
        switch language.prefix(while: { $0 != "-" }) {
        case "ar":
            switch (number, number % 100) {
            case (0, _): self = .zero
            case (1, _): self = .one
            case (2, _): self = .two
            case (_, 3...10): self = .few
            case (_, 11...99): self = .many
            default: self = .other
            }
        case "es": self = number == 1 ? .one : number != 0 && number % 1_000_000 == 0 ? .many : .other
        case "ja", "ko", "zh": self = .other
        default: self = number == 1 ? .one : .other
        }
    }
}
