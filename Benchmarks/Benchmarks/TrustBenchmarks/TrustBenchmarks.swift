import AtollPackages
import Benchmark
import Foundation
import SignedJSON
import TUF

/// The cost of signing and verifying as a Center grows, and how much devices download.
let benchmarks: @Sendable () -> Void = {
    json()
    publishing()
    downloads()
}

/// 5 MB of metadata: Atoll's parser and canonical form, compared with Foundation's parser alone.
private func json() {
    let sha = String(repeating: "0123456789abcdef", count: 4)
    var targets: [ExactString: JSONValue] = [:]
    for number in 0..<36_000 {
        targets[.init("releases/com.example.app\(number).json")] = .object([
            "length": .integer(1_400 + number % 100), "hashes": .object(["sha256": .string(sha)]),
        ])
    }
    let document = JSONValue.object([
        "signed": .object(["_type": "targets", "version": .integer(3), "targets": .object(targets)]),
        "signatures": .array([.object(["keyid": .string(sha), "sig": .string(sha + sha)])]),
    ])
    let data = Data(document.readableBytes)
    let size = String(format: "%.1f MB", Double(data.count) / 1_000_000)
    Benchmark("JSON of \(size): Foundation parses it", configuration: .init(metrics: [.wallClock])) { benchmark in
        for _ in benchmark.scaledIterations { blackHole(try JSONSerialization.jsonObject(with: data)) }
    }
    Benchmark("JSON of \(size): parse and canonicalise", configuration: .init(metrics: [.wallClock])) { benchmark in
        for _ in benchmark.scaledIterations { blackHole(try JSONValue(parsing: data).canonicalBytes) }
    }
}

/// Publishing one release among few and among many: its descriptor, its bin, the snapshot and the timestamp.
private func publishing() {
    for apps in [1_000, 100_000] {
        Benchmark(
            "publish one release among \(apps)", configuration: .init(metrics: [.wallClock], maxDuration: .seconds(5))
        ) { benchmark, sample in
            for _ in benchmark.scaledIterations {
                sample.code += 1
                try sample.repository.add(17, publishers: 100, code: sample.code)
                try sample.repository.repository.publish()
            }
        } setup: {
            Sample(repository: try SampleRepository(apps: apps, publishers: 100))
        } teardown: {
        }
    }
}

/// A repository that a benchmark changes.
final class Sample: @unchecked Sendable {
    // Safe: a benchmark runs alone.
    var repository: SampleRepository
    var code = 1

    init(repository: SampleRepository) { self.repository = repository }

    deinit { repository.remove() }
}

/// The downloads of a device after its own mini app and another were published, and when nothing is new.
private func downloads() {
    let bytes = BenchmarkMetric.custom("metadata bytes")
    let requests = BenchmarkMetric.custom("requests")
    let configuration = Benchmark.Configuration(metrics: [bytes, requests], maxIterations: 1)
    Benchmark("a returning device, 100000 mini apps of 10000 publishers", configuration: configuration) { benchmark in
        let device = try await Device.make()
        defer { device.sample.repository.remove() }
        try device.sample.repository.add(17, publishers: 10_000, code: 2)
        try device.sample.repository.add(18, publishers: 10_000, code: 2)
        try device.sample.repository.repository.publish()
        device.transport.reset()
        try await device.open()
        benchmark.measurement(bytes, device.transport.metadataBytes)
        benchmark.measurement(requests, device.transport.requests)
    }
    Benchmark("a refresh with nothing new, 100000 mini apps", configuration: configuration) { benchmark in
        let device = try await Device.make()
        defer { device.sample.repository.remove() }
        device.transport.reset()
        try await device.open()
        benchmark.measurement(bytes, device.transport.metadataBytes)
        benchmark.measurement(requests, device.transport.requests)
    }
}

/// A device that has opened a mini app.
private struct Device {
    let sample: Sample
    let transport: CountingFolder
    let path = ReleaseDescriptor.path(of: SampleRepository.app(17, publishers: 10_000))

    static func make() async throws -> Device {
        let sample = Sample(repository: try SampleRepository(apps: 100_000, publishers: 10_000))
        let device = Device(sample: sample, transport: CountingFolder(sample.repository.directory))
        let folder = sample.repository.directory.appending(path: "device")
        try TUFClient.trust(TUFRepository.firstRoot(in: sample.repository.directory), in: folder)
        try await device.open()
        return device
    }

    /// Opens the mini app: refreshes, then reads its descriptor and its publisher's file.
    func open() async throws {
        let base = URL(string: "https://center.example")!
        let folder = sample.repository.directory.appending(path: "device")
        let client = try TUFClient(
            directory: folder, metadataURL: base.appending(path: "metadata"), transport: transport)
        try await client.refresh()
        let targets = base.appending(path: "targets")
        for path in [path, PublisherFile.path(of: PublisherID("com.example17")!)] {
            _ = try await client.download(path, from: targets, to: folder.appending(path: "targets"))
        }
    }
}
