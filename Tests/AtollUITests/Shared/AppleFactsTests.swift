import Foundation
import Testing

/// Compares `AppleFacts.txt` with the stand-in and with the views: facts that no Mac has confirmed yet, from Apple's
/// documentation.
@Suite("What is known of Apple's interfaces")
struct AppleFactsTests {
    private struct Fact {
        let iOS: Int
        let isOnMac: Bool
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    /// Members that only the stand-in and tests have; SwiftUI has something else in their place, or nothing.
    private static let own: Set = [
        "Context_", "EitherView", "Element", "ModifiedView", "ModifierContent", "PairView", "SomeButtonStyle", "Stage",
        "StageError", "ToolbarPair",
    ]

    private static func sources(_ folder: String) throws -> [(name: String, text: String)] {
        let base = root.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".swift") }.map {
            ("\(folder)/\($0)", try String(contentsOf: base.appending(path: $0), encoding: .utf8))
        }
    }

    private static func facts() throws -> [String: Fact] {
        let text = try String(
            contentsOf: root.appending(path: "Tests/AtollUITests/Shared/AppleFacts.txt"), encoding: .utf8)
        var facts: [String: Fact] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ")
            try #require(parts.count == 3 && ["macOS", "-"].contains(parts[2]), "\(line)")
            #expect(facts[String(parts[0])] == nil, "\(line) is there twice")
            facts[String(parts[0])] = Fact(iOS: try #require(Int(parts[1])), isOnMac: parts[2] == "macOS")
        }
        return facts
    }

    /// The public types and functions of the stand-in, and its additions to every view.
    private static func declared() throws -> Set<String> {
        let global =
            #/^(?:@\w+(?:\([^)]*\))? )*(?:public |open )(?:final )?(?:struct|class|enum|protocol|func|let) (\w+)/#
        let modifier = #/^    (?:@\w+ )?public func (\w+)/#
        var names: Set<String> = []
        for file in try sources("Sources/App/AppleStandIn") {
            var isView = false
            for line in file.text.split(separator: "\n") {
                if let match = line.firstMatch(of: global) { names.insert(String(match.1)) }
                if line.first?.isLetter == true { isView = line.hasPrefix("extension View ") }
                if isView, let match = line.firstMatch(of: modifier) { names.insert("View.\(match.1)") }
            }
        }
        return names
    }

    /// The lines of a source that are compiled for macOS.
    private static func linesOnMac(_ text: String) -> [Substring] {
        // For each condition around a line, whether its branch is compiled, and whether one before it was.
        var branches: [(isCompiled: Bool, isDone: Bool)] = []
        return text.split(separator: "\n").filter { line in
            let line = line.drop { $0 == " " }
            if line.hasPrefix("#if ") {
                let holds = holdsOnMac(line)
                branches.append((holds ?? true, holds ?? false))
            } else if line.hasPrefix("#elseif ") || line == "#else", let last = branches.popLast() {
                let holds = line == "#else" ? true : holdsOnMac(line) ?? true
                branches.append((holds && !last.isDone, last.isDone || holds))
            } else if line == "#endif" {
                branches.removeLast()
            } else {
                return branches.allSatisfy(\.isCompiled)
            }
            return false
        }
    }

    /// Whether a condition holds on a Mac; nil if that depends on something else.
    private static func holdsOnMac(_ line: some StringProtocol) -> Bool? {
        if line.contains("os(macOS)") { return !line.contains("!os(macOS)") }
        if line.contains("!os(") { return true }
        return line.contains("os(") || line.contains("canImport(UIKit)") ? false : nil
    }

    private static func views() throws -> [(name: String, text: String)] {
        try sources("Sources/App/AtollUI")
            + ["LagoonUI", "LagoonTodayUI", "LagoonHubUI", "LagoonProductsUI", "LagoonProfileUI", "LagoonGatekeeperUI"]
            .flatMap { try sources("Examples/Lagoon/Sources/\($0)") }
    }

    /// Whether the versions are right, only a reader of Apple's documentation can say.
    @Test("There is a fact for each name of the stand-in, and all are there from iOS 17 on")
    func complete() throws {
        let (facts, declared) = (try Self.facts(), try Self.declared())
        #expect(declared.count > 150)
        #expect(declared.subtracting(Self.own).symmetricDifference(facts.keys) == [])
        for (name, fact) in facts { #expect((2...17).contains(fact.iOS), "\(name)") }
    }

    @Test("What macOS does not have is used only where nothing is compiled for macOS")
    func macOS() throws {
        let missing = try Self.facts().filter { !$0.value.isOnMac }.keys.map { $0.replacing("View.", with: ".") }
        #expect(missing.contains(".fullScreenCover") && missing.contains("UIImage"))
        for (name, text) in try Self.views() {
            for line in Self.linesOnMac(text) where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                for word in missing {
                    for range in line.ranges(of: word) {
                        let next = range.upperBound < line.endIndex ? line[range.upperBound] : " "
                        #expect(next.isLetter, "\(name): \(line)")
                    }
                }
            }
        }
    }

    @Test("Each closure of a binding says that it is on the main actor: Apple's are not by themselves")
    func bindings() throws {
        var closures = 0
        for (name, text) in try Self.views() {
            let lines = text.split(separator: "\n")
            for (index, line) in lines.enumerated() {
                // Not the opening line of a property or function whose type is a binding.
                let isDeclaration = line.contains("var ") || line.contains("func ")
                let isGetter = line.contains("Binding {") || line.contains("Binding<") && line.contains("> {")
                guard isGetter && !isDeclaration || line.contains("} set: {") else { continue }
                closures += 1
                #expect(line.contains("@MainActor"), "\(name):\(index + 1)")
            }
            #expect(!text.contains("Binding(get:"), "\(name)")
        }
        #expect(closures >= 20)
    }
}
