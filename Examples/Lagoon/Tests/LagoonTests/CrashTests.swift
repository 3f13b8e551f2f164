import AtollTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Killed at any moment", .serialized)
struct CrashTests {
    @Test("Kills while publishing and installing leave only intact versions", .thorough("kills"))
    func kills() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed: \(seed)")
        var generator = SeededGenerator(seed: seed)
        let directory = try TemporaryDirectory()
        let data = directory.url.appending(path: "data")
        let miniApps = directory.url.appending(path: "miniapps")

        for round in 0..<TestLength.of(short: 6, long: 20) {
            // New files each time, so that there is something to publish and to install.
            for name in ["one", "two", "three"] { try write(name, round: round, in: miniApps) }
            let lagoon = try LagoonProcess(arguments: [], data: data, miniApps: miniApps)
            let isPublishing = round % 2 == 0
            if isPublishing {
                // Starting, publishing and the moment after that take a few hundred milliseconds.
                let pause1 = Duration.milliseconds(Int.random(in: 0...600, using: &generator))
                try await Task.sleep(for: pause1)  // sleep: kills come at random moments
            } else if let address = lagoon.waitForAddress() {
                let opening = Task { try? await open(["one", "two", "three"], at: address) }
                let pause2 = Duration.milliseconds(Int.random(in: 0...400, using: &generator))
                try await Task.sleep(for: pause2)  // sleep: kills come at random moments
                opening.cancel()
            }
            lagoon.kill()
            guard FileManager.default.fileExists(atPath: data.path) else { continue }
            let check = try LagoonProcess.run(["verify", "--data", data.path])
            #expect(check.status == 0, "round \(round), seed \(seed): \(check.output)\(check.errors)")
        }

        // The next start needs no repair: all three can be opened.
        let lagoon = try LagoonProcess(arguments: [], data: data, miniApps: miniApps)
        let address = try #require(lagoon.waitForAddress())
        #expect(try await open(["one", "two", "three"], at: address) == [200, 200, 200])
        #expect(lagoon.stop() == 0)
        #expect(try LagoonProcess.run(["verify", "--data", data.path]).output == "All versions are intact.\n")
    }

    private func write(_ name: String, round: Int, in miniApps: URL) throws {
        var sample = SampleMiniApp(id: "com.example.\(name)", name: name)
        for number in 0..<30 {
            sample.files["common/\(number).txt"] = String(repeating: "\(name) \(round) \(number)\n", count: 200)
        }
        for file in sample.packageFiles {
            let url = miniApps.appending(path: "\(name)/\(file.path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try file.contents.write(to: url)
        }
    }

    /// Signs in and opens the mini apps one after another.
    ///
    /// - Returns: The status of each page.
    @discardableResult
    private func open(_ names: [String], at address: URL) async throws -> [Int] {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        let session = URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
        var request = URLRequest(url: address.appending(path: "sign-in"))
        request.httpMethod = "POST"
        request.setValue(address.absoluteString, forHTTPHeaderField: "Origin")
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("name=ada&password=coral-reef-1843".utf8)
        let (_, response) = try await session.answer(to: request)
        let headers = response.allHeaderFields
        let cookie = headers.first { "\($0.key)".lowercased() == "set-cookie" }.map {
            "\($0.value)".prefix { $0 != ";" }
        }
        var statuses: [Int] = []
        for name in names {
            var request = URLRequest(url: address.appending(path: "miniapp/com.example.\(name)"))
            request.setValue(cookie.map(String.init), forHTTPHeaderField: "Cookie")
            let (_, response) = try await session.answer(to: request)
            statuses.append(response.statusCode)
        }
        return statuses
    }

    private final class NoRedirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }
}
