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

    @Test("A port in use is reported in one line that names it, and how to choose another one")
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
                    == "Error: Port \(port) is in use. Stop the process that listens on it, or choose another port with \(option).\n"
            )
            #expect(result.output == "")
        }
        #expect(first.stop() == 0)
    }

    @Test("Two processes can't use the same directory", .thorough("more commands"))
    func directoryInUse() throws {
        let first = try LagoonProcess(arguments: [], data: URL(fileURLWithPath: data), miniApps: miniApps)
        _ = first.waitForAddress()
        let result = try LagoonProcess.run(["--data", data, "--miniapps", miniApps.path, "--port", "0"])
        #expect(result.status == 1)
        #expect(result.errors.contains("Another Lagoon uses"))
        #expect(first.stop() == 0)
    }

    @Test(
        "A mini app that breaks a rule prevents the start, and the error gives the reason", .thorough("more commands"))
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

    @Test("Invalid options are refused")
    func options() throws {
        for arguments in [["--port", "70000"], ["--log-level", "loud"], ["--miniapps", "/nowhere"]] {
            let result = try LagoonProcess.run(["--data", data] + arguments)
            #expect(result.status == 64)
        }
    }

    @Test("A URL is opened on the command line, or refused with an error message and status 1")
    func openCommand() throws {
        let product = try LagoonProcess.run(["open", "dla://Products?id=30"])
        #expect(product.status == 0)
        #expect(
            product.output
                == "splash -> dashboard\ndashboard -> products.list\nproducts.list -> products.product(30)\n"
        )
        let web = try LagoonProcess.run([
            "open", "https://lagoon.example/products?id=30", "--origin", "https://lagoon.example",
        ])
        #expect(web.output == product.output)
        let mini = try LagoonProcess.run(["open", "miniapp://com.example.kudos/pages/give?to=ada"])
        #expect(
            mini.output.contains("hub.hub -> hub.miniApp(com.example.kudos)\nhanded on: pages/give\nhanded on: to=ada"))
        for (address, error) in [
            ("dla://Products?id=abc", "\"abc\" in the item \"id\" is not a whole number.\n"),
            ("ftp://x", "URLs that begin with \"ftp:\" do not belong to this app.\n"),
            ("https://evil.example/products", "The host \"evil.example\" does not belong to this app.\n"),
            ("/nowhere", "Nothing was found at \"nowhere\", component 1.\n"),
        ] {
            let result = try LagoonProcess.run(["open", address])
            #expect(result.status == 1)
            #expect(result.errors == error)
            #expect(result.output == "")
        }
    }

    @Test("The graph is drawn and the routes are listed")
    func drawings() throws {
        #expect(try LagoonProcess.run(["graph"]).output.hasPrefix("flowchart LR\n    n0([\"splash\"])"))
        #expect(try LagoonProcess.run(["graph", "--format", "dot"]).output.hasPrefix("digraph navigation {"))
        #expect(try LagoonProcess.run(["graph", "--format", "svg"]).output.hasPrefix("<svg xmlns="))
        #expect(try LagoonProcess.run(["graph", "--format", "png"]).status == 64)
        let links = try LagoonProcess.run(["links"]).output
        #expect(links.contains("| /products?id={id}"))
        #expect(links.contains("| a whole number") || links.contains("id: a whole number"))
    }
}
