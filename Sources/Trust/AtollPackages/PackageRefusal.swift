import PrintableText

/// The reason that a package is refused: the broken rule, the file or manifest member concerned, and a sentence for the
/// developer.
public struct PackageRefusal: Error, Hashable, Sendable {
    /// The rules for packages. The raw values are stable: commands print them, and the Center's problem details contain
    /// them.
    public enum Rule: String, CaseIterable, Sendable {
        // The archive as a whole
        /// The file is not a ZIP archive.
        case notAZip = "not-a-zip"
        /// The archive is cut off, or one of its headers is damaged.
        case truncated = "truncated"
        /// The archive uses ZIP64.
        case zip64 = "zip64"
        /// The archive is split into several parts.
        case multipleDisks = "multiple-disks"
        /// The archive has a comment, or other bytes after its end record.
        case archiveComment = "archive-comment"
        /// The archive has bytes that belong to none of its parts.
        case strayBytes = "stray-bytes"
        /// An entry overlaps another one or the central directory.
        case overlap = "overlap"
        /// There are more files than ``PackageLimits/files``.
        case tooManyFiles = "too-many-files"
        /// The archive is larger than ``PackageLimits/archiveBytes``, or its files together are larger than
        /// ``PackageLimits/totalBytes``.
        case tooLarge = "too-large"
        // One entry of it
        /// The entry is encrypted.
        case encrypted = "encrypted"
        /// The entry sets flags that are not allowed.
        case flags = "flags"
        /// The entry's compression method or ZIP version is not allowed.
        case method = "compression-method"
        /// The entry has an extra field that is damaged or not allowed.
        case extraField = "extra-field"
        /// The entry is a link or another special file, or a folder that is not marked as one or contains data.
        case specialFile = "special-file"
        /// Two headers of the entry, or two of its sizes, disagree.
        case headersDisagree = "headers-disagree"
        /// The compression ratio is higher than ``PackageLimits/ratio``.
        case ratio = "compression-ratio"
        /// The compressed data, or a file list, is damaged.
        case damaged = "damaged"
        /// The file's checksum does not match its header.
        case checksum = "checksum"
        /// The file is larger than ``PackageLimits/fileBytes``.
        case fileTooLarge = "file-too-large"
        // The names
        /// The name is not valid UTF-8, or is not ASCII and not marked as UTF-8.
        case nameEncoding = "name-encoding"
        /// The name has characters that are not allowed, or is not possible on every system.
        case nameCharacters = "name-characters"
        /// The name is empty or longer than ``PackageLimits/pathBytes``.
        case nameLength = "name-length"
        /// The name has more components than ``PackageLimits/depth``.
        case nameDepth = "name-depth"
        /// The name has a component that is empty, `.` or `..`.
        case traversal = "traversal"
        /// The name begins with a slash.
        case absolutePath = "absolute-path"
        /// Another file or folder has the same name, or one that could be mistaken for it.
        case duplicate = "duplicate-name"
        /// The name is reserved for the host, or could be mistaken for one that is.
        case reservedName = "reserved-name"
        // MARK: Required files
        /// The manifest is missing.
        case missingManifest = "missing-manifest"
        /// The manifest, or one of its members, is invalid.
        case manifest = "manifest"
        /// A file that every mini app needs is missing.
        case missingFile = "missing-file"
        /// The document of a page is missing.
        case missingPage = "missing-page"
        /// The file of an icon is missing.
        case missingIcon = "missing-icon"
        /// The document of a widget is missing.
        case missingWidget = "missing-widget"
        /// A file of localized texts is invalid.
        case texts = "texts"
        /// The file with what users can search for is missing or invalid.
        case search = "search"
    }

    /// The broken rule.
    public let rule: Rule
    /// The path of the file or of the manifest's member (`version.code`), or nil if the package as a whole is meant.
    public let subject: String?
    /// The fault, with the expected form.
    public let reason: String

    /// Creates a refusal.
    public init(_ rule: Rule, _ subject: String? = nil, _ reason: String) {
        self.rule = rule
        self.subject = subject
        self.reason = reason
    }
}

extension PackageRefusal: CustomStringConvertible {
    /// One line for any package.
    public var description: String {
        let place = subject.map { "\($0.printable()): " } ?? ""
        return "\(rule.rawValue): \(place)\(reason.printable(most: 500))\(remedy.map { " \($0)" } ?? "")"
    }

    /// The advice about an archive that another tool made in a form that is not allowed.
    private var remedy: String? {
        switch rule {
        case .zip64, .archiveComment, .strayBytes, .flags, .method, .extraField, .specialFile, .headersDisagree,
            .nameEncoding:
            "Pack the folder that contains manifest.json with: atoll package build FOLDER"
        case .missingManifest:
            "Name the folder that contains manifest.json. To make a mini app of a web app: atoll import FOLDER"
        default: nil
        }
    }
}
