import AtollPackages
import Foundation

/// The scripts that stand in for the hosts of web apps that were written for another one. Each answers what its pages
/// call with calls over the bridge.
///
/// Values that a page needs immediately, such as its user, are in the name of its window: ``LaunchValues``.
enum CompatibilityLayer {
    /// The path of a layer on a mini app's origin, without the leading slash.
    static func path(_ kind: Manifest.Compatibility.Kind) -> String { folder + kind.rawValue + ".js" }

    static let folder = ".atoll/compat/"
    /// The path of the script by which workers from blobs run.
    static let blobWorkerPath = folder + "blob-worker.js"
    private static let blobWorker = HostFiles.contents(of: "blob-worker", "js", in: "compat")
    /// The script that pages for webxdc load from beside them: a messenger puts its interface there, and the layer has
    /// it already.
    static let webxdcPath = "webxdc.js"
    static let webxdcScript = Data("// The host has put window.webxdc into place.\n".utf8)

    private static let scripts: [Manifest.Compatibility.Kind: Data] = {
        func part(_ name: String) -> Data { HostFiles.contents(of: name, "js", in: "compat") }
        // The browser features that every web app expects.
        let web =
            HostFiles.contents(of: "hiding", "js") + part("workers") + part("storage") + part("questions")
            + part("common")
            + part(Manifest.Compatibility.Kind.web.rawValue)
        let kinds: [(Manifest.Compatibility.Kind, Data)] = Manifest.Compatibility.Kind.allCases.map { kind in
            let own = kind == .web ? Data() : part(kind.rawValue)
            return (kind, web + own + (kind == .telegram ? part("telegram-requests") : Data()))
        }
        return Dictionary(kinds) { first, _ in first }
    }()

    /// The script of a layer.
    static func script(_ kind: Manifest.Compatibility.Kind) -> Data { scripts[kind] ?? Data() }

    /// The layer's script that is served at `path`, or nil.
    static func script(at path: String) -> Data? {
        if path == blobWorkerPath { return blobWorker }
        guard path.hasPrefix(folder), path.hasSuffix(".js"),
            let kind = Manifest.Compatibility.Kind(
                rawValue: String(path.dropFirst(folder.count).dropLast(3)))
        else { return nil }
        return script(kind)
    }
}
