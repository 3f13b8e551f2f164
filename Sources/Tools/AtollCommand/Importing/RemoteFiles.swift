import AtollPackages
import AtollReview
import AtollTerminal
import BoundedHTTP
import Crypto
import Foundation
import PrintableText

/// Downloads the files that a web app loads from other sites, and the files that these load.
struct RemoteFiles {
    /// Why files could not be downloaded.
    private(set) var failures: [String] = []
    /// The number of downloaded files, and their hosts.
    private(set) var count = 0
    private(set) var hosts: Set<String> = []

    /// Whether files may come from this machine and from private networks, too, and through a proxy.
    private let isAnywhere: Bool
    private let session = BoundedSession(timeout: .seconds(20), deadline: .seconds(120), followsRedirects: true)
    private let limits = PackageLimits()
    /// The files by their URLs; nil for those that could not be downloaded.
    private var known: [URL: Fetched?] = [:]
    private var names: PackageNames
    private var total: Int
    /// The digests in import maps, by the addresses of modules.
    private var expected: [URL: String] = [:]
    /// The number of requests that each site has not answered in time.
    private var silences: [String: Int] = [:]
    private static let mostSilences = 3

    private struct Fetched {
        let contents: Data
        /// The URL after all redirects.
        let url: URL
        /// Its path in the web app; nil while no page has accepted its digest.
        var path: String?
    }

    /// A file whose references are still to be read.
    private struct Waiting {
        let file: PackageFile
        /// The URL it was downloaded from; nil for a file of the web app.
        let site: URL?
    }

    /// The folder of the downloaded files.
    static let folder = "fetched"
    private static let mostFiles = 300
    private static let mostTime = Duration.seconds(600)

    init(isAnywhere: Bool, beside files: [PackageFile]) {
        self.isAnywhere = isAnywhere
        total = files.reduce(0) { $0 + $1.contents.count }
        names = PackageNames(limits: PackageLimits())
        // Names that packages can't have are refused later, with the reason.
        for file in files { try? names.add(file.path) }
    }

    /// The files on other sites that a web app loads, each once, with the first file that loads it.
    static func all(of files: [PackageFile]) -> [(file: RemoteFile, from: String)] {
        var known: Set<URL> = []
        return files.filter(isRead).sorted { WebAppReferences.isBefore($0.path, $1.path) }
            .flatMap { file in
                LoadedFiles(file).entries.compactMap { RemoteFile($0, loadedFrom: nil) }
                    .filter { known.insert($0.url).inserted }.map { ($0, file.path) }
            }
    }

    private static func isRead(_ file: PackageFile) -> Bool {
        ["html", "css", "js", "mjs", "cjs"].contains(PackageFile.contentExtension(of: file.path))
    }

    /// Returns the files of a web app with the downloaded ones, and with references to their new paths.
    mutating func brought(into files: [PackageFile]) async -> [PackageFile] {
        for file in files where file.path.hasSuffix(".html") {
            for (address, integrity) in LoadedFiles(file).integrities {
                if let url = URL(string: address.text) { expected[url] = integrity }
            }
        }
        let (all, result) = await TransferTime.within(Self.mostTime) { [self] in
            var copy = self
            let files = await copy.withAll(files)
            return (copy, files)
        }
        self = all
        return result
    }

    private mutating func withAll(_ files: [PackageFile]) async -> [PackageFile] {
        var (done, waiting): ([PackageFile], [Waiting]) = ([], files.reversed().map { Waiting(file: $0, site: nil) })
        while let next = waiting.popLast() {
            guard Self.isRead(next.file) else {
                done.append(next.file)
                continue
            }
            var places: [(range: Range<Int>, text: String)] = []
            for entry in LoadedFiles(next.file).entries {
                guard let remote = RemoteFile(entry, loadedFrom: next.site),
                    let path = await path(of: remote, entry, &waiting)
                else { continue }
                places.append((entry.written, "/" + path))
                // The digest was checked already, and no longer matches if the references in the file were rewritten.
                if let range = entry.integrityWritten { places.append((range, "")) }
            }
            done.append(
                PackageFile(path: next.file.path, contents: LoadedFiles.replacing(places, in: next.file.contents)))
        }
        return done
    }

    private mutating func path(
        of file: RemoteFile, _ entry: LoadedFiles.Entry, _ waiting: inout [Waiting]
    ) async -> String? {
        let address = file.url.absoluteString
        guard file.kind != .prefix else {
            fail("\(address): modules below an address can't be downloaded. Name each module in the import map.")
            return nil
        }
        if known[file.url] == nil { known[file.url] = .some(await download(file)) }
        guard case .some(.some(let fetched)) = known[file.url] else { return nil }
        guard Self.meets(fetched.contents, entry.integrity ?? ""),
            Self.meets(fetched.contents, expected[file.url] ?? "")
        else {
            fail("\(address): its digest does not match the page's integrity.")
            return nil
        }
        if let path = fetched.path { return path }
        let path = path(for: file)
        known[file.url]??.path = path
        count += 1
        hosts.insert(file.url.host() ?? "")
        waiting.append(Waiting(file: PackageFile(path: path, contents: fetched.contents), site: fetched.url))
        return path
    }

