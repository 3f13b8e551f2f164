import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollDevelopment

@Suite("A folder that its developer works in")
struct FolderTests {
    private static let manifest = """
        {
          "app_id": "com.example.bench", "name": "Bench",
          "version": { "code": 1, "name": "0.1" }, "platform_version": { "min_code": 1 },
          "pages": ["pages/home"], "icons": [{ "src": "common/icon.svg" }]
        }
        """

    private func folder() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        for (path, text) in [
            ("manifest.json", Self.manifest), ("pages/home.html", "<p>"), ("app.js", ""), ("app.css", ""),
            ("common/icon.svg", "<svg/>"), (".git/config", "hidden"),
        ] { try write(text, to: path, in: directory) }
        return directory
    }

    private func isSame(_ working: inout SourceFolder) -> Bool { working.read() == nil }

    private func write(_ text: String, to path: String, in directory: TemporaryDirectory) throws {
        let file = directory.url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test("What has not changed is not read again, and a change names its files")
    func reading() throws {
        let directory = try folder()
        var working = SourceFolder(directory.url)
        let read = working.read()
        let first = try #require(read)
        guard case .package(let package) = first.state else { return #expect(Bool(false), "\(first.state)") }
        #expect(package.files.count == 5)
        #expect(first.change == .everything)
        #expect(isSame(&working))
        try write("p { color: red; }", to: "app.css", in: directory)
        let again = working.read()
        let second = try #require(again)
        #expect(second.changed == ["app.css"] && second.change == .looks)
        // The same size and the same time, in the place of the other.
        let replaced = directory.url.appending(path: "app.css")
        let time = try FileManager.default.attributesOfItem(atPath: replaced.path)[.modificationDate] as? Date
        let other = directory.url.appending(path: ".other")
        try Data("p { color: teal;}".utf8).write(to: other)
        try FileManager.default.setAttributes([.modificationDate: try #require(time)], ofItemAtPath: other.path)
        try FileManager.default.removeItem(at: replaced)
        try FileManager.default.moveItem(at: other, to: replaced)
        let third = working.read()
        #expect(third?.changed == ["app.css"])
    }

    @Test("A broken folder is said once, with the line, until it is mended")
    func broken() throws {
        let directory = try folder()
        var working = SourceFolder(directory.url)
        _ = working.read()
        try write(
            Self.manifest.replacing(#""name": "0.1""#, with: #""name": 5"#), to: "manifest.json", in: directory)
        guard case .broken(let problem)? = working.read()?.state else { return #expect(Bool(false)) }
        #expect(problem.code == "manifest" && problem.path == "manifest.json" && problem.line == 3)
        #expect(problem.excerpt.hasPrefix(#""version""#))
        #expect(isSame(&working))
        try write("{ \"a\": \"b\",\n", to: "i18n/de.json", in: directory)
        try write(Self.manifest, to: "manifest.json", in: directory)
        guard case .broken(let texts)? = working.read()?.state else { return #expect(Bool(false)) }
        #expect(texts.path == "i18n/de.json")
        // Of another file, no line of the manifest is shown.
        #expect(!texts.excerpt.contains("app_id"))
    }

    @Test("Too much is refused by its stamps, without being read")
    func tooMuch() throws {
        let directory = try folder()
        var working = SourceFolder(directory.url)
        _ = working.read()
        for number in 0..<3 {
            let file = directory.url.appending(path: "common/\(number).bin")
            #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
            try FileHandle(forWritingTo: file).truncate(atOffset: 9_000_000)
        }
        guard case .broken(let problem)? = working.read()?.state else { return #expect(Bool(false)) }
        #expect(problem.code == "too-large")
        #expect(isSame(&working))
    }

    @Test(
        "What a change asks for",
        arguments: [
            (["app.css", "common/a.PNG"], false, FolderChange.looks), (["app.css", "app.js"], false, .page),
            (["i18n/de.json"], false, .page), (["app.js", "manifest.json"], false, .everything),
            (["app.css"], true, .everything), ([], false, .looks),
        ])
    func change(paths: [String], changesPolicy: Bool, expected: FolderChange) {
        #expect(FolderChange.of(paths, changesPolicy: changesPolicy) == expected)
    }
}
