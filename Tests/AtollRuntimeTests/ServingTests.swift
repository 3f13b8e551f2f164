import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollRuntime

@Suite("Serving a mini app's files")
struct ServingTests {
    private let directory: TemporaryDirectory
    private let server: ResourceServer

    init() throws {
        directory = try TemporaryDirectory()
        let package = try MiniAppPackage(files: SampleMiniApp().packageFiles)
        let blobs = try BlobDirectory(directory.url)
        for file in package.files { try blobs.write(file.contents, as: SHA256Hash(of: file.contents)) }
        let list = package.fileList.encoded()
        try blobs.write(list, as: SHA256Hash(of: list))
        server = ResourceServer(try InstalledMiniApp(fileList: SHA256Hash(of: list), in: blobs))
    }

    @Test(
        "A path is served with its file",
        arguments: [
            ("/", "text/html; charset=utf-8", true), ("/pages/home", "text/html; charset=utf-8", true),
            ("/pages/home.html", "text/html; charset=utf-8", false),
            ("/app.js", "text/javascript; charset=utf-8", false),
            ("/common/icon.svg", "image/svg+xml", false), ("/app%2Ejs", "text/javascript; charset=utf-8", false),
            ("/.atoll/atoll.js", "text/javascript; charset=utf-8", false),
            ("/.atoll/theme.css", "text/css; charset=utf-8", false),
        ]
    )
    func finds(_ path: String, _ type: String, _ isPage: Bool) throws {
        let resource = try #require(try server.resource(at: path))
        #expect(resource.mediaType == type)
        #expect(resource.isPage == isPage)
        #expect(!resource.contents.isEmpty)
    }

    @Test(
        "Nothing else is served",
        arguments: [
            "", "app.js", "/nothing", "/pages", "/pages/", "/pages/none", "//app.js", "/./app.js", "/../app.js",
            "/%2e%2e/app.js", "/..%2fapp.js", "/%00", "/app.js%00", "/app.js/", "/APP.JS", "/%zz", "/%c0%ae",
            "/etc/passwd", "/.atoll/launch/x", "/.atoll/atoll.d.ts", "/.atoll/shell.css",
            "/" + String(repeating: "a", count: 2_000),
        ]
    )
    func findsNothing(_ path: String) throws {
        #expect(try server.resource(at: path) == nil)
    }

    @Test("A blob that is damaged on disk is an error, and is not served")
    func damage() throws {
        let blobs = try BlobDirectory(directory.url)
        try Data("x".utf8).write(to: blobs.location(of: SHA256Hash(of: Data("export {};\n".utf8))))
        #expect(throws: BlobError.self) { try server.resource(at: "/app.js") }
    }

    @Test("No two ids share a label, and each is one DNS label")
    func labels() {
        let ids = [
            "com.example.kudos", "com.example.ku-dos", "org.example.kudos", "com.example_.kudos", "a.b-_c",
            "com.example." + String(repeating: "x", count: 100),
        ].compactMap { MiniAppID($0) }
        let labels = ids.map { MiniAppOrigin.label(for: $0) }
        #expect(Set(labels).count == ids.count)
        for label in labels {
            #expect(label.utf8.count <= 63)
            #expect(label.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") })
        }
        #expect(labels[0] == "kudos-5c1a17eab403555d7c805beec2b61f71")
    }

    @Test("A mini app's page may load only its own files, and be framed only by its host")
    func policy() {
        let header = ContentSecurityPolicy(host: "https://app.example.com").header
        #expect(header.contains("default-src 'none'"))
        #expect(header.contains("script-src 'self';"))
        #expect(header.contains("form-action 'none'"))
        #expect(header.contains("worker-src 'none'"))
        #expect(header.contains("frame-ancestors https://app.example.com;"))
        #expect(!header.contains("unsafe-eval"))
        let worker = "https://kudos.example.net/.atoll/worker.js"
        #expect(
            ContentSecurityPolicy(host: "https://app.example.com", worker: worker).header
                .contains("worker-src \(worker);"))
    }

    @Test(
        "The language that the header wants most is the preferred one, and English if the header is not valid",
        arguments: [
            ("es-ES,es;q=0.9", "es-ES"), ("de;q=0.5", "de"), ("en;q=0.5, de", "de"), (nil, "en"), ("", "en"),
            ("*", "en"), ("<script>", "en"),
            (String(repeating: "a", count: 50), "en"),
        ] as [(String?, String)]
    )
    func preferred(_ header: String?, _ language: String) {
        #expect(Languages.preferred(in: header) == language)
    }

    @Test("Pages connect to what their manifest names, and to nothing else")
    func network() {
        let header = ContentSecurityPolicy(
            host: "https://a.test", network: ["https://api.a.test", "wss://b.test:8443"]
        ).header
        #expect(header.contains("; connect-src 'self' https://api.a.test wss://b.test:8443; "))
        #expect(ContentSecurityPolicy(host: "https://a.test").header.contains("; connect-src 'self'; "))
    }

    @Test("Pages show pictures, films and sounds of what their manifest names, and run nothing of it")
    func media() {
        let header = ContentSecurityPolicy(host: "https://a.test", media: ["https://pictures.a.test"]).header
        #expect(header.contains("; img-src 'self' data: blob: https://pictures.a.test; "))
        #expect(header.contains("; media-src 'self' blob: https://pictures.a.test; "))
        #expect(header.split(separator: "https://pictures.a.test").count == 3)
        let plain = ContentSecurityPolicy(host: "https://a.test").header
        #expect(plain.contains("; img-src 'self' data: blob:; ") && plain.contains("; media-src 'self' blob:; "))
    }
}
