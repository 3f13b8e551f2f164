import ArgumentParser
import AtollCenter
import AtollPackages
import BoundedHTTP
import BoundedServer
import Foundation
import Logging
import NIOCore
import PrintableText
import ServiceLifecycle

/// `atoll center`: runs a Mini App Center.
struct CenterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "center", abstract: "Run a Mini App Center, and give publishers access to it.",
        subcommands: [
            ServeCenterCommand.self, InitCenterCommand.self, CenterKeyCommand.self, CenterAllowCommand.self,
            CheckCenterCommand.self, BackUpCenterCommand.self, RestoreCenterCommand.self,
            CheckStorageCommand.self, FillCenterCommand.self, MeasureCenterCommand.self,
        ] + shared,
        defaultSubcommand: ServeCenterCommand.self
    )

    /// What there is only for Centers in PostgreSQL.
    private static var shared: [any ParsableCommand.Type] {
        #if canImport(AtollCenterPostgres)
        [
            MigrateCenterCommand.self, MoveCenterCommand.self, ExportRepositoryCommand.self,
            SubmitProposalCommand.self, AdvanceCenterCommand.self,
        ]
        #else
        []
        #endif
    }
}
