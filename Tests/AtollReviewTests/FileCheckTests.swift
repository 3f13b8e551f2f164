import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollReview

@Suite("The files of a package are checked")
struct FileCheckTests {
    private static let noise = "q7Rz2Lm9Xc4Vb8Nn1Ks6Jd3Hf5Gt0PyWuEoIaQ"

    @Test(
        "Secrets are refused, in whatever text they are",
        arguments: [
            ("app.js", "const key = 'atoll_\(noise)';"), ("app.css", "/* AKIA2E7QXK4MZP9RVT3W */"),
            ("notes.txt", "ghp_\(noise)"), ("pages/home.html", "<!-- xoxb-2301-4405-\(noise) -->"),
            ("app.js", "// sk_live_\(noise)"), ("app.js", "a('sk_live_\(noise)', 'EXAMPLE')"),
            ("app.js", "const a = 'sk.eyJ1IjoiYSIsImEiOiJiIn0.\(noise)'"),
            ("app.js", "const config = { password: 'k7Rz-2Lm9Xc' };"),
            ("app.js", "client_secret = \"a8Fz2Lm9Xc4Vb8\";"), ("app.js", "{ \"apiKey\": \"a8Fz2Lm9Xc4Vb8Qw\" }"),
            ("app.js", "'eyJ.eyJ.eyJ.eyJ'; 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.\(noise)'"),
            ("app.js", "const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.\(noise)'"),
            ("key.txt", "-----BEGIN PRIVATE KEY-----\n\(noise)\n\(noise)\n-----END PRIVATE KEY-----"),
        ])
    func secrets(path: String, text: String) throws {
        let found = PackageReview().findings(in: try Packages.package([path: text]))
        #expect(found.codes(.block) == ["secret"])
        // A secret is not repeated where more people see it.
        #expect(!found.contains { $0.text.contains(Self.noise) })
    }

    @Test(
        "What only looks like one is fine",
        arguments: [
            "const key = 'atoll_example';", "if (text.startsWith('AKIA')) a()",
            "const a = 'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'",
            "const password = document.querySelector('#password').value", "const labels = { password: 'Password' }",
            "const a = { password: 'your-password-1' }", "'-----BEGIN PRIVATE KEY-----'", "-----BEGIN PUBLIC KEY-----",
            "const a = 'eyJhbGciOiJIUzI1NiJ9'", "sk_test_\(noise)", "secret = 'secret'",
            "const password = 'aaaaaaaaaaaa1'",
            "const apiKey = 'pk_live_\(noise)'", "const apiKey = 'phc_\(noise)'",
            // {"iss":"supabase","role":"anon"}
            "const apiKey = 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJhbm9uIn0.\(noise)'",
            "const pwd = '/account/password2'", "const task_live_\(noise) = 1",
        ])
    func noSecrets(text: String) throws {
        let found = PackageReview().findings(in: try Packages.package(["app.js": text]))
        #expect(!found.codes().contains("secret"))
    }

    @Test("A key of Google for web pages is a note, and the service role of Supabase a secret")
    func publicKeys() throws {
        let google =
            "firebase.initializeApp({ apiKey: 'AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY', authDomain: 'a.example' })"
        #expect(try PackageReview().findings(in: Packages.package(["app.js": google])).codes(.block) == [])
        #expect(try PackageReview().findings(in: Packages.package(["app.js": google])).codes(.info).contains("secret"))
        // {"iss":"supabase","role":"service_role"}
        let service =
            "const key = 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJzdXBhYmFzZSIsInJvbGUiOiJzZXJ2aWNlX3JvbGUifQ.\(Self.noise)'"
        #expect(try PackageReview().findings(in: Packages.package(["app.js": service])).codes(.block) == ["secret"])
    }

    @Test(
        "Files that no page shows are pointed out",
        arguments: [
            ("tools/a.exe", "MZ"), ("a.zip", "PK"), ("data.sqlite", "a"), ("app.js.map", "{}"), ("server.php", "<?php"),
            ("lib/node_modules/a/index.js", "a()"), ("a", "\u{7f}ELF"), ("b.bin", "PK\u{3}\u{4}"), ("cert.p12", "a"),
            ("debug.log", "a"),
        ])
    func types(path: String, text: String) throws {
        let found = PackageReview().findings(in: try Packages.package([path: text]))
        #expect(found.codes(.warn) == ["file-type"])
    }

