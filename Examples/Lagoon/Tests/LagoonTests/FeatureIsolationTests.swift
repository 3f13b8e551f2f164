import Foundation
import Testing

/// Checks in the source code that features are isolated from each other.
@Suite("Features in isolation")
struct FeatureIsolationTests {
    private static let all = features.flatMap { [$0, $0 + "Web", $0 + "UI"] }

    static let features = ["LagoonGatekeeper", "LagoonToday", "LagoonHub", "LagoonProducts", "LagoonProfile"]

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    private func lines(of feature: String) throws -> [(file: String, line: String)] {
        let folder = Self.sources.appending(path: feature)
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let files = paths.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
        try #require(!files.isEmpty)
        return try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
                (file.lastPathComponent, $0.trimmingCharacters(in: .whitespaces))
            }
        }
    }

    /// The error in a line of a feature's source code, or nil.
    private func fault(in line: String) -> String? {
        if let module = line.wholeMatch(of: #/(?:@\w+\s+)?(?:public )?import (?:\w+ )?(\w+)(?:\..*)?/#)?.1,
            Self.all.contains(String(module)) || module == "Lagoon" || module == "AtollWeb"
        {
            return "imports \(module)"
        }
        let isPublic = line.hasPrefix("public ") || line.contains(" public ")
        if isPublic, line.contains(#/\bAny(?:View)?\b/#) { return "has Any in public" }
        return nil
    }

    @Test("A feature imports no other feature, and has no type-erased public declarations", arguments: features)
    func isolation(_ feature: String) throws {
        for (file, line) in try lines(of: feature) {
            #expect(fault(in: line) == nil, "\(feature)/\(file): \(line)")
        }
        // Its web pages and views import the feature itself, but no other feature, and not each other.
        for face in ["Web", "UI"] {
            for (file, line) in try lines(of: feature + face) where line != "import \(feature)" {
                #expect(fault(in: line) == nil, "\(feature)\(face)/\(file): \(line)")
            }
        }
    }

    @Test("The check finds violations")
    func check() {
        #expect(fault(in: "import LagoonToday") != nil)
        #expect(fault(in: "@testable import LagoonHub") != nil)
        #expect(fault(in: "import struct LagoonProducts.Product") != nil)
        #expect(fault(in: "public let page: Any") != nil)
        #expect(fault(in: "public func page() -> AnyView {") != nil)
        #expect(fault(in: "public let pages: Pages<AnyHashable>") == nil)
        #expect(fault(in: "import AtollPages") == nil)
    }

    @Test("Each feature is declared as a feature in the package, and there are no other modules")
    func manifest() throws {
        let manifest = Self.sources.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Package.swift")
        // A long declaration begins on the next line.
        let text = try String(contentsOf: manifest, encoding: .utf8).filter { !$0.isWhitespace }
        for feature in Self.features { #expect(text.contains("feature(\"\(feature.dropFirst("Lagoon".count))\"")) }
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        #expect(
            Set(folders.filter { $0.hasPrefix("Lagoon") })
                == Set(
                    Self.all + ["Lagoon", "LagoonCommand", "LagoonScreens", "LagoonUI"]))
    }
}
