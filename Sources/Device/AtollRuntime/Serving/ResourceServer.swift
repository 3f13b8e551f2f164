import AtollPackages
import AtollTexts
import Foundation

/// Maps a request on a mini app's origin to one of its files.
///
/// | request path | response |
/// | --- | --- |
/// | `/` | the manifest's first page |
/// | `/pages/list` | the document of the page or widget `pages/list`, if the manifest lists it |
/// | `/.atoll/atoll.js` | the mini app's side of the bridge |
/// | `/.atoll/theme.css` | the look of the host |
/// | any other | the file at exactly this path |
/// | `/docs`, in a web app with `docs/index.html` | none: ``folder(at:)`` gives the path to redirect to |
///
/// Of a web app that was written for another host (`atoll_compat`), the files below its root come first, its pages with
/// the layer that stands in for that host as their first script.
///
/// A path is a key into the version's file list and is never used as a path in the file system, so it can't lead
/// outside.
public struct ResourceServer: Sendable {
    /// A response without headers; those for caching and security are up to the host.
    public struct Resource: Sendable {
        /// The bytes of the file.
        public let contents: Data
        /// The value of the `Content-Type` header.
        public let mediaType: String
        /// The digest of the contents, for an `ETag`.
        public let digest: SHA256Hash
        /// Whether this is the document of a page or widget.
        public let isPage: Bool
    }

