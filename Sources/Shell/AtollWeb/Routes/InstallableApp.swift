import AtollPackages
import AtollTexts
import Foundation
import Hummingbird

/// Serves the files that make the site an installable app: `/manifest.webmanifest`, and `/service-worker.js`, which is
/// at the root because a worker controls only the paths below its own.
struct InstallableApp: ShellRoutes {
    let superApp: String
    let files: PublicFiles

    static let manifestPath = "manifest.webmanifest"
    static let workerPath = "service-worker.js"

    private struct Manifest: Encodable {
        struct Icon: Encodable {
            let src: String
            let sizes = "any"
            let type = "image/svg+xml"
            let purpose: String
        }

        enum CodingKeys: String, CodingKey {
            case name, shortName = "short_name", startURL = "start_url", id, display, icons, theme = "theme_color",
                background = "background_color"
        }

        let name: String
        let shortName: String
        let startURL = "/"
        let id = "/"
        let display = "standalone"
        let theme = "#00596a"
        let background = "#f3f6f8"
        let icons: [Icon]
    }

    func add(to router: Router<ShellContext>) {
        let (name, files) = (superApp, files)
        router.get("\(Self.manifestPath)") { _, _ -> Response in
            let icon = files.address(of: "icon.svg")
            let manifest = Manifest(
                name: name, shortName: name,
                icons: [.init(src: icon, purpose: "any"), .init(src: icon, purpose: "maskable")])
            return Response(
                status: .ok,
                headers: [.contentType: "application/manifest+json", .cacheControl: "public, max-age=300"],
                body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(manifest)))
            )
        }
        router.get("\(Self.workerPath)") { request, _ -> Response in
            // The page that registers the worker names the language for the worker's own pages.
            let wanted = request.uri.queryParameters["language"].map { String($0) } ?? TextLanguage.current
            let script = TextLanguage.$current.withValue(wanted) {
                files.contents(of: PublicFiles.texts) + files.contents(of: Self.workerPath)
            }
            return Response(
                status: .ok,
                // Revalidated each time, so that an old worker does not outlast an update of the shell.
                headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache"],
                body: .init(byteBuffer: ByteBuffer(bytes: script))
            )
        }
    }
}
