import AtollPackages
import AtollReview
import Benchmark
import Foundation

/// The cost of checking a package and of comparing two versions, next to that of unzipping and hashing it. The package
/// has 200 files and 5 MB of realistic scripts, pages and style sheets.
enum Sample {
    static let script = """
        import { storage, user } from "/.atoll/atoll.js";

        /** Adds an entry, and shows the list again. */
        export async function add_NUMBER(entry, { at = Date.now(), tags = [] } = {}) {
          const list = (await storage.get("entries")) ?? [];
          if (!/^[a-z][a-z0-9 '-]*$/i.test(entry.title) || list.length / 2 > 500) throw new Error(`Too many: ${list.length}`);
          list.push({ ...entry, at, tags: tags.map((tag) => tag.trim().toLowerCase()) });
          await storage.set("entries", list);
          document.querySelector("#list").replaceChildren(...list.map(({ title }) => row(title)));
          return list.reduce((sum, { amount }) => sum + (amount || 0), 0) / (list.length || 1);
        }

        """
    static let page = """
        <section class="card" id="card-NUMBER"><h2 data-text="title">Entries</h2><ul><li><a href="/pages/detail?id=NUMBER">First</a></li></ul>
        <form><label for="title-NUMBER">Title</label><input id="title-NUMBER" name="title" required><button>Add</button></form></section>

        """
    static let style = """
        .card-NUMBER > h2 { margin: 0 0 8px; font: 600 1.1rem/1.3 system-ui; color: var(--text, #123); }
        .card-NUMBER a:hover { background: url("/images/arrow.svg") no-repeat right / 12px; }

        """

    static func file(_ text: String, _ bytes: Int, _ seed: Int) -> Data {
        var result = ""
        var number = seed
        while result.utf8.count < bytes {
            result += text.replacingOccurrences(of: "NUMBER", with: "\(number)")
            number += 1
        }
        return Data(result.utf8)
    }

    /// - Parameter changed: Whether three of the files belong to another version.
    static func package(changed: Bool) -> MiniAppPackage {
        let manifest = """
            {"app_id": "com.example.sample", "name": "Sample", "lang": "en", "version": {"code": \(changed ? 2 : 1), "name": "1"},
            "platform_version": {"min_code": 1}, "pages": ["pages/home"], "icons": [{"src": "icon.svg"}],
            "req_permissions": [{"name": "user.name", "reason": "To greet you by your name."}]}
            """
        var files = [
            PackageFile(path: "manifest.json", contents: Data(manifest.utf8)),
            PackageFile(path: "icon.svg", contents: Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)),
            PackageFile(path: "app.js", contents: Data("export {};\n".utf8)),
            PackageFile(path: "app.css", contents: Data()),
            PackageFile(path: "pages/home.html", contents: Data("<!doctype html><title>Home</title>".utf8)),
        ]
        for number in 0..<195 {
            let seed = number * 1_000 + (changed && number % 70 == 0 ? 500 : 0)
            let (folder, text) = number % 13 < 9 ? ("js", script) : number % 13 < 11 ? ("html", page) : ("css", style)
            files.append(
                PackageFile(path: "files/f\(number).\(folder)", contents: file(text, 25_600, seed)))
        }
        do { return try MiniAppPackage(files: files) } catch { fatalError("\(error)") }
    }
}

let benchmarks: @Sendable () -> Void = {
    let archive = Sample.package(changed: false).archive()
    let (before, after) = (Sample.package(changed: false), Sample.package(changed: true))
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock], timeUnits: .microseconds, warmupIterations: 2, maxDuration: .seconds(6),
        maxIterations: 60)

    Benchmark("unzip, check the rules and hash") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(try MiniAppPackage(archive: archive)) }
    }
    Benchmark("checks") { benchmark in
        for _ in benchmark.scaledIterations { blackHole(PackageReview().findings(in: before)) }
    }
    Benchmark("hash the files") { benchmark in
        for _ in benchmark.scaledIterations {
            for file in after.files { blackHole(SHA256Hash(of: file.contents)) }
        }
    }
    Benchmark("what changed, with the lines of three files") { benchmark in
        for _ in benchmark.scaledIterations {
            let difference = PackageDifference(from: ReviewedVersion(before), to: ReviewedVersion(after))
            for file in difference.files where file.state == .changed {
                let old = before.files.first { $0.path == file.path }.flatMap(ReadableText.lines)
                let new = after.files.first { $0.path == file.path }.flatMap(ReadableText.lines)
                blackHole(TextDifference(from: old?.lines ?? [], to: new?.lines ?? []))
            }
        }
    }
}
