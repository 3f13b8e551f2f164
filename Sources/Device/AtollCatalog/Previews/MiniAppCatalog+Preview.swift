import AtollPackages
import BoundedHTTP
import Foundation
import SignedJSON

extension MiniAppCatalog {
    /// Opens a version by the code of a link that its publisher or a reviewer has made.
    ///
    /// It is verified as a release is, but for the operator's signature: its publisher's keys have signed it, for this
    /// repository and this super app. It is installed beside the mini app and not in its place: see
    /// ``AtollPackages/MiniAppID/preview``.
    ///
    /// Only hosts that are built for it offer this: it is public in the product `AtollSandbox`.
    ///
    /// - Throws: ``PreviewError``.
    package func preview(code: String) async throws(PreviewError) -> LoadedPreview {
        let opened = try await client.openPreview(code)
        guard let app = MiniAppID(opened.miniApp) else {
            throw .catalog(.invalidResponse("it is about no mini app"))
        }
        let statement: ReleaseStatement
        do throws(CatalogError) {
            statement = try await releases.unreleased(opened.statement, of: app)
            guard statement.version.code == opened.code else { throw .invalidResponse("it is about another version") }
        } catch {
            throw .catalog(error)
        }
        return LoadedPreview(
            miniApp: try await preview(of: statement), statement: statement,
            expires: Date(timeIntervalSince1970: TimeInterval(opened.expires)))
    }

    /// The files of a preview that was opened before: from the cache, or fetched again if it has made room for others.
    ///
    /// - Parameter statement: What ``preview(code:)`` has verified.
    /// - Throws: ``PreviewError``.
    package func preview(of statement: ReleaseStatement) async throws(PreviewError) -> InstalledMiniApp {
        guard let id = statement.app.preview else { throw .unfit(statement.app) }
        do throws(CatalogError) {
            return try await cache.install(
                AcceptedRelease(statement: statement, permissionsDenied: []), as: id, from: client)
        } catch {
            throw .catalog(error)
        }
    }

    /// Whether a link that was opened is still good: not if it has expired, was revoked, or something has happened to
    /// its version. While the Center can't be reached, it is.
    package func isGood(previewCode code: String) async -> Bool {
        do throws(PreviewError) {
            _ = try await client.ask(code, "v1/previews/check")
            return true
        } catch {
            return error != .unknown
        }
    }
}

extension CenterClient {
    /// The Center's answer about a code.
    struct OpenedPreview: Decodable {
        let miniApp: String
        let code: Int
        let expires: Int
        let statement: Data
    }

    private struct Code: Encodable {
        let code: String
    }

    fileprivate func openPreview(_ code: String) async throws(PreviewError) -> OpenedPreview {
        let answer = try await ask(code, "v1/previews/open")
        guard let opened = try? JSONDecoder().decode(OpenedPreview.self, fromForeign: answer) else {
            throw .catalog(.invalidResponse("the JSON does not have the expected format"))
        }
        return opened
    }

    /// Returns the Center's answer about a code.
    fileprivate func ask(_ code: String, _ path: String) async throws(PreviewError) -> Data {
        let response: CatalogResponse
        do throws(CatalogError) {
            guard code.utf8.count <= 100, let json = try? JSONEncoder.center.encode(Code(code: code)) else {
                throw .invalidRequest("the code is too long")
            }
            let request = CatalogRequest(
                center.appending(path: path), host: host, limit: Self.listingLimit)
            response = try await TransferTime.within(.seconds(30)) { () async throws(CatalogError) in
                try await transport.post(json, with: request)
            }
        } catch {
            throw .catalog(error)
        }
        switch response.status {
        case 200, 204: return response.body
        case 404: throw .unknown
        case 409: throw .usedUp
        case 408, 429: throw .catalog(.network("the Center responded with status \(response.status)"))
        case 400..<500: throw .catalog(.invalidRequest("the Center responded with status \(response.status)"))
        default: throw .catalog(.network("the Center responded with status \(response.status)"))
        }
    }
}
