import Foundation

/// The names of a package's files, each checked for itself and against those before it.
///
/// Two names that a file system could take for one (by case or by the composition of letters) are duplicates, and so
/// are a file and a folder of one name.
struct PackageNames {
    let limits: PackageLimits
    /// The folded names of files.
    private var files: Set<String> = []
    /// The folded names of the folders that these files lie in.
    private var folders: Set<String> = []

    init(limits: PackageLimits) {
        self.limits = limits
    }

    /// - Complexity: O(*n*) in the length of `path`, whatever number of names came before.
    mutating func add(_ path: String) throws(PackageRefusal) {
        let components = try check(path)
        var folded = ""
        for (index, component) in components.enumerated() {
            folded += (index == 0 ? "" : "/") + component.precomposedStringWithCanonicalMapping.lowercased()
            let isFile = index == components.count - 1
            let isTaken = isFile ? files.contains(folded) || folders.contains(folded) : files.contains(folded)
            guard !isTaken else {
                throw .init(.duplicate, path, "Another file has this name, or one equal but for case.")
            }
            if isFile { files.insert(folded) } else { folders.insert(folded) }
        }
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
        guard !path.unicodeScalars.contains(where: { $0.isControl || "\\:*?\"<>|".unicodeScalars.contains($0) }) else {
            throw .init(.nameCharacters, path, "Control characters and \\ : * ? \" < > | are not allowed in a name.")
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
        }
        // The host answers under this name on every mini app's origin.
        guard components[0].lowercased() != Self.reserved else {
            throw .init(.reservedName, path, "The folder \(Self.reserved) belongs to the host.")
        }
        return components
    }

    static let reserved = ".atoll"
}
