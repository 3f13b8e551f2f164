import AtollHome
import Benchmark
import Foundation

/// Flags for two comparisons: evaluating rules compared with a plain loop over as many mask tests, and a flood of
/// changes compared with evaluating each change. Both sides of a ratio are measured in the same run; absolute times
/// depend on the machine.
struct Flags: HomeFlags {
    typealias Module = Card

    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    static let names: KeyValuePairs<String, Flags> = ["first": Flags(rawValue: 1)]
}

struct Card: HomeModule {
    let number: Int

    var id: String { "card\(number)" }
}

/// `size` rules, each over two of 64 flags.
func rules(_ size: Int) -> HomeRules<Flags> {
    do {
        return try HomeRules(
            (0..<size).map { number in
                .when(
                    all: mask(number), none: Flags(rawValue: 1 << UInt64(number * 7 % 64)),
                    then: [.show([Card(number: number)])],
                    otherwise: [])
            })
    } catch {
        fatalError("\(error)")
    }
}

func mask(_ number: Int) -> Flags { Flags(rawValue: 1 << UInt64(number % 64) | 1 << UInt64((number * 31 + 5) % 64)) }

/// Varied raw states, so that the branch predictor can't learn them.
let states: [UInt64] = (0..<256).map { number in
    var mixed = UInt64(number) &* 0x9e37_79b9_7f4a_7c15
    mixed ^= mixed >> 29
    return mixed &* 0xbf58_476d_1ce4_e5b9
}

let manyRules = rules(200)

/// The number of updates of a home whose input changes `changes` times in a second.
func flood(_ changes: Int) async -> Int {
    let signal = HomeSignal()
    let home = Home(rules: manyRules) {
        HomeInput<Flags>("flood", on: signal) { Flags(rawValue: states[Int.random(in: 0..<256)]) }
    }
    let stream = await home.states()
    let counting = Task {
        var count = 0
        for await _ in stream { count += 1 }
        return count
    }
    // A second of changes, in bursts ten milliseconds apart.
    for _ in 0..<100 {
        for _ in 0..<changes / 100 { signal.send() }
        try? await Task.sleep(for: .milliseconds(10))
    }
    counting.cancel()
    return await counting.value
}

let benchmarks: @Sendable () -> Void = {
    for size in [100, 200, 400] {
        let rules = rules(size)
        let configuration = Benchmark.Configuration(metrics: [.wallClock], scalingFactor: .kilo)
        Benchmark("a plain loop, \(size) mask tests", configuration: configuration) { benchmark in
            let masks = (0..<size).map { (mask($0).rawValue, UInt64(1) << UInt64($0 * 7 % 64)) }
            for iteration in benchmark.scaledIterations {
                let flags = states[iteration & 255]
                var shown: [Int] = []
                for (index, mask) in masks.enumerated() where flags & mask.0 == mask.0 && flags & mask.1 == 0 {
                    shown.append(index)
                }
                blackHole(shown)
            }
        }
        Benchmark("evaluate \(size) rules over 64 flags", configuration: configuration) { benchmark in
            for iteration in benchmark.scaledIterations {
                blackHole(rules.modules(for: Flags(rawValue: states[iteration & 255])))
            }
        }
    }
    let seconds = Benchmark.Configuration(
        metrics: [.cpuTotal, BenchmarkMetric.custom("updates")], maxDuration: .seconds(8), maxIterations: 4)
    Benchmark("a second with 10,000 changes of an input", configuration: seconds) { (benchmark: Benchmark) async in
        benchmark.measurement(.custom("updates"), await flood(10_000))
    }
    Benchmark("a second without a change", configuration: seconds) { (benchmark: Benchmark) async in
        benchmark.measurement(.custom("updates"), await flood(0))
    }
    Benchmark("10,000 changes, each evaluated", configuration: .init(metrics: [.cpuTotal], maxDuration: .seconds(4))) {
        (_: Benchmark) async in
        let home = Home(rules: manyRules) {
            HomeInput<Flags>("flood", on: HomeSignal()) { Flags(rawValue: states[Int.random(in: 0..<256)]) }
        }
        for _ in 0..<10_000 { blackHole(await home.state()) }
    }
}
