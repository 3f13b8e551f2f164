import AtollPackages
import PrintableText

/// `name-unseen`: a name that users can't see or can't distinguish from another. The host's bar and its permission
/// prompts show this name.
struct UnseenNameCheck: ReviewCheck {
    /// The maximum number of marks on a letter; more run out of the line. Burmese needs five.
    private static let maximumMarks = 6
    private static let advice = "Give it a name of letters or digits that users can see."

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        let manifest = subject.manifest
        add(manifest.name, path: Manifest.path, &list)
        if let short = manifest.shortName { add(short, path: Manifest.path, &list) }
        for (language, texts) in ReviewedVersion(subject.package).texts.sorted(by: { $0.key < $1.key }) {
            for name in [texts.name, texts.shortName].compactMap(\.self) {
                add(name, path: "\(ManifestTexts.folder)\(language).json", &list)
            }
        }
    }

    private func add(_ name: String, path: String, _ list: inout FindingList) {
        guard let fault = Self.fault(of: name) else { return }
        list.add(
            Finding(
                "name-unseen", .block, path: path, "The name \(fault): “\(name.printable(most: 60))”.",
                advice: Self.advice))
    }

    /// The way in which a name deceives, or nil.
    static func fault(of name: String) -> String? {
        let scalars = Array(name.unicodeScalars)
        var (marks, isSeen) = (0, false)
        for (index, scalar) in scalars.enumerated() {
            marks = isMark(scalar) ? marks + 1 : 0
            if marks > maximumMarks { return "has too many marks on one letter" }
            if scalar.isInvisible, !isUsual(scalar, at: index, in: scalars) { return "contains invisible characters" }
            if isVisible(scalar) { isSeen = true }
        }
        if !isSeen { return "has no visible characters" }
        let isPadded = [scalars.first, scalars.last].contains { $0.map(isSpace) ?? false }
        return isPadded ? "begins or ends with a space" : nil
    }

    /// Whether a character shows nothing. The empty Braille pattern is a symbol without a dot.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.value == 0x2800
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isInvisible
            && [.nonspacingMark, .enclosingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isInvisible && !isMark(scalar) && !isSpace(scalar)
    }

    /// Whether spelling or an emoji needs the invisible character at this position.
    private static func isUsual(_ scalar: Unicode.Scalar, at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0 else { return isDirection(scalar) }
        let last = scalars[index - 1]
        switch scalar.value {
        // Joiners within a word or an emoji.
        case 0x200c, 0x200d:
            return index + 1 < scalars.count && isVisible(scalars[index + 1])
                && (isVisible(last) || isMark(last) || isVariation(last))
        case 0xfe00...0xfe0f, 0xe0100...0xe01ef: return isVisible(last)
        // Flags of a country's regions.
        case 0xe0020...0xe007f:
            let start = scalars[..<index].lastIndex { !(0xe0020...0xe007e).contains($0.value) }
            return start.map { scalars[$0].value == 0x1f3f4 } ?? false
                && scalars[index...].contains { $0.value == 0xe007f }
        default: return isDirection(scalar)
        }
    }

    private static func isVariation(_ scalar: Unicode.Scalar) -> Bool { (0xfe00...0xfe0f).contains(scalar.value) }

    /// Whether a character is a direction mark, which Arabic and Hebrew names with Latin words need.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        [0x200e, 0x200f, 0x061c].contains(scalar.value)
    }
}
