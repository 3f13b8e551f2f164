import AtollRuntime
import AtollTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AtollWeb

/// Proxies refuse heads of responses that are longer than they expect: nginx, with its defaults, more than 4 kB.
@Suite("The heads of mini apps' files")
struct HeadTests {
    private static let id = "com.example.sample"

    private static func length(_ fields: HTTPFields) -> Int {
        fields.reduce("HTTP/1.1 200 OK\r\n\r\n".utf8.count) {
            $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4
        }
    }

    private static func webApp(_ page: String) -> SampleMiniApp {
        var sample = SampleMiniApp()
        sample.members["atoll_compat"] = ["kind": "web"]
        sample.files["web/index.html"] = page
        sample.files["web/app.js"] = "app()"
        return sample
    }

    private static var many: SampleMiniApp {
        let names = (0..<40).map { "style/a-rather-long-name-\($0).css" }
        let links = names.map { "<link rel=stylesheet href=\($0)>" }.joined()
        let handlers = (0..<150).map { "<p onclick=\"f(\($0))\">" }.joined()
        var sample = webApp("<!doctype html><html><head>\(links)<body>\(handlers)<script src=app.js></script>")
        for name in names { sample.files["web/" + name] = "p { color: red }" }
        return sample
    }

    @Test("A page of 150 handlers and 40 files has a head of less than 4 kB, and its digests in its own text")
    func handlers() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(Self.many)
            let ada = try await shell.signIn("ada")
            let launch = try await shell.launch("/miniapp/\(Self.id)", of: Self.id, ada)
            let answer = try #require(launch.answers.last)
            #expect(Self.length(answer.headers) < 4_096)
            #expect(!answer.headers[values: .link].isEmpty, "as many as there is room for")
            let policy = try #require(answer.headers[.contentSecurityPolicy])
            #expect(policy.contains("script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval';"))
            let page = try await body(
                of: try await shell.send(
                    .get, "/", authority: launch.authority, headers: launch.cookies))
            let beginning =
                "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'self' 'unsafe-hashes' 'sha256-"
            #expect(page.hasPrefix(beginning))
            #expect(page.components(separatedBy: "'sha256-").count == 151)
            let script = try await shell.send(.get, "/app.js", authority: launch.authority, headers: launch.cookies)
            #expect(
                script.headers[.contentSecurityPolicy]?.contains("script-src 'self' 'wasm-unsafe-eval' blob:;") == true)
        }
    }

    private static var withoutFallback: SampleMiniApp {
        var sample = many
        sample.members["atoll_compat"] = ["kind": "web", "fallback": false]
        return sample
    }

    @Test("A page of the package beside the web app has the same header, and so the same policy in its text")
    func beside() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(Self.withoutFallback)
            let launch = try await shell.launch("/miniapp/\(Self.id)", of: Self.id, try await shell.signIn("ada"))
            let answer = try await shell.send(
                .get, "/pages/home", authority: launch.authority, headers: launch.cookies)
            #expect(answer.headers[.contentSecurityPolicy]?.contains("'self' 'unsafe-inline'") == true)
            let page = try await body(of: answer)
            #expect(page.hasPrefix("<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"script-src"))
            #expect(page.contains("<title>Home</title>"))
        }
    }

    @Test("A few digests stand in the header of pages, and of nothing else")
    func few() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(Self.webApp("<p onclick=\"f()\"><script src=app.js></script>"))
            let launch = try await shell.launch("/miniapp/\(Self.id)", of: Self.id, try await shell.signIn("ada"))
            let page = try #require(launch.answers.last?.headers[.contentSecurityPolicy])
            #expect(
                page.contains("script-src 'self' 'unsafe-hashes' 'sha256-")
                    && !page.contains("script-src 'self' 'unsafe-inline'"))
            let script = try await shell.send(.get, "/app.js", authority: launch.authority, headers: launch.cookies)
            #expect(script.headers[.contentSecurityPolicy]?.contains("sha256") == false)
        }
    }

    @Test(
        "A policy is the first element of a page, whatever the page is",
        arguments: [
            ("<!doctype html><script>1</script>", "<!doctype html>"), ("\u{feff}<!DOCTYPE HTML>x", "<!DOCTYPE HTML>"),
            ("text <p>", ""), ("", ""), ("<!doctype html>\u{301}<img src=x onerror=1>", "<!doctype html>"),
            ("<!-- <!doctype html> --><p>", ""), ("x <!doctype html>", ""), ("<script>1</script><!-- -->", ""),
            ("<!doctype html \"<script>1</script>", "<!doctype html \"<script>"), ("<!doctype never ends", ""),
            (" <!-- x --> <!doctype html><p>", "<!doctype html>"),
        ])
    func restricted(_ page: String, _ doctype: String) {
        let text = String(decoding: PageScript.restricted(Data(page.utf8), to: "script-src 'self'"), as: UTF8.self)
        let meta = "<meta http-equiv=\"Content-Security-Policy\" content=\"script-src 'self'\">"
        #expect(text == doctype + meta + page.replacingOccurrences(of: "\u{feff}", with: ""))
    }
}
