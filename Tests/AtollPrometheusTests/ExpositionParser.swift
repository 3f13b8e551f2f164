/// A strict parser of the text exposition format 0.0.4, stricter than Prometheus's own: it demands what
/// `PrometheusRegistry` promises, such as sorted and unique names.
struct ExpositionParser {
    struct Sample: Equatable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Family {
        let name: String
        let type: String
        let help: String?
        var samples: [Sample] = []
    }

    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var families: [Family] = []
    private var series: Set<String> = []
    private var sampleNames: [String: String] = [:]

    init(_ text: String) throws {
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.popLast() == "" else { throw Malformed(description: "The last line does not end.") }
        var help: (name: String, text: String)?
        for line in lines {
            if line.hasPrefix("# HELP ") {
                let parts = line.unicodeScalars.dropFirst(7)
                    .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard help == nil, parts.count == 2, !parts[1].isEmpty else { throw Malformed(description: line) }
                help = (parts[0], try Self.unescaped(parts[1], escapes: ["\\": "\\", "n": "\n"]))
            } else if line.hasPrefix("# TYPE ") {
                let parts = line.dropFirst(7).split(separator: " ", omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2, ["counter", "gauge", "histogram"].contains(parts[1]),
                    help.map({ $0.name == parts[0] }) ?? true, families.last.map({ $0.name < parts[0] }) ?? true,
                    Self.isName(parts[0], allowsColon: true)
                else { throw Malformed(description: line) }
                families.append(Family(name: parts[0], type: parts[1], help: help?.text))
                help = nil
            } else {
                guard help == nil else { throw Malformed(description: line) }
                try add(sample: line)
            }
        }
        for family in families { try Self.check(family) }
    }

    /// The value of a sample, or `nil` without one.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        families.flatMap(\.samples).first { $0.name == name && $0.labels == labels }?.value
    }

    private mutating func add(sample line: String) throws {
        var rest = Array(line.unicodeScalars)[...]
        let name = String(String.UnicodeScalarView(rest.prefix { $0 != "{" && $0 != " " }))
        rest = rest.dropFirst(name.unicodeScalars.count)
        var labels: [String: String] = [:]
        var names: [String] = []
        if rest.first == "{" {
            repeat {
                rest = rest.dropFirst()
                let label = String(String.UnicodeScalarView(rest.prefix { $0 != "=" }))
                rest = rest.dropFirst(label.unicodeScalars.count + 1)
                guard rest.popFirst() == "\"" else { throw Malformed(description: line) }
                var value = String.UnicodeScalarView()
                while let scalar = rest.popFirst(), scalar != "\"" {
                    value.append(scalar)
                    if scalar == "\\", let escaped = rest.popFirst() { value.append(escaped) }
                }
                let text = try Self.unescaped(String(value), escapes: ["\\": "\\", "n": "\n", "\"": "\""])
                guard Self.isName(label, allowsColon: false), !label.hasPrefix("__"), !text.isEmpty,
                    labels.updateValue(text, forKey: label) == nil
                else { throw Malformed(description: line) }
                names.append(label)
            } while rest.first == ","
            guard rest.popFirst() == "}" else { throw Malformed(description: line) }
        }
        if families.last?.type == "histogram", names.last == "le" { names.removeLast() }
        let number = String(String.UnicodeScalarView(rest.dropFirst()))
        guard rest.first == " ", let value = Self.number(number), names == names.sorted(),
            let family = families.last, series.insert(String(line.dropLast(number.count))).inserted,
            sampleNames.updateValue(family.name, forKey: name) ?? family.name == family.name
        else { throw Malformed(description: line) }
        families[families.count - 1].samples.append(Sample(name: name, labels: labels, value: value))
    }

    private static func check(_ family: Family) throws {
        let malformed = Malformed(description: "\(family)")
        guard !family.samples.isEmpty else { throw malformed }
        switch family.type {
        case "counter":
            guard family.name.hasSuffix("_total"),
                family.samples.allSatisfy({ $0.name == family.name && $0.value >= 0 && $0.value.isFinite })
            else { throw malformed }
        case "gauge":
            guard family.samples.allSatisfy({ $0.name == family.name }) else { throw malformed }
        default:
            var rest = family.samples[...]
            while !rest.isEmpty {
                let buckets = rest.prefix { $0.name == family.name + "_bucket" && $0.labels["le"] != "+Inf" }
                rest = rest.dropFirst(buckets.count)
                guard let last = rest.popFirst(), let sum = rest.popFirst(), let count = rest.popFirst(),
                    last.name == family.name + "_bucket", last.labels["le"] == "+Inf",
                    sum.name == family.name + "_sum", count.name == family.name + "_count", last.value == count.value,
                    sum.labels == count.labels
                else { throw malformed }
                let bounds = (buckets + [last]).compactMap { $0.labels["le"].flatMap(number) }
                let counts = (buckets + [last]).map(\.value)
                guard bounds.count == counts.count, bounds == Array(Set(bounds)).sorted(), counts == counts.sorted(),
                    (buckets + [last]).allSatisfy({ $0.labels.filter { $0.key != "le" } == count.labels })
                else { throw malformed }
            }
        }
    }

    private static func number(_ text: String) -> Double? {
        switch text {
        case "NaN": .nan
        case "+Inf": .infinity
        case "-Inf": -.infinity
        default: text.allSatisfy { "0123456789.e+-".contains($0) } ? Double(text) : nil
        }
    }

    private static func isName(_ text: String, allowsColon: Bool) -> Bool {
        guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        return text.unicodeScalars.allSatisfy {
            switch $0 {
            case "a"..."z", "A"..."Z", "0"..."9", "_": true
            case ":": allowsColon
            default: false
            }
        }
    }

    private static func unescaped(_ text: String, escapes: [Unicode.Scalar: Unicode.Scalar]) throws -> String {
        var result = String.UnicodeScalarView()
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            guard scalar != "\0", scalar != "\"" || escapes["\""] == nil else { throw Malformed(description: text) }
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            guard let escaped = rest.popFirst().flatMap({ escapes[$0] }) else { throw Malformed(description: text) }
            result.append(escaped)
        }
        return String(result)
    }
}