    @Test(
        "Files that pages show are fine",
        arguments: [
            "a.png", "a.woff2", "a.mp4", "README.md", "map.js", "archive.html", "program.css", "a.wasm", "log",
            "a.json",
        ])
    func usualTypes(path: String) throws {
        let found = PackageReview().findings(in: try Packages.package([path: "a"]))
        #expect(!found.codes().contains("file-type"))
    }

    @Test(
        "What has grown is worth knowing",
        arguments: [
            (10_000, 10_000, 0), (10_000, 19_000, 0), (30_000, 44_000, 0), (30_000, 46_000, 1), (900_000, 800_000, 0),
            (900_000, 1_900_001, 1), (2_500_000, 3_400_000, 0), (2_500_000, 3_600_000, 1), (100, 25_000, 1),
            (0, 21_000, 1),
        ])
    func sizes(before: Int, after: Int, count: Int) throws {
        let base = ReviewedVersion(try Packages.package(["a.png": String(repeating: "a", count: before)]))
        let package = try Packages.package(["a.png": String(repeating: "a", count: after)])
        let found = PackageReview().findings(in: package, ReviewContext(base: base))
        #expect(found.filter { $0.path == "a.png" }.codes() == Array(repeating: "size-jump", count: count))
    }

    @Test("A library with a known fault is pointed out by its bytes")
    func libraries() throws {
        #expect(KnownLibrary.all.count >= 20)
        #expect(
            KnownLibrary.all.values.allSatisfy { !$0.name.isEmpty && !$0.version.isEmpty && $0.reason.hasSuffix(".") })
        #expect(Set(KnownLibrary.all.values.map(\.name)).count >= 5)
    }

    @Test(
        "A package that was made to flood the reviewer shows as much as anybody reads, and is read in time",
        .thorough("hostile pages"))
    func floods() throws {
        let line = String(repeating: "eval(a);", count: 100_000)
        let lines = String(repeating: "fetch('http://a.example.com');\n", count: 100_000)
        let nested = String(repeating: "(", count: 400_000) + String(repeating: "`${", count: 100_000)
        let tags = String(repeating: "<b onclick=a()>", count: 150_000)
        // Each tag is read once, for any number of them.
        let empty = String(repeating: "<script></script>", count: 100_000)
        let package = try Packages.package([
            "app.js": line, "b.js": lines, "c.js": nested, "pages/home.html": tags, "empty.html": empty,
        ])
        let found = PackageReview().findings(in: package)
        #expect(found.codes().filter { $0 == "script-eval" }.count == FindingList.maximumOfCode + 1)
        #expect(found.contains { $0.text == "There are 99950 more of this kind." && $0.severity == .block })
        #expect(found.codes().filter { $0 == "file-unread" }.count == 2)
        #expect(found.count < 200 && found.allSatisfy { $0.excerpt.utf8.count <= 200 })
    }

    @Test("A file that makes the reader go back again and again is one that was not read whole; ordinary code is read")
    func lookingBack() throws {
        let hostile = String(repeating: "){}", count: 20_000)
        let ordinary = String(
            repeating: "b=function(a,c){if(a){return c}return{a:c?1:2}};class A extends f(g){h(){}}", count: 4_000)
        let attributes = String(repeating: "<a" + String(repeating: " b", count: 199) + ">", count: 2_100)
        let package = try Packages.package(["app.js": ordinary, "b.js": hostile, "c.html": attributes])
        let unread = PackageReview().findings(in: package).filter { $0.code == "file-unread" }.compactMap(\.path)
        #expect(unread.sorted() == ["b.js", "c.html"])
    }

    @Test("A secret is found behind a million characters that begin like one")
    func secretsBehindCandidates() throws {
        let key = "sk_live_" + "a1B2c3D4e5F6g7H8i9J0k1L2"
        let package = try Packages.package([
            "a.js": "/*" + String(repeating: ".sk.eyJ", count: 140_000) + "*/\nlet a = '\(key)'"
        ])
        #expect(PackageReview().findings(in: package).contains { $0.code == "secret" && $0.line == 2 })
    }

    @Test("The same package always gives the same findings, in the same order")
    func order() throws {
        let package = try Packages.package([
            "app.js": "eval(a); fetch('https://a.example.com')\na.innerHTML = b", "a.zip": "a",
        ])
        let found = PackageReview().findings(in: package)
        #expect(found == PackageReview().findings(in: package))
        #expect(found.map(\.severity) == found.map(\.severity).sorted())
    }
}
