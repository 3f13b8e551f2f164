import AtollPackages
import AtollPublishing
import AtollTestSupport
import AtollTrust
import Foundation
import PrintableText
import SignedJSON
import TUF
import Testing

@testable import AtollCatalog
@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Error texts")
struct ErrorTextTests {
    private static let digest = SHA256Hash(of: Data())
    private static let app = MiniAppID("com.example.sample")!
    private static let publisher = PublisherID("com.example")!
    private static let date = Date(timeIntervalSince1970: 1_800_000_000)

    /// A sample of each case of each public error of the libraries for devices, publishers and operators.
    private static let samples: [String: [any Error]] = [
        "CatalogError": [
            CatalogError.invalidRequest("the page is 0"), .notFound(app), .unauthorized,
            .network("the server was not found"),
            .invalidResponse("the body is longer than 10 bytes"), .corrupted(digest), .untrusted(.noRoot),
            .wrongClock(device: date, server: date.addingTimeInterval(-400_000)),
            .notAccepted(.withdrawn),
            .offlineTooLong(since: date), .refused(PackageRefusal(.duplicate, "a", "Another file has this name.")),
            .cacheInUse,
            .newerCache(9), .storage("The disk is full."),
        ] as [CatalogError],
        "FeedbackError": [
            FeedbackError.tooManyOwnReports, .tooManyReports, .tooOften,
            .refused("\"code\" must be the code of a version that was released."), .catalog(.unauthorized),
        ] as [FeedbackError],
        "PreviewError": [PreviewError.unknown, .usedUp, .unfit(app), .catalog(.unauthorized)] as [PreviewError],
        "ReleaseRefusal": [
            ReleaseRefusal.malformed("statement", "it is empty"), .unsigned(publisher, valid: 0, threshold: 1),
            .unknownKeys(publisher, signed: ["a"], known: ["b"]), .unknownPublisher(app), .otherRepository(digest),
            .otherSuperApp(["x"]), .otherPublisher(publisher, expected: publisher), .otherMiniApp(app, expected: "one"),
            .expired(date), .belowFloor(code: 1, floor: 2), .newerPlatform(needed: 2, has: 1),
            .newerHost(needed: "2", has: "1"), .withdrawn, .notYet, .noRelease(app), .otherManifest(app),
            .otherFiles("a digest"),
        ] as [ReleaseRefusal],
        "TUFError": [
            TUFError.badJSON(role: "root", .ended), .malformed(role: "root", "it is empty"),
            .specVersion(role: "root", "2.0"),
            .unsigned(role: "root", valid: 1, threshold: 2), .rollback(role: "root", from: 2, to: 1),
            .wrongVersion(role: "root", expected: 2, found: 3), .expired(role: "root", "2020"),
            .wrongLength("a", expected: 1, found: 2), .wrongDigest("a"), .unlisted(role: "root"), .noRoot,
            .unknownTarget("a"),
            .badTargetPath("../a"), .transport("a", .notFound), .changedElsewhere(version: 1),
            .keysMissing(role: "root"),
            .lastVersion(role: "root"), .alreadyBegun, .storage("The disk is full."),
        ] as [TUFError],
        "TUFTransportError": [
            TUFTransportError.notFound, .tooLong(limit: 1), .invalid("the body is empty"), .status(500),
            .network("The server went away."),
        ] as [TUFTransportError],
        "PublishingFailure": [
            PublishingFailure.refused(status: 422, rule: "duplicate-name", reason: "Another file has this name."),
            .network("the server went away."), .insecure("http://a"), .redirected(status: 302),
            .otherRepository(digest, expected: digest), .dropsSuperApps(["a"]), .nothingPublished(app),
            .foreignStatement(app), .otherFloor(2, expected: 1),
            .unexpectedAnswer,
        ] as [PublishingFailure],
        "CeremonyError": [
            CeremonyError.alreadyBegun, .prefix(publisher, publisher), .keysMissing("/a"),
            .odd(role: "root", "it is odd"),
            .badProposal("it is empty"),
        ] as [CeremonyError],
        "CenterConfigurationError": [
            CenterConfigurationError.badProxy("a"), .inUse("/a"), .database("/a", "the disk is full"), .moved("/a"),
            .restoring("/a"), .noDatabase("/a"),
        ]
            as [CenterConfigurationError],
        "KeyFileError": [KeyFileError.malformed("It is empty."), .notOpened, .passphraseNeeded] as [KeyFileError],
        "JSONError": [
            JSONError.unexpected(at: 1), .ended, .duplicateName("a"), .notWhole(at: 1), .badNumber(at: 1),
            .tooManyMarks(at: 1),
            .badText(at: 1),
            .tooDeep, .tooManyValues(limit: 1),
        ] as [JSONError],
        "BlobError": [BlobError.damaged(digest)],
        "InstallationError": [InstallationError.missing("a", digest)],
        "BlobPackError": [BlobPackError.noPack, .unexpected(digest), .damaged(digest)] as [BlobPackError],
    ]

