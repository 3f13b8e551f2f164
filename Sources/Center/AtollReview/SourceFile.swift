import AtollMarkup
import AtollPackages
import ForeignText
import Foundation

/// A file of a package, parsed according to its kind.
final class SourceFile {
    /// The kind of a file, by its name.
    enum Kind {
        case script
        case markup
        case style
        case json
        case text
        case other

        init(path: String) {
            // A name without another dot may consist of the extension alone, as in `.env`.
            let own = PackageFile.contentExtension(of: path)
            switch own.isEmpty ? path.split(separator: "/").last?.lowercased() ?? "" : own {
            case "js", "mjs", "cjs": self = .script
            case "html", "htm", "xhtml", "svg": self = .markup
            case "css": self = .style
            case "json", "webmanifest", "map": self = .json
            case "txt", "md", "csv", "xml", "yml", "yaml", "env", "ini", "toml", "ts", "tsx", "jsx", "vue", "sh", "pem",
                "key":
                self = .text
            default: self = .other
            }
        }
    }

    let path: String
    let kind: Kind
    let bytes: [UInt8]
    /// The scripts of the file: the only one, or those of a page.
    let scripts: [Script]
    /// The ranges of the scripts of a page or an image, without handlers.
    let scriptRanges: [Range<Int>]
    /// The tags of a page or an image.
    let tags: [MarkupTag]
    /// The contents of the import maps of a page.
    let importMaps: [Range<Int>]
    /// The contents of the style sheets of a page.
    let styles: [Range<Int>]
    /// The references of the style sheet, or of those in a page.
    let styleReferences: [StyleReference]
    /// Whether it has more parts than were read.
    let isCut: Bool
    private var lineStarts: [Int]?

    init(_ file: PackageFile) {
        path = file.path
        kind = Kind(path: file.path)
        let bytes = Array(file.contents)
        self.bytes = bytes
        switch kind {
        case .script:
            let script = Script(bytes, in: 0..<bytes.count)
            scripts = [script]
            (scriptRanges, tags, styles, styleReferences, isCut) = ([], [], [], [], script.isCut)
            importMaps = []
        case .markup:
            let page = MarkupReader.read(bytes)
            tags = page.tags
            let handlers = page.tags.lazy.flatMap(\.attributes).filter(\.isHandler).prefix(Self.maximumHandlers)
                .map(\.written)
            scripts = (page.scripts + handlers).map { Script(bytes, in: $0) }
            (scriptRanges, styles, importMaps) = (page.scripts, page.styles, page.importMaps)
            styleReferences = page.styles.flatMap { StyleReader.references(bytes, in: $0) }
            isCut = page.isCut || scripts.contains(where: \.isCut)
        case .style:
            styleReferences = StyleReader.references(bytes, in: 0..<bytes.count)
            (scripts, scriptRanges, tags, styles, importMaps, isCut) = ([], [], [], [], [], false)
        case .json, .text, .other:
            (scripts, scriptRanges, tags, styles, importMaps) = ([], [], [], [], [])
            (styleReferences, isCut) = ([], false)
        }
    }

    /// Whether the file is text.
    var isText: Bool { kind != .other }

    /// The file's name without folders.
    var name: Substring { path.split(separator: "/").last ?? "" }

    /// The maximum number of handlers of a page that are read, which is as many as hosts run.
    private static let maximumHandlers = 200

    /// The maximum number of bytes of a line that are shown.
    private static let excerptBytes = 160

    /// The line number of an offset, from 1, and an excerpt of the line.
    func place(of offset: Int) -> (line: Int, excerpt: String) {
        let starts = lines()
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let end = low + 1 < starts.count ? starts[low + 1] - 1 : bytes.count
        // For a very long line, the excerpt is around the offset.
        let start = offset - starts[low] > Self.excerptBytes / 2 ? offset - Self.excerptBytes / 4 : starts[low]
        let shown = bytes[start..<max(start, min(end, start + Self.excerptBytes))]
        let text = ForeignText(repairing: shown).text
        return (low + 1, text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The offsets at which lines begin.
    private func lines() -> [Int] {
        if let lineStarts { return lineStarts }
        var starts = [0]
        bytes.withUnsafeBufferPointer { bytes in
            for index in bytes.indices where bytes[index] == 0x0a { starts.append(index + 1) }
        }
        lineStarts = starts
        return starts
    }
}
