/// Sanitizes the names of files that mini apps give, and reads their extensions.
enum FileName {
    private static let types = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "svg": "image/svg+xml", "pdf": "application/pdf", "txt": "text/plain", "csv": "text/csv",
        "json": "application/json", "zip": "application/zip", "mp3": "audio/mpeg", "mp4": "video/mp4",
    ]

    /// The name without path separators and invisible characters. It is filtered by scalars, because a slash with a
    /// combining mark is a different character but still a slash.
    static func safe(_ name: String) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: continue
            default: safe.append("/\\:".unicodeScalars.contains(scalar) ? "_" : scalar)
            }
        }
        return safe.allSatisfy { $0 == "." } ? "_" : String(safe)
    }

    /// The last component of a path, sanitized.
    static func last(of path: String) -> String {
        safe(path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap(String.init) ?? "")
    }

    /// The extension to append to another name: up to eight letters and digits, with its dot.
    static func ending(of name: String) -> String {
        guard let ending = name.split(separator: ".").last, name.contains("."), (1...8).contains(ending.utf8.count),
            ending.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20) })
        else { return "" }
        return ".\(ending.lowercased())"
    }

    /// The media type for the extension of a name.
    static func type(of name: String) -> String {
        types[String(ending(of: name).dropFirst())] ?? "application/octet-stream"
    }
}
