import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@Suite("Packages")
struct PackageTests {
    @Test("A file list has one form, byte for byte: statements that were signed before depend on it")
    func fileListBytes() {
        let list = FileList(files: [
            .init(path: "pages/ä \"b\".html", length: 2, sha256: SHA256Hash(of: Data("b".utf8))),
            .init(path: "app.js", length: 1, sha256: SHA256Hash(of: Data("a".utf8))),
        ])
        let (one, two) = (SHA256Hash(of: Data("a".utf8)).hex, SHA256Hash(of: Data("b".utf8)).hex)
        let expected =
            #"{"files":[{"length":1,"path":"app.js","sha256":"\#(one)"},"#
            + #"{"length":2,"path":"pages/ä \"b\".html","sha256":"\#(two)"}]}"#
        #expect(String(decoding: list.encoded(), as: UTF8.self) == expected)
        #expect(SHA256Hash(hex: one)?.hex == one)
        #expect(SHA256Hash(hex: one)?.bytes.count == 32)
        #expect(SHA256Hash(hex: one.uppercased()) == nil)
        #expect(SHA256Hash(hex: String(one.dropLast())) == nil)
    }

    @Test("A written package can be read again, and the same files give the same bytes")
    func roundTrip() throws {
        let sample = SampleMiniApp()
        let package = try MiniAppPackage(files: sample.packageFiles)
        let archive = package.archive()
        let read = try MiniAppPackage(archive: archive)
        #expect(read.files == package.files)
        #expect(read.manifest == package.manifest)
        #expect(read.archive() == archive)
        #expect(try MiniAppPackage(files: sample.packageFiles.reversed()).archive() == archive)
    }

    @Test("A file list names each file by its digest and can be decoded again")
    func fileList() throws {
        let list = try MiniAppPackage(files: SampleMiniApp().packageFiles).fileList
        #expect(list.files.map(\.path) == list.files.map(\.path).sorted())
        #expect(list.files.count == 8)
        #expect(list.files.first { $0.path == "app.js" }?.sha256 == SHA256Hash(of: Data("export {};\n".utf8)))
        #expect(try FileList(decoding: list.encoded()) == list)
    }

