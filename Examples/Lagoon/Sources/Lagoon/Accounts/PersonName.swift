/// The names of people, as shown on pages and in mail.
enum PersonName {
    /// Whether a name has 1 to 80 characters in at most 240 bytes, and none that is invisible, ends a line or changes
    /// the direction of the text after it.
    static func isValid(_ name: String) -> Bool {
        (1...80).contains(name.count) && name.utf8.count <= 240 && name.unicodeScalars.allSatisfy(isVisible)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        // Some scripts and emoji need the joiners.
        case .format: scalar == "\u{200c}" || scalar == "\u{200d}"
        default: true
        }
    }
}
