import CoreMetrics
import Testing

@testable import AtollPrometheus

@Suite("Hostile names and labels")
struct HostileNamesTests {
    private let registry = PrometheusRegistry()

    @Test(
        "A name becomes one of Prometheus's grammar",
        arguments: [
            ("http.server.requests", "http_server_requests"), ("a:b", "a:b"), ("9lives", "_9lives"), ("", "_"),
            ("größe", "gr__e"), ("a b\nc\"d", "a_b_c_d"), ("a{b=\"c\"} 1\n# TYPE x", "a_b__c___1___TYPE_x"),
            ("\r\n", "__"), ("e\u{301}", "e_"), ("\0", "_"), ("👍", "_"), ("__name__", "__name__"), ("٣", "_"),
            (String(repeating: "a", count: 1_000), String(repeating: "a", count: 200)),
        ] as [(String, String)])
    func names(_ label: String, _ name: String) throws {
        Gauge(label: label, factory: registry).record(1)
        #expect(try text(registry) == "# TYPE \(name) gauge\n\(name) 1\n")
    }

    @Test(
        "A suffix is added once",
        arguments: [
            ("x", "x_total", "x_seconds"), ("x_total", "x_total", "x_total_seconds"),
            ("x.seconds", "x_seconds_total", "x_seconds"), ("", "__total", "__seconds"),
        ] as [(String, String, String)])
    func suffixes(_ label: String, _ counter: String, _ timer: String) throws {
        Counter(label: label, factory: registry).increment()
        CoreMetrics.Timer(label: label, factory: registry).recordSeconds(1)
        let parser = try ExpositionParser(registry.text())
        #expect(parser.value(counter) == 1)
        #expect(parser.value(timer + "_count") == 1)
    }

    @Test(
        "Labels are renamed, escaped, sorted and cut",
        arguments: [
            ([], ""), ([("b", "2"), ("a", "1")], #"{a="1",b="2"}"#), ([("a", "")], ""),
            ([("a", #"\"#)], #"{a="\\"}"#), ([("a", "\"")], #"{a="\""}"#), ([("a", "\n")], #"{a="\n"}"#),
            // A carriage return and a line feed are one character, but two scalars.
            ([("a", "x\r\ny")], "{a=\"x\r\\ny\"}"), ([("a", #"\n"#)], #"{a="\\n"}"#),
            ([("a", "\0")], "{a=\"\u{FFFD}\"}"), ([("a", "\"\u{301}")], "{a=\"\\\"\u{301}\"}"),
            ([("a", "}\n# TYPE b gauge\nb 1")], #"{a="}\n# TYPE b gauge\nb 1"}"#),
            ([("a", "ü日👍\u{202E}")], "{a=\"ü日👍\u{202E}\"}"),
            ([("http.route", "/")], #"{http_route="/"}"#), ([("9", "x")], #"{_9="x"}"#), ([("", "x")], #"{_="x"}"#),
            ([("a:b", "x")], #"{a_b="x"}"#), ([("a=\"\n,", "x")], #"{a____="x"}"#),
            ([("__name__", "x")], #"{_name__="x"}"#), ([("____", "x")], #"{_="x"}"#),
            ([("le", "1")], #"{exported_le="1"}"#), ([("a", "1"), ("a", "1")], #"{a="1;1"}"#),
            ([("a.b", "2"), ("a_b", "3"), ("a-b", "1")], #"{a_b="1;2;3"}"#),
            ([("a", String(repeating: "x", count: 300))], "{a=\"\(String(repeating: "x", count: 200))\"}"),
        ] as [([(String, String)], String)])
    func labels(_ dimensions: [(String, String)], _ labels: String) throws {
        for dimensions in [dimensions, dimensions.reversed()] {
            Meter(label: "x", dimensions: dimensions, factory: registry).increment(by: 1)
        }
        #expect(try text(registry) == "# TYPE x gauge\nx\(labels) 2\n")
    }

    @Test("The number of labels is limited")
    func manyLabels() throws {
        let dimensions = (100..<1_000).map { ("l\($0)", "x") }
        Gauge(label: "x", dimensions: dimensions.shuffled(), factory: registry).record(1)
        let sample = try #require(ExpositionParser(registry.text()).families.last?.samples.first)
        #expect(sample.labels.keys.sorted() == (100..<132).map { "l\($0)" })
    }

    @Test("A histogram's label le does not disturb its buckets")
    func bound() throws {
        Recorder(label: "x", dimensions: [("le", "1"), ("z", "2")], factory: registry).record(3)
        let parser = try ExpositionParser(registry.text())
        #expect(parser.value("x_bucket", ["exported_le": "1", "z": "2", "le": "5"]) == 1)
    }

    @Test("Whatever the names and labels, the text can be parsed", arguments: 0..<40 as Range<UInt64>)
    func anything(seed: UInt64) throws {
        var generator = Generator(state: seed)
        let alphabet = Array(
            "aA_9:.-{}=,\"\\ #\0\r\n\u{301}ß日👍\u{2028}lebucketsumcounttotalseconds_".unicodeScalars)
        func anyText() -> String {
            let scalars = (0..<Int.random(in: 0...6, using: &generator)).compactMap { _ in
                alphabet.randomElement(using: &generator)
            }
            return String(String.UnicodeScalarView(scalars))
                + (["", "", "_count", "_bucket", "_total", "_seconds"].randomElement(using: &generator) ?? "")
        }
        for _ in 0..<200 {
            let label = anyText()
            let dimensions = (0..<Int.random(in: 0...3, using: &generator)).map { _ in (anyText(), anyText()) }
            let number = Double(bitPattern: generator.next())
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: registry.makeCounter(label: label, dimensions: dimensions).increment(by: Int64(seed))
            case 1: registry.makeFloatingPointCounter(label: label, dimensions: dimensions).increment(by: number)
            case 2: registry.makeMeter(label: label, dimensions: dimensions).set(number)
            case 3: registry.makeRecorder(label: label, dimensions: dimensions, aggregate: true).record(number)
            case 4: registry.makeTimer(label: label, dimensions: dimensions).recordNanoseconds(.max)
            default: registry.describe(label, anyText())
            }
        }
        #expect(try ExpositionParser(registry.text()).families.count > 10)
    }
}

/// SplitMix64.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