    @Test("A device checks a file list against the rules again")
    func hostileFileList() {
        let digest = String(repeating: "0", count: 64)
        for entry in [
            #"{"path":"../x","length":1,"sha256":"\#(digest)"}"#,
            #"{"path":"/x","length":1,"sha256":"\#(digest)"}"#,
            #"{"path":"x","length":-1,"sha256":"\#(digest)"}"#,
            #"{"path":"x","length":99999999999,"sha256":"\#(digest)"}"#,
            #"{"path":"x","length":1,"sha256":"xyz"}"#,
            #"{"path":"x","length":1,"sha256":"\#(digest)"},{"path":"X","length":1,"sha256":"\#(digest)"}"#,
        ] {
            #expect(throws: PackageRefusal.self) {
                try FileList(decoding: Data(#"{"files":[\#(entry)]}"#.utf8))
            }
        }
    }

    /// Any blob can be asked for as a file list.
    @Test("Names that take long to compare make no file list")
    func slowNames() {
        let (first, second) = (
            String(repeating: "\u{301}\u{316}", count: 40), String(repeating: "\u{316}\u{301}", count: 40)
        )
        let data = Data(#"{"a\#(first)":1,"a\#(second)":1,"files":[]}"#.utf8)
        #expect(throws: PackageRefusal.self) { try FileList(decoding: data) }
        #expect(throws: PackageRefusal.self) { try FileList(decoding: Data(#"{"files":[],"files":[]}"#.utf8)) }
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let change: @Sendable (inout SampleMiniApp) -> Void
        let rule: PackageRefusal.Rule
        let subject: String?
        var testDescription: String { "\(rule.rawValue) \(subject ?? "")" }

        init(
            _ rule: PackageRefusal.Rule, _ subject: String?, _ change: @escaping @Sendable (inout SampleMiniApp) -> Void
        ) {
            self.rule = rule
            self.subject = subject
            self.change = change
        }
    }

    @Test(
        "Missing files, invalid names and invalid pages are refused by the rule they break",
        arguments: [
            Fault(.missingFile, "app.js") { $0.files["app.js"] = nil },
            Fault(.missingFile, "app.css") { $0.files["app.css"] = nil },
            Fault(.missingPage, "pages[1]") { $0.files["pages/detail.html"] = nil },
            Fault(.missingIcon, "icons[0].src") { $0.files["common/icon.svg"] = nil },
            Fault(.manifest, "pages[0]") { $0.pages = ["home"] },
            Fault(.manifest, "pages[0]") { $0.pages = ["pages/../app"] },
            Fault(.manifest, "pages[0]") { $0.pages = ["pages/a b"] },
            Fault(.traversal, "common/../x") { $0.files["common/../x"] = "" },
            Fault(.traversal, "a//b") { $0.files["a//b"] = "" },
            Fault(.traversal, "./a") { $0.files["./a"] = "" },
            Fault(.absolutePath, "/etc/passwd") { $0.files["/etc/passwd"] = "" },
            Fault(.nameCharacters, "a\\b") { $0.files["a\\b"] = "" },
            Fault(.nameCharacters, "C:a") { $0.files["C:a"] = "" },
            Fault(.nameCharacters, "a\u{0}b") { $0.files["a\u{0}b"] = "" },
            Fault(.nameCharacters, "a./b") { $0.files["a./b"] = "" },
            Fault(.nameLength, String(repeating: "n", count: 80)) {
                $0.files[String(repeating: "n", count: 256)] = ""
            },
            Fault(.nameDepth, Array(repeating: "d", count: 17).joined(separator: "/")) {
                $0.files[Array(repeating: "d", count: 17).joined(separator: "/")] = ""
            },
            Fault(.duplicate, "app.js") { $0.files["App.js"] = "" },
            Fault(.duplicate, "common/icon.svg") { $0.files["common"] = "" },
            Fault(.reservedName, ".atoll/atoll.js") { $0.files[".atoll/atoll.js"] = "" },
        ]
    )
    func refuses(_ fault: Fault) {
        var sample = SampleMiniApp()
        fault.change(&sample)
        let files = sample.packageFiles
        let refusal = #expect(throws: PackageRefusal.self) { try MiniAppPackage(files: files) }
        #expect(refusal?.rule == fault.rule)
        #expect(refusal?.subject == fault.subject)
    }

    @Test("Two spellings of one accented name are duplicates")
    func composition() {
        let files =
            SampleMiniApp().packageFiles + [
                PackageFile(path: "common/caf\u{e9}.txt", contents: Data()),
                PackageFile(path: "common/cafe\u{301}.txt", contents: Data()),
            ]
        let refusal = #expect(throws: PackageRefusal.self) { try MiniAppPackage(files: files) }
        #expect(refusal?.rule == .duplicate)
    }

    @Test("A package without a manifest is refused")
    func missingManifest() {
        let refusal = #expect(throws: PackageRefusal.self) {
            try MiniAppPackage(files: [PackageFile(path: "app.js", contents: Data())])
        }
        #expect(refusal?.rule == .missingManifest)
    }

    @Test("Sizes and counts beyond the limits are refused")
    func limits() throws {
        var limits = PackageLimits()
        limits.files = 7
        #expect(rule(limits) == .tooManyFiles)
        limits = PackageLimits()
        limits.fileBytes = 100
        #expect(rule(limits) == .fileTooLarge)
        limits = PackageLimits()
        limits.totalBytes = 300
        #expect(rule(limits) == .tooLarge)
        limits = PackageLimits()
        limits.manifestBytes = 10
        #expect(rule(limits) == .manifest)
    }

    private func rule(_ limits: PackageLimits) -> PackageRefusal.Rule? {
        do {
            _ = try MiniAppPackage(files: SampleMiniApp().packageFiles, limits: limits)
            return nil
        } catch {
            return error.rule
        }
    }

    @Test("A folder is read without its hidden files and links")
    func folder() throws {
        let directory = try TemporaryDirectory()
        for file in SampleMiniApp().packageFiles + [PackageFile(path: ".git/config", contents: Data("x".utf8))] {
            let url = directory.url.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true
            )
            try file.contents.write(to: url)
        }
        try FileManager.default.createSymbolicLink(
            atPath: directory.url.appending(path: "link.txt").path, withDestinationPath: "/etc/hostname"
        )
        let files = try PackageFolder(directory.url).files()
        #expect(files.count == 8)
        #expect(try MiniAppPackage(files: files).manifest.name == "Sample")
    }

    @Test("Each rule's name is used once")
    func names() {
        let names = PackageRefusal.Rule.allCases.map(\.rawValue)
        #expect(Set(names).count == names.count)
    }
}
