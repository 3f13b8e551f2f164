import AtollLinks
import AtollNavigation
import Benchmark

/// The cost of parsing and printing URLs as the number of routes grows. Each is measured with few and with many routes
/// in the same run; the ratio is what counts, since absolute times depend on the machine.
struct Screen: IdentifiedFragment, CustomReflectable {
    let number: Int
    var id: Int?
    var family: String? { id == nil ? nil : "\(number)" }
    /// Mirrors an enum with a case for each number.
    var customMirror: Mirror { Mirror(self, children: id.map { [("\(number)", $0)] } ?? [], displayStyle: .enum) }
}

func screen(_ number: Int) -> Screen { Screen(number: number) }

func router(_ size: Int) -> LinkRouter<Screen> {
    do {
        return try LinkRouter(
            routes: (1...size).map { number in
                Route(screen(0) => screen(-number) => Screen(number: number, id: .any)) {
                    PathSegment("section\(number % 30)")
                    PathSegment("part\(number)")
                    QueryItem("id") { Screen(number: number, id: $0) }
                }
            }
        )
    } catch {
        fatalError("\(error)")
    }
}

let benchmarks: @Sendable () -> Void = {
    for size in [10, 1_000] {
        let links = router(size)
        let text = "/section\((size / 2) % 30)/part\(size / 2)?id=30"
        guard let link = try? DeepLink(path: text), let destination = try? links.destination(for: link) else {
            fatalError("a broken benchmark")
        }
        let configuration = Benchmark.Configuration(metrics: [.wallClock], scalingFactor: .kilo)
        Benchmark("parse the text of a URL, \(size) routes", configuration: configuration) { benchmark in
            for _ in benchmark.scaledIterations { blackHole(try? DeepLink(path: text)) }
        }
        Benchmark("route a URL, \(size) routes", configuration: configuration) { benchmark in
            for _ in benchmark.scaledIterations { blackHole(try? links.destination(for: link)) }
        }
        Benchmark("print a URL, \(size) routes", configuration: configuration) { benchmark in
            for _ in benchmark.scaledIterations { blackHole(try? links.link(for: destination)) }
        }
    }
    for size in [100, 1_000, 10_000] {
        Benchmark("build a router, \(size) routes", configuration: .init(metrics: [.wallClock])) { _ in
            blackHole(router(size))
        }
    }
}
