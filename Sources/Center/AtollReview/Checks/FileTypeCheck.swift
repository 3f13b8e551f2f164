import AtollPackages

/// `file-type`: files that do not belong in a package and reveal more than they should.
struct FileTypeCheck: ReviewCheck {
    private var hasModules = false
    private static let kinds: [(name: String, endings: Set<String>)] = [
        ("a program", ["exe", "dll", "so", "dylib", "bat", "cmd", "msi", "apk", "ipa", "jar", "class", "pyc"]),
        ("a script for a server or a terminal", ["sh", "ps1", "php", "py", "rb", "pl"]),
        ("an archive", ["zip", "gz", "tgz", "tar", "7z", "rar", "bz2", "xz", "ma"]),
        ("a database", ["db", "sqlite", "sqlite3", "mdb"]),
        ("a source map, which holds the sources", ["map"]),
        ("a key or a certificate", ["pem", "key", "p12", "pfx", "jks", "keystore"]),
        ("a log or a backup", ["log", "bak", "swp", "orig", "tmp"]),
    ]
    private static let starts: [(bytes: [UInt8], name: String)] = [
        ([0x7f, 0x45, 0x4c, 0x46], "a program"), ([0x4d, 0x5a, 0x90, 0x00], "a program"),
        ([0xcf, 0xfa, 0xed, 0xfe], "a program"), ([0x50, 0x4b, 0x03, 0x04], "an archive"),
        ([0x1f, 0x8b, 0x08], "an archive"), (Array("SQLite format 3".utf8), "a database"),
    ]

    mutating func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        if !hasModules, file.path.split(separator: "/").contains("node_modules") {
            hasModules = true
            list.add(
                Finding(
                    "file-type", .warn, "The package contains a folder node_modules.",
                    advice: "Bundle what the pages load, and leave the rest out."))
        }
        guard let kind = kind(of: file) else { return }
        list.add(
            "file-type", .warn, file, at: nil, "The file is \(kind).",
            advice: "Leave it out: only what the mini app's pages load belongs in the package.")
    }

    private func kind(of file: SourceFile) -> String? {
        if file.path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) { return "a hidden file" }
        let ending = PackageFile.contentExtension(of: file.path)
        if let found = Self.kinds.first(where: { $0.endings.contains(ending) }) { return found.name }
        // Office documents are archives, too. Their extensions identify them.
        if ["docx", "xlsx", "pptx", "epub", "odt", "wasm", "svgz"].contains(ending) { return nil }
        return Self.starts.first { file.bytes.starts(with: $0.bytes) }?.name
    }
}