    /// The public errors of these libraries and the number of their cases, according to the sources.
    private static func declared() throws -> [String: Int] {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
            .standardizedFileURL
        var found: [String: Int] = [:]
        for library in [
            "Device/AtollCatalog", "Trust/AtollPackages", "Trust/AtollTrust", "Center/AtollCenter",
            "Center/AtollCenterDomain",
            "Center/AtollPublishing", "Trust/TUF", "Foundations/SignedJSON",
        ] {
            let files = FileManager.default.enumerator(
                at: sources.appending(path: library), includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift" else { continue }
                var name: String?
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    if let match = line.firstMatch(of: /^public enum (\w+): .*\bError\b/) {
                        name = String(match.1)
                    } else if line == "}" {
                        name = nil
                    } else if let name, line.hasPrefix("    case ") {
                        // Several cases may share a line, unless one of them has associated values.
                        found[name, default: 0] += line.contains("(") ? 1 : line.count { $0 == "," } + 1
                    } else if let name, line.hasPrefix("    public var ") {
                        found[name, default: 0] += 0
                    }
                }
            }
        }
        return found
    }

    @Test("Each is a sentence, and no case is left out")
    func sentences() throws {
        #expect(try Self.declared() == Self.samples.mapValues(\.count))
        for (type, errors) in Self.samples {
            for error in errors {
                let text = ErrorText.sentence(of: error)
                #expect(text.hasSuffix(".") && text.contains(" "), "\(type): \(text)")
                for odd in ["Domain", "UserInfo", "Optional(", "Error(", "errno", "status 421: status"] {
                    #expect(!text.contains(odd), "\(type): \(text)")
                }
            }
        }
    }

    @Test("Errors of the system are sentences, too")
    func system() throws {
        let file = URL(filePath: "/nowhere/at all")
        var errors: [any Error] = [
            POSIXError(.EACCES), POSIXError(.ENOSPC), CocoaError(.fileWriteOutOfSpace), URLError(.badURL),
        ]
        do { _ = try Data(contentsOf: file) } catch { errors.append(error) }
        do { try FileManager.default.removeItem(at: file) } catch { errors.append(error) }
        do { try Data().write(to: file) } catch { errors.append(error) }
        do { _ = try JSONDecoder().decode([Int].self, from: Data("{".utf8)) } catch { errors.append(error) }
        do { _ = try JSONDecoder().decode([String: Int].self, from: Data(#"{"a": "b"}"#.utf8)) } catch {
            errors.append(error)
        }
        #expect(errors.count == 9)
        for error in errors {
            let text = ErrorText.sentence(of: error)
            #expect(text.hasSuffix("."), "\(text)")
            for odd in ["Domain", "UserInfo", "Optional(", "Error(", "debugDescription"] {
                #expect(!text.contains(odd), "\(text)")
            }
        }
    }
}
