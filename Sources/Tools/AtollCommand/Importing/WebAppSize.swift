import AtollPackages
import AtollTerminal
import Foundation

/// Explains that a web app is too large for a package: its largest parts, and how to make it smaller.
struct WebAppSize {
    private let entries: [WebAppListing.Entry]
    private let limits: PackageLimits
    private static let mostFolders = 6

    init(_ entries: [WebAppListing.Entry], limits: PackageLimits = PackageLimits()) {
        self.entries = entries
        self.limits = limits
    }

    /// - Throws: A ``Failure`` that names the largest files and folders.
    func check(_ path: String) throws {
        let total = entries.reduce(0) { $0 + $1.bytes }
        if entries.count > limits.files {
            throw failure(
                "\(path) has more than \(limits.files) files: \(entries.count).", "The folders with the most",
                by: \.count
            ) {
                $0.count == 1 ? "1 file" : "\($0.count) files"
            }
        }
        if let large = entries.max(by: { $0.bytes < $1.bytes }), large.bytes > limits.fileBytes {
            throw Failure(
                "\(large.path) is larger than \(limits.fileBytes) bytes, which a file has at most: \(Self.size(large.bytes))."
                    + advice
                    + Self.choice)
        }
        if total > limits.totalBytes {
            throw failure(
                "\(path) has \(Self.size(total)); at most \(Self.size(limits.totalBytes)) are allowed.", "The largest",
                by: \.bytes
            ) { "\(Self.size($0.bytes))\($0.count == 1 ? "" : " in \($0.count) files")" }
        }
    }

    private struct Part {
        let name: String
        var count = 0
        var bytes = 0
    }

    private func failure(
        _ sentence: String, _ title: String, by amount: KeyPath<Part, Int>, _ words: (Part) -> String
    ) -> Failure {
        let largest = parts.sorted { ($0[keyPath: amount], $1.name) > ($1[keyPath: amount], $0.name) }
            .prefix(Self.mostFolders).map { "\n  \(words($0)): \($0.name)" }.joined()
        return Failure("\(sentence) \(title):\(largest)" + advice + Self.choice)
    }

    /// The files at the top level, and the folders, each with the files of its subfolders.
    private var parts: [Part] {
        var parts: [String: Part] = [:]
        for entry in entries {
            let folders = entry.path.split(separator: "/").dropLast()
            let name = folders.isEmpty ? entry.path : folders.prefix(2).joined(separator: "/") + "/"
            parts[name, default: Part(name: name)].count += 1
            parts[name, default: Part(name: name)].bytes += entry.bytes
        }
        return Array(parts.values)
    }

    private static let choice = "\nLeave out what no page needs: --without NAME, which may be repeated."

    /// Advice for the tool that has built the web app; empty for unknown tools.
    private var advice: String {
        func has(_ pattern: String) -> Bool { entries.contains { FileChoice.matches($0.path, [pattern]) } }
        if has("flutter_bootstrap.js") || has("main.dart.js") || has("canvaskit.wasm") {
            return
                "\nIt is made with Flutter: flutter build web --no-web-resources-cdn --no-source-maps. Without --wasm, canvaskit/skwasm* is not used: --without 'canvaskit/skwasm*'."
        }
        if has("*.loader.js") {
            return
                "\nIt is made with Unity: a release build (no Development Build), Managed Stripping Level High, Code Optimization for disk size, Compression Format Gzip or Disabled."
        }
        if has("node_modules") {
            return "\nnode_modules has what a build reads. Import the folder that the build writes, such as dist."
        }
        return ""
    }

    static func size(_ bytes: Int) -> String {
        ByteCountFormatter.string(fromByteCount: Int64(bytes), countStyle: .file)
    }
}
