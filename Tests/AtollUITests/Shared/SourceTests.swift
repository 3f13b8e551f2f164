import Foundation
import Testing

/// Checks the source of the views.
@Suite("The source of AtollUI")
struct SourceTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func files(_ folders: String...) throws -> [(name: String, text: String)] {
        try folders.flatMap { folder in
            let base = Self.root.appending(path: folder)
            let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
            return try paths.filter { $0.hasSuffix(".swift") }.map {
                ("\(folder)/\($0)", try String(contentsOf: base.appending(path: $0), encoding: .utf8))
            }
        }
    }

    private func views() throws -> [(name: String, text: String)] {
        try files(
            "Sources/App/AtollUI", "Examples/Lagoon/Sources/LagoonUI", "Examples/Lagoon/Sources/LagoonTodayUI",
            "Examples/Lagoon/Sources/LagoonHubUI", "Examples/Lagoon/Sources/LagoonProductsUI",
            "Examples/Lagoon/Sources/LagoonProfileUI", "Examples/Lagoon/Sources/LagoonGatekeeperUI")
    }

    @Test("No view file has more than 250 lines, erases a view's type, or circumvents concurrency checking")
    func files() throws {
        let views = try views()
        #expect(views.count > 30)
        for (name, text) in views {
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 251, "\(name)")
            for word in ["AnyView", "@preconcurrency", "@unchecked", "nonisolated(unsafe)", "canImport(SwiftUI)"] {
                #expect(!text.contains(word), "\(name): \(word)")
            }
        }
    }

    @Test("Closures of a binding name their actor, which the stand-in does not ask for and Apple's SwiftUI does")
    func bindings() throws {
        var count = 0
        for (name, text) in try views() {
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            where line.contains(/Binding(<.+>)?( \{|\(get:)|\} set: \{|, set: \{/) {
                // A property of this type begins like one.
                guard !line.contains(/(var|func) .*Binding<.+> \{/) else { continue }
                count += 1
                #expect(line.contains("@MainActor"), "\(name):\(number + 1)")
            }
        }
        #expect(count >= 20)
    }

    @Test("No style is chosen between two: they are of one type in the stand-in, and of several in Apple's SwiftUI")
    func styles() throws {
        for (name, text) in try views() {
            let choice = text.firstMatch(
                of: /\.(buttonStyle|labelStyle|background|tint)\([^()?]* \? \.[a-z]+ : \.[a-z]+/)
            #expect(choice == nil, "\(name): \(choice?.output.0 ?? "")")
        }
    }

    @Test("Each public declaration has a doc comment, except the body of a view")
    func documentation() throws {
        var count = 0
        for (name, text) in try files("Sources/App/AtollUI") {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            for (number, line) in lines.enumerated()
            where line.hasPrefix("public ") && !line.hasPrefix("public import") && !line.hasPrefix("public var body:") {
                count += 1
                let above = lines[..<number].last { !$0.hasPrefix("@") && !$0.hasPrefix("#") } ?? ""
                #expect(above.hasPrefix("///"), "\(name):\(number + 1): \(line)")
            }
        }
        #expect(count > 150)
    }

    @Test("Cards differ from their background, and web views are inspectable in debug builds only")
    func faces() throws {
        var inspectable = 0
        for (name, text) in try views() {
            #expect(!text.contains(".background(.background"), "\(name)")
            guard let found = text.range(of: "isInspectable = true") else { continue }
            inspectable += 1
            let before = text[..<found.lowerBound]
            let condition = before.range(of: "#if ", options: .backwards).map { text[$0.lowerBound..<found.lowerBound] }
            let isDebug = condition?.hasPrefix("#if DEBUG &&") == true || condition?.hasPrefix("#if DEBUG\n") == true
            #expect(isDebug && condition?.contains("#endif") == false, "\(name)")
        }
        #expect(inspectable == 1)
    }

    @Test("The stand-in has at most 2,000 lines, and no product includes it")
    func standIn() throws {
        let lines = try files("Sources/App/AppleStandIn").map {
            $0.text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        }
        #expect(lines.reduce(0, +) <= 2_000)
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let products = try #require(manifest.firstRange(of: "    products: ["))
        let dependencies = try #require(manifest.firstRange(of: "    dependencies: "))
        let listed = manifest[products.upperBound..<dependencies.lowerBound]
        let forViews = manifest.split(separator: "\n").filter { $0.contains("let viewProducts") }
        #expect(listed.contains("\"AtollNavigation\"") && forViews.count == 2)
        #expect(!listed.contains("AppleStandIn") && !forViews.contains { $0.contains("AppleStandIn") })
    }
}
