import AtollPackages
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A publisher's calls to the Center.
struct PublishingClient: Sendable {
    let center: URL
    let key: String

    private struct Versions: Decodable {
        let versions: [MiniAppListing]
    }

    private struct Problem: Decodable {
        let detail: String
        let subject: String?
    }

    func currentVersion(of id: MiniAppID) async throws -> MiniAppListing? {
        let data = try await send("GET", "v1/miniapps/\(id)/versions", for: id)
        return try MiniAppListingPage.decoder.decode(Versions.self, from: data).versions.first
    }

    func setRoles(_ roles: [String], of id: MiniAppID) async throws {
        let body = try JSONEncoder().encode(["roles": roles])
        _ = try await send("PUT", "v1/miniapps/\(id)/access", body, type: "application/json", for: id)
    }

    func upload(_ package: MiniAppPackage) async throws {
        let id = package.manifest.id
        _ = try await send("POST", "v1/miniapps/\(id)/versions", package.archive(), type: "application/zip", for: id)
    }

    private func send(
        _ method: String, _ path: String, _ body: Data? = nil, type: String? = nil, for id: MiniAppID
    ) async throws -> Data {
        var request = URLRequest(url: center.appending(path: path))
        request.httpMethod = method
        request.httpBody = body
        request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        if let type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            let problem = try? JSONDecoder().decode(Problem.self, from: data)
            let reason = [problem?.subject, problem?.detail ?? "status \(status)"].compactMap(\.self)
            throw LagoonError.notPublished(id.rawValue, reason: reason.joined(separator: ": "))
        }
        return data
    }
}
