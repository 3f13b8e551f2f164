import Foundation
import PrintableText

/// The names of a package's files, each checked on its own and against those before it.
///
/// Two names that a file system or a user could mistake for each other are duplicates: by case (ß and ss, ς and σ), by
/// the composition of letters, or by compatibility forms of the same letters (ﬁ and fi). So are a file and a folder
/// with the same name, and two spellings of a folder. Names that are impossible on some system, or that contain
/// invisible characters, are refused.
package struct PackageNames: Sendable {
    let limits: PackageLimits
    /// The folded names of files.
    private var files: Set<String> = []
    /// The names of the folders that contain these files, by their folded names.
    private var folders: [String: String] = [:]
    /// The folded names of folders that have their own entries.
    private var folderEntries: Set<String> = []

    package init(limits: PackageLimits) {
        self.limits = limits
    }

    /// Adds the name of a file.
    ///
    /// - Complexity: O(*n*) in the length of `path`, regardless of the number of names before.
    package mutating func add(_ path: String) throws(PackageRefusal) {
        let components = try check(path)
        let folder = try enter(components.dropLast(), of: path)
        let folded = folder + Self.folded(components[components.count - 1])
        guard folders[folded] == nil, files.insert(folded).inserted else { throw Self.duplicate(path) }
    }

    /// Adds a folder that has its own entry in an archive.
    mutating func addFolder(_ path: String) throws(PackageRefusal) {
        let folded = try enter(check(path)[...], of: path)
        guard folderEntries.insert(folded).inserted else { throw Self.duplicate(path) }
    }

    /// - Returns: The folded name of the folder, with a trailing slash, or an empty string for the top level.
    private mutating func enter(
        _ components: ArraySlice<Substring>, of path: String
    ) throws(PackageRefusal) -> String {
        var (name, folded) = ("", "")
        for component in components {
            name += component
            folded += Self.folded(component)
            guard !files.contains(folded), folders[folded, default: name].utf8.elementsEqual(name.utf8) else {
                throw Self.duplicate(path)
            }
            folders[folded] = name
            name += "/"
            folded += "/"
        }
        return folded
    }

    private static func duplicate(_ path: String) -> PackageRefusal {
        .init(.duplicate, path, "Another file or folder has this name, or one that could be mistaken for it.")
    }

    /// A name in the form in which the most lenient file systems and users compare names.
    ///
    /// Source: Unicode, sections 3.13 (case folding) and 3.11 (compatibility).
    private static func folded(_ component: Substring) -> String {
        guard !component.utf8.allSatisfy({ $0 < 0x80 }) else { return component.lowercased() }
        // Upper case first: it makes more letters equal than lower case does.
        let once = component.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
        // ẞ is already in upper case: the first pass only makes it ß, so a second one follows.
        return once.uppercased().lowercased().precomposedStringWithCompatibilityMapping
    }

    /// Checks one name on its own.
    ///
    /// - Returns: Its components.
    func check(_ path: String) throws(PackageRefusal) -> [Substring] {
        guard !path.isEmpty, path.utf8.count <= limits.pathBytes else {
            throw .init(
                .nameLength, String(path.prefix(80)), "A name must have 1 to \(limits.pathBytes) bytes."
            )
        }
        guard !path.unicodeScalars.contains(where: { $0.isInvisible || "\\:*?\"<>|".unicodeScalars.contains($0) })
        else {
            throw .init(
                .nameCharacters, path,
                "Control characters, invisible characters, and \\ : * ? \" < > | are not allowed in a name.")
        }
        guard path.first != "/" else { throw .init(.absolutePath, path, "A name must not begin with a slash.") }
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        guard components.count <= limits.depth else {
            throw .init(.nameDepth, path, "A name must have at most \(limits.depth) components.")
        }
        for component in components {
            guard !component.isEmpty, component != ".", component != ".." else {
                throw .init(.traversal, path, "Empty components, . and .. are not allowed in a name.")
            }
            guard component.last != ".", component.last != " " else {
                throw .init(.nameCharacters, path, "A component must not end with a dot or a space.")
            }
            guard !component.contains(where: { $0 == ";" }) else {
                throw .init(
                    .nameCharacters, path,
                    "A semicolon is not allowed in a name: some readers drop what follows it as a version.")
            }
            guard !Self.isDevice(component) else {
                throw .init(.nameCharacters, path, "Windows reserves the name \(component) for a device.")
            }
        }
        // The host serves files under this name on every mini app's origin.
        guard !Self.looksReserved(components[0]) else {
            throw .init(.reservedName, path, "The folder \(Self.reserved) is reserved for the host.")
        }
        return components
    }

    static let reserved = ".atoll"

    /// Whether a name could be mistaken for the host's: by its case, by letters and digits that look alike, or by
    /// letters of another alphabet, which are not allowed in hidden names.
    private static func looksReserved(_ component: Substring) -> Bool {
        let name = folded(component)
        guard name.first == "." else { return false }
        guard component.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        return String(name.map { ["0": "o", "1": "l", "i": "l"][$0] ?? $0 }) == reserved
    }

    /// Source: Microsoft, "Naming Files, Paths, and Namespaces".
    private static func isDevice(_ component: Substring) -> Bool {
        var base = component.prefix { $0 != "." }.uppercased()
        while base.last == " " { base.removeLast() }
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(base) { return true }
        guard base.count == 4, base.hasPrefix("COM") || base.hasPrefix("LPT"), let last = base.last else {
            return false
        }
        return "0123456789¹²³".contains(last)
    }
}