    private mutating func fail(_ sentence: String) {
        if !failures.contains(sentence) { failures.append(sentence) }
    }

    private mutating func download(_ file: RemoteFile) async -> Fetched? {
        guard known.count < Self.mostFiles else {
            fail("More than \(Self.mostFiles) files are loaded from other sites.")
            return nil
        }
        let host = file.url.host() ?? ""
        guard silences[host, default: 0] < Self.mostSilences else {
            fail("\(host) does not answer in time. No more requests were sent to it.")
            return nil
        }
        note("Fetching \(file.url.absoluteString)")
        do {
            let (contents, url) = try await contents(of: file)
            return Fetched(contents: contents, url: url)
        } catch {
            if !(error is Failure) { silences[host, default: 0] += 1 }
            fail("\(file.url.absoluteString): \(ErrorText.sentence(of: error))")
            return nil
        }
    }

    private mutating func contents(of file: RemoteFile) async throws -> (Data, URL) {
        var request = TransferRequest(file.url)
        request.isForPublicAddresses = !isAnywhere
        // Sites with typefaces in several formats send the smallest to current browsers.
        request.set("User-Agent", to: "Mozilla/5.0 (compatible; atoll import) AppleWebKit/605 Chrome/130 Safari/605")
        request.set("Accept", to: "*/*")
        let (status, _, url, sent) = try await session.response(
            to: request, limit: min(limits.fileBytes, max(0, limits.totalBytes - total)))
        guard status == 200 else { throw Failure("the site answers with status \(status).") }
        let isCode = [.script, .module, .imported, .styleSheet].contains(file.kind)
        // Some sites send gzip without a request for it.
        let body = isCode ? GzipFile.contents(of: sent, upTo: limits.fileBytes) ?? sent : sent
        if isCode, body.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
            throw Failure("the site answers with a page instead of the file.")
        }
        total += body.count
        return (body, url)
    }

    /// Whether bytes have one of the digests of the strongest kind that a page names (Subresource Integrity, section 3.3.4).
    static func meets(_ contents: Data, _ integrity: String) -> Bool {
        let names = integrity.split(whereSeparator: \.isWhitespace).map {
            $0.split(separator: "-", maxSplits: 1).map(String.init)
        }
        let digests: [(name: String, digest: () -> String)] = [
            ("sha512", { Data(SHA512.hash(data: contents)).base64EncodedString() }),
            ("sha384", { Data(SHA384.hash(data: contents)).base64EncodedString() }),
            ("sha256", { Data(SHA256.hash(data: contents)).base64EncodedString() }),
        ]
        for (name, digest) in digests {
            let wanted = names.filter { $0.count == 2 && $0[0].lowercased() == name }.map {
                $0[1].split(separator: "?").first.map(String.init) ?? ""
            }
            if !wanted.isEmpty { return wanted.contains(digest()) }
        }
        return true
    }

    /// Chooses an unused path for a file. It resembles the file's URL if packages may have such a name.
    private mutating func path(for file: RemoteFile) -> String {
        let url = file.url
        let digest = SHA256Hash(of: Data(url.absoluteString.utf8)).hex
        var parts = url.path(percentEncoded: false).split(separator: "/").map(String.init)
        var name = parts.popLast() ?? "index"
        let `extension` = Self.extension(of: name, file.kind)
        if name.lowercased().hasSuffix(`extension`) { name = String(name.dropLast(`extension`.count)) }
        // Without a known extension, the file gets none.
        if `extension`.isEmpty { name = name.replacing(".", with: "_") }
        let folder = [Self.folder, Self.plain(url.host() ?? "", 60)] + parts.suffix(2).map { Self.plain($0, 40) }
        let place = folder.joined(separator: "/") + "/" + Self.plain(name, 40)
        let plain = url.query() == nil ? [place + `extension`] : []
        for path in plain + ["\(place)-\(digest.prefix(8))\(`extension`)"] {
            // Hidden files are not packed.
            guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            var more = names
            guard (try? more.add(path)) != nil else { continue }
            names = more
            return path
        }
        return "\(Self.folder)/\(digest)\(`extension`)"
    }

    /// A part of a URL as the name of a file or a folder.
    private static func plain(_ part: String, _ length: Int) -> String {
        String(
            part.unicodeScalars.prefix(length).map { scalar in
                let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                return scalar.isASCII && (isLetter || "-_.".unicodeScalars.contains(scalar)) ? Character(scalar) : "_"
            })
    }

    private static let pictures: Set<String> = [
        ".woff2", ".woff", ".ttf", ".otf", ".eot", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".ico",
        ".cur", ".bmp", ".apng",
    ]

    /// The extension by which the host determines the file's type.
    private static func `extension`(of name: String, _ kind: LoadedFiles.Entry.Kind) -> String {
        let own = name.lastIndex(of: ".").map { String(name[$0...]).lowercased() } ?? ""
        switch kind {
        case .script, .module, .imported, .prefix: return [".js", ".mjs", ".cjs"].contains(own) ? own : ".js"
        case .styleSheet: return ".css"
        // A page that a site sends instead of a picture is not a page in the package.
        case .icon, .part: return pictures.contains(own) ? own : ""
        }
    }
}
