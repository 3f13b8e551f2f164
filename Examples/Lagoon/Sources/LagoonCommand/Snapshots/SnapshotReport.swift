import Foundation

/// The outcome for each picture, with an HTML page that shows before, after and difference side by side.
struct SnapshotReport {
    enum Outcome {
        case same
        case added
        case removed
        case changed(pixels: Int, of: Int)
    }

    private(set) var outcomes: [(name: String, outcome: Outcome)] = []

    mutating func note(_ name: String, _ outcome: Outcome) { outcomes.append((name, outcome)) }

    var differences: [(name: String, outcome: Outcome)] {
        outcomes.filter { if case .same = $0.outcome { false } else { true } }
    }

    /// One line for each difference.
    var lines: [String] { differences.map { "\($0.name): \(Self.text($0.outcome))" } }

    private static func text(_ outcome: Outcome) -> String {
        switch outcome {
        case .same: "unchanged"
        case .added: "added"
        case .removed: "removed"
        case .changed(let pixels, let total): "\(pixels) of \(total) pixels differ"
        }
    }

    /// The HTML page. Names come from ``SnapshotPlan/name(of:)``, so nothing in them needs escaping.
    func html(before: String) -> String {
        let sections = differences.map { name, outcome in
            let before =
                if case .added = outcome { "<p>No earlier picture.</p>" } else { Self.image("\(before)/\(name).png") }
            let after = if case .removed = outcome { "<p>No new picture.</p>" } else { Self.image("\(name).png") }
            let marks = if case .changed = outcome { Self.image("difference/\(name).png") } else { "" }
            return """
                <section><h2>\(name)</h2><p>\(Self.text(outcome))</p>
                <div><figure><figcaption>Before</figcaption>\(before)</figure>
                <figure><figcaption>After</figcaption>\(after)</figure>
                <figure><figcaption>Difference</figcaption>\(marks)</figure></div></section>
                """
        }
        return """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>Snapshots</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
            <style>body{font:16px/1.5 system-ui,sans-serif;margin:24px}div{display:flex;gap:16px;overflow-x:auto}
            figure{margin:0}figcaption{font-weight:600}img{max-height:640px;border:1px solid #8888}</style>
            <h1>\(differences.count) of \(outcomes.count) screens differ</h1>
            \(sections.joined(separator: "\n"))
            </html>

            """
    }

    private static func image(_ source: String) -> String {
        "<a href=\"\(source)\"><img src=\"\(source)\" alt=\"\"></a>"
    }
}
