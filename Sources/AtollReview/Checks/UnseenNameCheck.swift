import AtollPackages
import PrintableText

/// `name-unseen`: a name that nobody can see or tell from another. The host's bar, and its questions about permissions, name the mini app by
/// it.
struct UnseenNameCheck: ReviewCheck {
    /// Above so many marks on one letter they run out of the line. The most of an orthography in use are four.
    private static let maximumMarks = 4
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

    /// How a name deceives, or nil.
    static func fault(of name: String) -> String? {
        var (marks, isSeen) = (0, false)
        for scalar in name.unicodeScalars {
            let category = scalar.properties.generalCategory
            let isMark = [.nonspacingMark, .enclosingMark, .spacingMark].contains(category)
            marks = isMark ? marks + 1 : 0
            if marks > maximumMarks { return "has too many marks on one letter" }
            if scalar.isInvisible, !isJoiner(scalar) { return "has characters that nobody sees" }
            if [.lineSeparator, .paragraphSeparator].contains(category) { return "has more than one line" }
            // The empty pattern of Braille is a symbol without a dot.
            if !isMark, !scalar.isInvisible, !scalar.properties.isWhitespace, scalar.value != 0x2800 { isSeen = true }
        }
        if !isSeen { return "has nothing that can be seen" }
        let isPadded = [name.unicodeScalars.first, name.unicodeScalars.last].contains {
            $0?.properties.isWhitespace == true
        }
        return isPadded ? "begins or ends with a space" : nil
    }

    /// What Persian, the languages of India and emoji need between or after letters.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        (0x200c...0x200d).contains(scalar.value) || (0xfe00...0xfe0f).contains(scalar.value)
            // Flags of England, Scotland and Wales.
            || (0xe0020...0xe007f).contains(scalar.value)
    }
}
