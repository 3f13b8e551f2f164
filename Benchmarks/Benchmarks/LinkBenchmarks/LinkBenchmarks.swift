import AtollLinks
import AtollNavigation
import Benchmark

/// What reading and printing an address cost as routes become many. Each is measured among few and among many in the same
/// run, so that the ratio can be read; absolute times are the machine's.
struct Screen: IdentifiedFragment, CustomReflectable {
    let number: Int
    var id: Int?
    var family: String? { id == nil ? nil : "\(number)" }
    /// As an enum with a case for each number would have it.
    var customMirror: Mirror { Mirror(self, children: id.map { [("\(number)", $0)] } ?? [], displayStyle: .enum) }
}

func screen(_ number: Int) -> Screen { Screen(number: number) }

func router(_ size: Int) -> LinkRouter<Screen> {
    do {
        return try LinkRouter(
            routes: (1...size).map { number in
                Route(screen(0) => screen(-number) => Screen(number: number, id: .any)) {
                    path("section\(number % 30)")
                    path("part\(number)")
                    query("id") { Screen(number: number, id: $0) }
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
        Benchmark("read the text of an address, \(size) routes", configuration: configuration) { benchmark in
            for _ in benchmark.scaledIterations { blackHole(try? DeepLink(path: text)) }
        }
        Benchmark("route an address, \(size) routes", configuration: configuration) { benchmark in
            for _ in benchmark.scaledIterations { blackHole(try? links.destination(for: link)) }
        }
        Benchmark("print an address, \(size) routes", configuration: configuration) { benchmark in
            for _ in benchmark.scaledIterations { blackHole(try? links.link(for: destination)) }
        }
    }
    for size in [100, 1_000, 10_000] {
        Benchmark("build a router, \(size) routes", configuration: .init(metrics: [.wallClock])) { _ in
            blackHole(router(size))
        }
    }
}
