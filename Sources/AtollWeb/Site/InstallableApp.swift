import AtollPackages
import Foundation
import Hummingbird

/// What makes the site an app that a browser can install: `/manifest.webmanifest`, and `/service-worker.js`, which stands at the
/// root because it may act only on what lies below it.
struct InstallableApp {
    let shell: ShellParts

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
        let shell = shell
        router.get("\(Self.manifestPath)") { _, _ -> Response in
            let icon = shell.files.address(of: "icon.svg")
            let name = shell.configuration.host.name
            let manifest = Manifest(
                name: name, shortName: name,
                icons: [.init(src: icon, purpose: "any"), .init(src: icon, purpose: "maskable")])
            return Response(
                status: .ok,
                headers: [.contentType: "application/manifest+json", .cacheControl: "public, max-age=300"],
                body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(manifest)))
            )
        }
        router.get("\(Self.workerPath)") { _, _ -> Response in
            Response(
                status: .ok,
                // Asked for each time, so that a new version of the shell is not held up by an old one.
                headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache"],
                body: .init(byteBuffer: ByteBuffer(bytes: shell.files.contents(of: Self.workerPath)))
            )
        }
    }
}
