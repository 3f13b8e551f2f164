/// The plural categories of the Unicode CLDR.
enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    case zero, one, two, few, many, other

    /// The category of a whole number in a language.
    ///
    /// Source: Unicode CLDR 45, plural rules for cardinal numbers. A language that is not listed distinguishes one from
    /// all other numbers, as Germanic languages do. Before a catalogue gets a language with another rule, the rule must
    /// be added here.
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
        case "fr", "pt": self = number <= 1 ? .one : number % 1_000_000 == 0 ? .many : .other
        case "be", "ru", "uk":
            switch (number % 10, number % 100) {
            case (1, let rest) where rest != 11: self = .one
            case (2...4, let rest) where !(12...14).contains(rest): self = .few
            default: self = .many
            }
        case "pl":
            switch (number % 10, number % 100) {
            case _ where number == 1: self = .one
            case (2...4, let rest) where !(12...14).contains(rest): self = .few
            default: self = .many
            }
        case "cs", "sk": self = number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case "es", "it": self = number == 1 ? .one : number != 0 && number % 1_000_000 == 0 ? .many : .other
        case "id", "ja", "ko", "th", "vi", "zh": self = .other
        default: self = number == 1 ? .one : .other
        }
    }
}
