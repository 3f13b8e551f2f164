import Foundation
import PrintableText

/// The names of a package's files, each checked for itself and against those before it.
///
/// Two names that a file system or a person could take for one are duplicates: by case (ß and ss, ς and σ), by the composition of
/// letters, or by another form of the same letters (ﬁ and fi). So are a file and a folder of one name, and two spellings of a folder.
/// What some system can't have as a name is refused, and so is what nobody sees.
struct PackageNames {
    let limits: PackageLimits
    /// The folded names of files.
    private var files: Set<String> = []
    /// The names of the folders that these files lie in, by their folded names.
    private var folders: [String: String] = [:]
    /// The folded names of folders that have an entry of their own.
    private var folderEntries: Set<String> = []

    init(limits: PackageLimits) {
        self.limits = limits
    }

    /// - Complexity: O(*n*) in the length of `path`, whatever number of names came before.
    mutating func add(_ path: String) throws(PackageRefusal) {
        let components = try check(path)
        let folder = try enter(components.dropLast(), of: path)
        let folded = folder + Self.folded(components[components.count - 1])
        guard folders[folded] == nil, files.insert(folded).inserted else { throw Self.duplicate(path) }
    }

    /// Adds a folder that has an entry of its own in an archive.
    mutating func addFolder(_ path: String) throws(PackageRefusal) {
        let folded = try enter(check(path)[...], of: path)
        guard folderEntries.insert(folded).inserted else { throw Self.duplicate(path) }
    }

    /// - Returns: The folded name of the folder, with a slash behind, or nothing for the top.
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
        .init(.duplicate, path, "Another file or folder has this name, or one that could be taken for it.")
    }

    /// A name as those see it who take the most for the same.
    ///
    /// Source: Unicode, sections 3.13 (case folding) and 3.11 (compatibility).
    private static func folded(_ component: Substring) -> String {
        guard !component.utf8.allSatisfy({ $0 < 0x80 }) else { return component.lowercased() }
        // Upper case first: it knows more that is the same than lower case does.
        let once = component.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
        // ẞ is in upper case already, and is ß only now.
        return once.uppercased().lowercased().precomposedStringWithCompatibilityMapping
    }

    /// Checks one name by itself.
    ///
    /// - Returns: Its components.
    func check(_ path: String) throws(PackageRefusal) -> [Substring] {
        guard !path.isEmpty, path.utf8.count <= limits.pathBytes else {
            throw .init(
                .nameLength, String(path.prefix(80)), "A name has 1 to \(limits.pathBytes) bytes."
            )
        }
        guard !path.unicodeScalars.contains(where: { $0.isInvisible || "\\:*?\"<>|".unicodeScalars.contains($0) })
        else {
            throw .init(
                .nameCharacters, path,
                "Control characters, characters that nobody sees, and \\ : * ? \" < > | are not allowed in a name.")
        }
        guard path.first != "/" else { throw .init(.absolutePath, path, "A name must not begin with a slash.") }
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        guard components.count <= limits.depth else {
            throw .init(.nameDepth, path, "A name has at most \(limits.depth) components.")
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
                    .nameCharacters, path, "Some readers take what follows a semicolon for a version, and drop it.")
            }
            guard !Self.isDevice(component) else {
                throw .init(.nameCharacters, path, "Windows takes \(component) for a device.")
            }
        }
        // The host answers under this name on every mini app's origin.
        guard !Self.looksReserved(components[0]) else {
            throw .init(.reservedName, path, "The folder \(Self.reserved) belongs to the host.")
        }
        return components
    }

    static let reserved = ".atoll"

    /// Whether somebody could take a name for the host's: by its case, by letters and digits that look alike, or by such of another
    /// alphabet, of which hidden names have none.
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
