import AtollNavigation
import Benchmark
import Observation

/// The cost of navigation as graphs grow. Each operation is measured at a small and a large size in the same run; the
/// ratio is what counts, since absolute times depend on the machine.
struct Screen: Fragment {
    let number: Int
}

/// A state whose operations are measured. A class, so that the state is never copied.
final class Subject {
    var state: NavigationState<Screen>

    init(_ segues: [Segue<Screen>]) {
        guard let graph = try? NavigationGraph(entry: screen(0), segues: segues) else {
            fatalError("a broken benchmark")
        }
        state = NavigationState(graph)
    }

    func perform(_ operation: (inout NavigationState<Screen>) throws -> Void) {
        do { try operation(&state) } catch { fatalError("\(error)") }
    }
}

func screen(_ number: Int) -> Screen { Screen(number: number) }

func star(_ size: Int, style: SegueStyle, inward: Bool = false) -> [Segue<Screen>] {
    (1...size).map { number in
        Segue(
            inward ? screen(number) => screen(0) : screen(0) => screen(number), style: style, isDismissable: true
        )
    }
}

func tree(_ size: Int) -> [Segue<Screen>] {
    (1...size).map { Segue(screen(($0 - 1) / 3) => screen($0), isDismissable: true) }
}

func mesh(_ size: Int) -> [Segue<Screen>] {
    let side = Int(Double(size).squareRoot())
    return (0..<side).flatMap { from in
        (0..<side).map { Segue(screen(from) => screen(side + $0), style: .hold, isDismissable: true) }
    }
}

func measure(
    _ name: String, _ sizes: [Int], _ make: @escaping (Int) -> Subject, _ run: @escaping (Subject, Int) -> Void
) {
    for size in sizes {
        let subject = make(size)
        Benchmark("\(name), \(size)", configuration: .init(metrics: [.wallClock, .throughput], scalingFactor: .kilo)) {
            benchmark in
            for _ in benchmark.scaledIterations { run(subject, size) }
        }
    }
}

/// An observable class with a set of places: what an app would use without a navigator.
@Observable @MainActor
final class ObservedSet {
    var places: Set<Screen>
    init(_ places: Set<Screen>) { self.places = places }
}

/// A subject that is created when it is first measured.
@MainActor
final class Made<Subject> {
    private let make: @MainActor () -> Subject
    private(set) lazy var subject = make()
    nonisolated init(_ make: @escaping @MainActor () -> Subject) { self.make = make }
}

/// Measures on the main actor, where views run.
func measureOnMain<Subject: AnyObject & Sendable>(
    _ name: String, _ sizes: [Int], _ make: @escaping @MainActor @Sendable (Int) -> Subject,
    _ run: @escaping @MainActor @Sendable (Subject, Int) -> Void
) {
    for size in sizes {
        let made = Made { make(size) }
        Benchmark("\(name), \(size)", configuration: .init(metrics: [.wallClock, .throughput], scalingFactor: .kilo)) {
            benchmark in
            let iterations = benchmark.scaledIterations
            let subject = await made.subject
            await MainActor.run { for _ in iterations { run(subject, size) } }
        }
    }
}

@MainActor
func navigator(_ segues: [Segue<Screen>], holding held: Int = 0) -> Navigator<Screen> {
    let navigator = Navigator(Subject(segues).state)
    for number in 0..<held { navigator.present(screen(number + 1)) }
    return navigator
}

/// Compares a navigator, which views observe, with an observable set, which they could observe instead.
func measureNavigators(_ sizes: [Int]) {
    measureOnMain("an observable set, contains", sizes) {
        ObservedSet(Set((0...$0).map(screen)))
    } _: { set, _ in
        blackHole(set.places.contains(screen(7)))
    }
    measureOnMain("Navigator.isPresented, segues", sizes) {
        navigator(star($0, style: .hold))
    } _: { subject, _ in
        blackHole(subject.isPresented(screen(0)))
    }
    measureOnMain("Navigator.isPresented, held", sizes) {
        navigator(star($0, style: .hold), holding: $0)
    } _: { subject, _ in
        blackHole(subject.isPresented(screen(7)))
    }
    measureOnMain("Navigator: present and dismiss, star", sizes) {
        navigator(star($0, style: .hold))
    } _: { subject, size in
        subject.present(screen(size))
        subject.dismiss(screen(size))
    }
    measureOnMain("Navigator: present and dismiss, held", sizes) {
        navigator(star($0 + 1, style: .hold), holding: $0)
    } _: { subject, size in
        subject.present(screen(size + 1))
        subject.dismiss(screen(size + 1))
    }
}

