import PrintableText

/// Why a package is refused: the rule that it breaks, the file or manifest member concerned, and a sentence for the
/// person who has to mend it.
public struct PackageRefusal: Error, Hashable, Sendable {
    /// The rules a package is held to. Raw values are stable names: commands print them, the Center's problems
    /// carry them.
    public enum Rule: String, CaseIterable, Sendable {
        // The archive as a whole
        case notAZip = "not-a-zip"
        case truncated = "truncated"
        case zip64 = "zip64"
        case multipleDisks = "multiple-disks"
        case archiveComment = "archive-comment"
        case strayBytes = "stray-bytes"
        case overlap = "overlap"
        case tooManyFiles = "too-many-files"
        case tooLarge = "too-large"
        // One entry of it
        case encrypted = "encrypted"
        case flags = "flags"
        case method = "compression-method"
        case extraField = "extra-field"
        case specialFile = "special-file"
        case headersDisagree = "headers-disagree"
        case ratio = "compression-ratio"
        case damaged = "damaged"
        case checksum = "checksum"
        case fileTooLarge = "file-too-large"
        // The names
        case nameEncoding = "name-encoding"
        case nameCharacters = "name-characters"
        case nameLength = "name-length"
        case nameDepth = "name-depth"
        case traversal = "traversal"
        case absolutePath = "absolute-path"
        case duplicate = "duplicate-name"
        case reservedName = "reserved-name"
        // What a mini app needs
        case missingManifest = "missing-manifest"
        case manifest = "manifest"
        case missingFile = "missing-file"
        case missingPage = "missing-page"
        case missingIcon = "missing-icon"
        case missingWidget = "missing-widget"
        case texts = "texts"
    }

    /// The rule that is broken.
    public let rule: Rule
    /// The file's path, or the manifest's member (`version.code`), or nil where the package as a whole is meant.
    public let subject: String?
    /// What is wrong, in words, and what would be right.
    public let reason: String

    public init(_ rule: Rule, _ subject: String? = nil, _ reason: String) {
        self.rule = rule
        self.subject = subject
        self.reason = reason
    }
}

extension PackageRefusal: CustomStringConvertible {
    /// One line, whatever the package says of itself.
    public var description: String {
        let place = subject.map { "\($0.printable()): " } ?? ""
        return "\(rule.rawValue): \(place)\(reason.printable(most: 500))\(remedy.map { " \($0)" } ?? "")"
    }

    /// What helps, where other tools make archives that a package may not be.
    private var remedy: String? {
        switch rule {
        case .zip64, .archiveComment, .strayBytes, .flags, .method, .extraField, .specialFile, .headersDisagree,
            .nameEncoding,
            .missingManifest:
            "Pack the folder in which manifest.json lies with: atoll package build FOLDER"
        default: nil
        }
    }
}
