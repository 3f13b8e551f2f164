import AtollTestSupport
import Foundation
import Testing

@Suite("The command", .serialized)
struct CommandTests {
    private let directory: TemporaryDirectory
    private let miniApps: URL

    init() throws {
        directory = try TemporaryDirectory()
        miniApps = directory.url.appending(path: "miniapps")
        try FileManager.default.createDirectory(at: miniApps, withIntermediateDirectories: true)
    }

    private var data: String { directory.url.appending(path: "data").path }

    @Test("A taken port is one line that says which, and how to choose another")
    func portTaken() throws {
        let first = try LagoonProcess(
            arguments: [], data: directory.url.appending(path: "first"), miniApps: miniApps
        )
        let port = try #require(first.waitForAddress()?.port)
        for option in ["--port", "--center-port"] {
            let other = option == "--port" ? "--center-port" : "--port"
            let result = try LagoonProcess.run([
                "--data", data, "--miniapps", miniApps.path, option, "\(port)", other, "0",
            ])
            #expect(result.status == 1)
            #expect(
                result.errors
                    == "Error: Port \(port) is taken. Stop what listens there, or choose another one with \(option).\n"
            )
            #expect(result.output == "")
        }
        #expect(first.stop() == 0)
    }

    @Test("Two at a time do not share a directory")
    func directoryInUse() throws {
        let first = try LagoonProcess(arguments: [], data: URL(fileURLWithPath: data), miniApps: miniApps)
        _ = first.waitForAddress()
        let result = try LagoonProcess.run(["--data", data, "--miniapps", miniApps.path, "--port", "0"])
        #expect(result.status == 1)
        #expect(result.errors.contains("Another Lagoon uses"))
        #expect(first.stop() == 0)
    }

    @Test("A mini app that breaks a rule stops the start with its reason")
    func badMiniApp() throws {
        let folder = miniApps.appending(path: "broken")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: folder.appending(path: "manifest.json"))
        let result = try LagoonProcess.run([
            "--data", data, "--miniapps", miniApps.path, "--port", "0", "--center-port", "0",
        ])
        #expect(result.status == 1)
        #expect(
            result.errors.contains(
                "The mini app broken could not be published: manifest: app_id: The member is missing."
            )
        )
    }

    @Test("Options that make no sense are refused")
    func options() throws {
        for arguments in [["--port", "70000"], ["--log-level", "loud"], ["--miniapps", "/nowhere"]] {
            let result = try LagoonProcess.run(["--data", data] + arguments)
            #expect(result.status == 64)
        }
    }
}
