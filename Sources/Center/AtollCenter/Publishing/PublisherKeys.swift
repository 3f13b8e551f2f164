import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages
import Foundation

/// The keys that publishers sign with, as the repository has them, and those that they ask for.
struct PublisherKeys: Sendable {
    let people: PeopleService
    let repository: ReleaseRepository

    /// A publisher's keys now; nil if it has none, or there is no repository yet.
    func present(of publisher: PublisherID) async throws -> PublisherFile? {
        do {
            return try await repository.publisher(publisher)
        } catch CenterError.noRepository {
            return nil
        }
    }

    /// Records which of the requests that wait the review team has signed in the meantime.
    func settle() async throws {
        var last = ""
        while true {
            let waiting = try await people.store.read { [last] in try $0.waitingKeyRequests(after: last, limit: 200) }
            for request in waiting { try await settle(request) }
            guard waiting.count == 200, let end = waiting.last else { return }
            last = end.id
        }
    }

    /// Records whether the review team has signed what one request asks for.
    func settle(request id: String) async throws {
        guard let request = try await people.store.read({ try $0.keyRequest(id) }), request.state == .asked else {
            return
        }
        try await settle(request)
    }

    /// Records it for the request of one organization.
    func settle(_ organization: String) async throws {
        if let waiting = try await people.store.read({ try $0.waitingKeyRequest(of: organization) }) {
            try await settle(waiting)
        }
    }

    private func settle(_ request: KeyRequest) async throws {
        guard let present = try await present(of: request.request.publisher), request.request.isTakenIn(by: present)
        else { return }
        // A change that is noticed on the way is not part of the request.
        try await IdempotentRequest.$current.withValue(nil) {
            _ = try await people.store.change(by: .system) { try $0.takeKeysIn(request.id) }
        }
    }
}