let benchmarks: @Sendable () -> Void = {
    let sizes = [100, 10_000]
    measureNavigators(sizes)

    measure("present and dismiss, star", sizes, { Subject(star($0, style: .hold)) }) { subject, size in
        subject.perform { try $0.present(screen(size)) }
        subject.perform { try $0.dismiss(screen(size)) }
    }
    measure("present and dismiss, tree", sizes, { Subject(tree($0)) }) { subject, _ in
        subject.perform { try $0.present(screen(2)) }
        subject.perform { try $0.dismiss(screen(2)) }
    }
    measure("present and dismiss, many to many", sizes, { Subject(mesh($0)) }) { subject, size in
        let target = screen(Int(Double(size).squareRoot()))
        subject.perform { try $0.present(target) }
        subject.perform { try $0.dismiss(target) }
    }
    measure("isPresented", sizes, { Subject(star($0, style: .hold)) }) { subject, size in
        blackHole(subject.state.isPresented(screen(size)))
    }
    measure("canPresent, star", sizes, { Subject(star($0, style: .hold)) }) { subject, size in
        blackHole(subject.state.canPresent(screen(size)))
    }
    measure(
        "canPresent, star inward", sizes,
        { Subject([Segue(screen(0) => screen(1))] + star($0, style: .pass, inward: true)) }
    ) {
        subject, _ in
        blackHole(subject.state.canPresent(screen(1)))
    }
    measure("pick", sizes, { Subject(star($0, style: .pick)) }) { subject, _ in
        subject.perform { try $0.present(screen(1)) }
        subject.perform { try $0.present(screen(2)) }
    }
    let held: (Int) -> Subject = { size in
        let subject = Subject(star(size + 1, style: .hold))
        for number in 1...size { subject.perform { try $0.present(screen(number)) } }
        return subject
    }
    measure("present and dismiss, with siblings held", [10, 1_000, 10_000], held) { subject, size in
        subject.perform { try $0.present(screen(size + 1)) }
        subject.perform { try $0.dismiss(screen(size + 1)) }
    }

    // Hiding and showing: 10 and 1,000 places appear and disappear with one operation.
    let passing: (Int) -> Subject = { size in
        let subject = Subject(star(size, style: .hold) + [Segue(screen(0) => screen(-1), isDismissable: true)])
        for number in 1...size { subject.perform { try $0.present(screen(number)) } }
        return subject
    }
    measure("pass over what is held, and dismiss", [10, 1_000], passing) { subject, _ in
        subject.perform { try $0.present(screen(-1)) }
        subject.perform { try $0.dismiss(screen(-1)) }
    }
    // Returning: a chain of that length appears step by step and disappears in one step.
    measure(
        "a chain, and return", [10, 1_000],
        { size in Subject((0...size).map { Segue(screen($0) => screen($0 == size ? 0 : $0 + 1)) }) }
    ) { subject, size in
        for number in 1...size { subject.perform { try $0.present(screen(number)) } }
        subject.perform { try $0.present(screen(0)) }
    }

    for size in [1_000, 10_000] {
        let segues = tree(size)
        Benchmark("construct, \(size) segues", configuration: .init(metrics: [.wallClock])) { _ in
            blackHole(try? NavigationGraph(entry: screen(0), segues: segues))
        }
        let subject = Subject(segues)
        Benchmark("transitions, \(size) segues", configuration: .init(metrics: [.wallClock])) { _ in
            for transition in subject.state.transitions() { blackHole(transition) }
        }
    }
}