    /// A file without its contents. Encoded as a list: digest, media type, length, and the links if it has any.
    struct IndexedFile: Encodable, Sendable {
        /// The path of the request, without the leading slash.
        let path: String
        let digest: SHA256Hash
        let mediaType: String
        /// The length in bytes.
        let length: Int
        /// The `Link` header of a page.
        var links: String?

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(digest.hex)
            try list.encode(mediaType)
            try list.encode(length)
            if let links { try list.encode(links) }
        }
    }

    private let manifest: Manifest
    private let list: FileList
    private let read: @Sendable (_ path: String) throws -> (contents: Data, digest: SHA256Hash)?
    private let has: @Sendable (_ path: String) -> Bool
    private let theme: Data
    /// The languages in which there are texts.
    public let languages: [String]
    let web: WebRoot?

    /// Creates a server for one version of a mini app.
    ///
    /// - Parameters:
    ///   - miniApp: The installed version.
    ///   - theme: The style sheet with the host's look.
    public init(_ miniApp: InstalledMiniApp, theme: Data = ThemeStylesheet.contents) {
        self.init(miniApp, theme: theme, policy: nil)
    }

    /// Creates a server for one version of a mini app.
    ///
    /// - Parameters:
    ///   - miniApp: The installed version.
    ///   - theme: The style sheet with the host's look.
    ///   - policy: ``WebAppPolicy/inPage``, for a host whose headers don't have the digests.
    package init(_ miniApp: InstalledMiniApp, theme: Data, policy: String?) {
        manifest = miniApp.manifest
        list = miniApp.list
        languages = Languages.ofTexts(in: miniApp)
        let has: @Sendable (String) -> Bool = { miniApp.file(at: $0) != nil }
        self.has = has
        web = miniApp.manifest.compatibility.map { WebRoot(compatibility: $0, has: has, policy: policy) }
        read = { path in
            try miniApp.file(at: path).map { (try miniApp.contents(of: $0), $0.sha256) }
        }
        self.theme = theme
    }

    /// Creates a server for a package that is not installed.
    ///
    /// - Parameters:
    ///   - package: The package.
    ///   - theme: The style sheet with the host's look.
    public init(_ package: MiniAppPackage, theme: Data = ThemeStylesheet.contents) {
        manifest = package.manifest
        list = package.fileList
        languages = Languages.ofTexts(among: package.files.map(\.path))
        let files = Dictionary(package.files.map { ($0.path, $0.contents) }) { first, _ in first }
        let has: @Sendable (String) -> Bool = { files[$0] != nil }
        self.has = has
        web = package.manifest.compatibility.map { WebRoot(compatibility: $0, has: has) }
        read = { path in
            guard let contents = files[path], let digest = package.fileList.digest(ofFileAt: path) else { return nil }
            return (contents, digest)
        }
        self.theme = theme
    }

    /// Returns the resource at `path`, or `nil` if it does not exist.
    ///
    /// - Parameter path: The path of the request's URL as it was sent: percent-encoded, with the leading slash and
    ///   without the query.
    /// - Throws: The error of `InstalledMiniApp.contents(of:)` for an installed one, such as for a file that is damaged
    ///   on disk.
    /// - Complexity: O(1) to find the file, then linear in its length.
    public func resource(at path: String) throws -> Resource? {
        guard let path = Self.decoded(path) else { return nil }
        if path.hasPrefix(Self.hostFolder) {
            guard let contents = hostFile(path) else { return nil }
            return Resource(
                contents: contents, mediaType: MediaType.type(ofPath: path), digest: SHA256Hash(of: contents),
                isPage: false
            )
        }
        if let web, let resource = try resource(at: path, of: web) { return resource }
        let route = path.isEmpty ? manifest.pages.first ?? "" : path
        let isPage = isPage(route)
        let file = isPage ? Manifest.document(ofPage: route) : path
        guard let (contents, digest) = try read(file) else { return nil }
        let type = MediaType.type(ofPath: file)
        guard isPage, let policy = web?.policy else {
            return Resource(contents: contents, mediaType: type, digest: digest, isPage: isPage)
        }
        // A page beside the web app's own: it has the same header.
        let page = PageScript.restricted(contents, to: policy)
        return Resource(contents: page, mediaType: type, digest: SHA256Hash(of: page), isPage: true)
    }

    private func resource(at path: String, of web: WebRoot) throws -> Resource? {
        if web.compatibility.kind == .webxdc, path == CompatibilityLayer.webxdcPath {
            let contents = CompatibilityLayer.webxdcScript
            return Resource(
                contents: contents, mediaType: MediaType.type(ofPath: path), digest: SHA256Hash(of: contents),
                isPage: false)
        }
        guard let file = web.file(at: path), let (contents, digest) = try read(file) else { return nil }
        let type = MediaType.type(ofPath: file)
        guard web.isPage(file) else {
            return Resource(contents: contents, mediaType: type, digest: digest, isPage: false)
        }
        let page = web.page(contents)
        return Resource(contents: page, mediaType: type, digest: SHA256Hash(of: page), isPage: true)
    }

    /// The scripts in the text of the pages of a web app that was written for another host, as sources of a policy;
    /// none for any other mini app.
    ///
    /// - Throws: As ``resource(at:)``.
    /// - Complexity: O(*n*) in the length of all pages.
    public func inlineScripts() throws -> [String] {
        guard let web else { return [] }
        var sources: [String] = []
        for file in list.files where web.isPage(file.path) {
            guard let (contents, _) = try read(file.path) else { continue }
            sources += InlineScripts.sources(of: contents).filter { !sources.contains($0) }
            if sources.count >= InlineScripts.maximum { break }
        }
        return Array(sources.prefix(InlineScripts.maximum))
    }

    /// The `Link` header values for the document at `path`, with which a browser can request everything that the page
    /// loads first; empty if `path` is not a page.
    ///
    /// - Parameters:
    ///   - path: As for ``resource(at:)``.
    ///   - language: The language that the user prefers, a BCP 47 tag; nil if the page has its texts.
    /// - Complexity: Linear in the lengths of the files that the page loads, of which about a megabyte is scanned at
    ///   most.
    public func preloads(of path: String, language: String?) throws -> [String] {
        guard let path = Self.decoded(path) else { return [] }
        let language = language.flatMap { TextLanguage.match($0, among: languages) }
        if let web, let file = web.file(at: path) {
            return web.isPage(file) ? try preloads(ofWebPage: file, of: web) : []
        }
        let route = path.isEmpty ? manifest.pages.first ?? "" : path
        guard isPage(route) else { return [] }
        let preloads = PagePreloads(
            has: { path in path.hasPrefix(Self.hostFolder) ? hostFile(path) != nil : has(path) },
            read: { path in path.hasPrefix(Self.hostFolder) ? hostFile(path) : try read(path)?.contents })
        return try preloads.links(of: Manifest.document(ofPage: route), language: language)
    }

    private func preloads(ofWebPage file: String, of web: WebRoot) throws -> [String] {
        let root = web.compatibility.root + "/"
        let preloads = PagePreloads(
            has: { path in path.hasPrefix(Self.hostFolder) ? hostFile(path) != nil : has(root + path) },
            read: { path in
                if path.hasPrefix(Self.hostFolder) { return hostFile(path) }
                guard let contents = try read(root + path)?.contents else { return nil }
                return web.isPage(root + path) ? web.page(contents) : contents
            })
        // Each layer imports it.
        return try preloads.links(of: String(file.dropFirst(root.count)), language: nil)
            + ["</\(Self.bridgeScriptPath)>; rel=modulepreload"]
    }

    /// All that ``resource(at:)`` finds, the first pages with what they load.
    ///
    /// - Complexity: O(*n*) in the number of files; of up to eight pages, what they load is scanned
    ///   (``preloads(of:language:)``).
    func index() throws -> [IndexedFile] {
        if let web { return try index(of: web) }
        let files = Dictionary(list.files.map { ($0.path, $0) }) { first, _ in first }
        let routes = manifest.pages + manifest.widgets.map(\.path)
        var documents = ([("", manifest.pages.first ?? "")] + routes.map { ($0, $0) }).compactMap { path, route in
            files[Manifest.document(ofPage: route)].map { indexed($0, at: path) }
        }
        let host = hostFiles([Self.bridgeScriptPath, Self.themePath])
        let others = list.files.filter { !$0.path.hasPrefix(Self.hostFolder) && !isPage($0.path) }
        for position in documents.indices.prefix(Self.maximumPreloaded) {
            let links = try preloads(of: "/" + documents[position].path, language: nil)
            documents[position].links = links.isEmpty ? nil : links.joined(separator: ", ")
        }
        return host + documents + others.map { indexed($0, at: $0.path) }
    }

    private func index(of web: WebRoot) throws -> [IndexedFile] {
        let root = web.compatibility.root + "/"
        var files = hostFiles([
            Self.bridgeScriptPath, Self.themePath, CompatibilityLayer.path(web.compatibility.kind),
            CompatibilityLayer.blobWorkerPath,
        ])
        let own = list.files.filter { $0.path.hasPrefix(root) }.map { String($0.path.dropFirst(root.count)) }
        for path in [""] + own {
            guard let resource = try resource(at: path, of: web) else { continue }
            var file = IndexedFile(
                path: path, digest: resource.digest, mediaType: resource.mediaType, length: resource.contents.count)
            if path.isEmpty { file.links = try preloads(of: "/", language: nil).joined(separator: ", ") }
            files.append(file)
        }
        if web.compatibility.kind == .webxdc, !own.contains(CompatibilityLayer.webxdcPath),
            let script = try resource(at: CompatibilityLayer.webxdcPath, of: web)
        {
            files.append(
                IndexedFile(
                    path: CompatibilityLayer.webxdcPath, digest: script.digest, mediaType: script.mediaType,
                    length: script.contents.count))
        }
        return files
    }

    /// Whether paths that are not in ``index()`` and have no extension get the same page as `/`.
    var hasFallback: Bool { web?.compatibility.hasFallback ?? false }

    private func hostFiles(_ paths: [String]) -> [IndexedFile] {
        paths.compactMap { path in
            hostFile(path).map {
                IndexedFile(
                    path: path, digest: SHA256Hash(of: $0), mediaType: MediaType.type(ofPath: path), length: $0.count)
            }
        }
    }

    private static let maximumPreloaded = 8

    private func indexed(_ file: FileList.Entry, at path: String) -> IndexedFile {
        IndexedFile(
            path: path, digest: file.sha256, mediaType: MediaType.type(ofPath: file.path), length: file.length)
    }

    /// Whether `route` is one of the manifest's pages or widgets.
    public func isPage(_ route: String) -> Bool {
        manifest.pages.contains(route) || manifest.widgets.contains { $0.path == route }
    }

    /// The folder of the host's files. A package's own files in it are never served.
    static let hostFolder = ".atoll/"
    /// The path of the mini app's side of the bridge on every mini app's origin, without the leading slash.
    public static let bridgeScriptPath = hostFolder + "atoll.js"
    /// The path of the host's style sheet on every mini app's origin, without the leading slash.
    public static let themePath = hostFolder + "theme.css"

    private func hostFile(_ path: String) -> Data? {
        switch path {
        case Self.bridgeScriptPath: BridgeScript.contents
        case Self.themePath: theme
        default: CompatibilityLayer.script(at: path)
        }
    }

    /// The path without its leading slash and percent-encoding, or nil if it is too long or malformed.
    static func decoded(_ path: String) -> String? {
        guard path.utf8.count <= 1_024, path.first == "/" else { return nil }
        guard let decoded = path.dropFirst().removingPercentEncoding else { return nil }
        return decoded
    }
}
