import ArgumentParser
import AtollCenterAPI
import AtollTerminal
import Foundation
import QRCodes
import SignedJSON

/// `atoll preview`: links that open a version before it is released.
struct PreviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Let people open a version before its release, with a link or a QR code.",
        discussion: """
            A link opens in a super app that shows previews, marked as not reviewed, with separate data. Anyone with \
            the link can open it. It expires, can be revoked, and each opening is recorded in the audit log.

              atoll preview create com.example.kudos 4 --days 2
              atoll preview list com.example.kudos 4
              atoll preview revoke com.example.kudos 4 ID
            """,
        subcommands: [Create.self, List.self, Revoke.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link. It is printed once, with a QR code for a phone's camera.",
            discussion: """
                For instance:
                  atoll preview create com.example.kudos 4 --days 2 --opens 5
                """)

        @OptionGroup
        var place: VersionPlace

        @Option(help: "The days until it expires, from 1 to 30. Default: 7.")
        var days: Int?

        @Option(help: "How often it may be opened, from 1 to 100. Default: 20.")
        var opens: Int?

        @Flag(help: "Print no QR code.")
        var noQR = false

        func run() async throws {
            try await reporting {
                var members: [ExactString: JSONValue] = [:]
                if let days { members["days"] = .integer(days) }
                if let opens { members["opens"] = .integer(opens) }
                try await place.work.send("POST", place.path("previews"), .object(members)) {
                    (answer: NewPreviewView) in
                    let links = answer.links
                    var lines = links.map { "\($0.address)  in \($0.superApp)" }
                    lines.append("The code, for /preview in the super app: \(answer.code)")
                    lines.append(PreviewCommand.line(answer.preview))
                    lines.append("The code is not shown again.")
                    if !noQR, let address = links.first?.address, let code = try? QRCode(address) {
                        lines.append(code.halfBlocks(isColoured: isatty(STDOUT_FILENO) == 1))
                    }
                    return lines
                }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the links to a version that can still be opened.",
            discussion: """
                For instance:
                  atoll preview list com.example.kudos 4
                """)

        @OptionGroup
        var place: VersionPlace

        func run() async throws {
            try await reporting {
                try await place.work.send("GET", place.path("previews")) { (page: PageView<PreviewView>) in
                    let lines = page.items.map(PreviewCommand.line)
                    return lines.isEmpty ? ["No previews."] : lines
                }
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a link: it no longer opens the version.",
            discussion: """
                For instance:
                  atoll preview revoke com.example.kudos 4 3f0c9a7e52b18d64c0a1e7f2
                """)

        @OptionGroup
        var place: VersionPlace

        @Argument(help: "The id that atoll preview list prints.")
        var id: String

        func run() async throws {
            try await reporting {
                let path = place.path("previews/\(CenterOptions.escaped(id))")
                try await place.work.send("DELETE", path, saying: "The link was revoked.")
            }
        }
    }

    private static func line(_ preview: PreviewView) -> String {
        let expires = Date(timeIntervalSince1970: Double(preview.expires))
        return
            "\(preview.id)  until \(expires.formatted(.iso8601))  opened \(preview.opened) of \(preview.opens) times"
    }
}
