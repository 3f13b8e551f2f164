import AtollCenterDomain
import Foundation
import SQLStatements

extension PeopleService {
    /// Returns the account of a user whom a provider has identified.
    ///
    /// The first time, the account with the address that the provider has verified is linked. For a user who is
    /// invited and has no account, one is made. It accepts no invitation: that takes the invitation itself. An account
    /// with a second factor is linked later, once the factor was given: the address may have been given to another
    /// person at the provider.
    ///
    /// - Throws: ``Unknown`` with the reason.
    package func account(of identity: ProvenIdentity, from origin: AuditActor.Origin) async throws -> Account {
        let known = try await store.read { try $0.account(of: identity) }
        if let known {
            guard !known.isSuspended else { throw Unknown.suspended }
            return known
        }
        let id = newID()
        return try await store.change(by: AuditActor(.user, id, via: .console, from: origin)) {
            try $0.link(identity, orCreate: id)
        }
    }

    /// Why an identity of a provider leads to no account here.
    enum Unknown: Error {
        case noAddress
        case unverifiedAddress
        case stranger
        case otherIdentity
        case suspended

        /// - Parameter claim: The claim that should have the address.
        package func signIn(_ claim: String) -> SignInFault.Reason {
            switch self {
            case .noAddress: .noAddress(claim: claim)
            case .unverifiedAddress: .unverifiedAddress
            case .stranger: .stranger
            case .otherIdentity: .otherIdentity
            case .suspended: .suspended
            }
        }
    }
}

extension Snapshot {
    /// The account that a provider's subject has signed in as before.
    package func account(of identity: ProvenIdentity) throws -> Account? {
        try session.row(
            """
            SELECT \(Self.accountColumns) FROM external_identity
            JOIN account ON account.id = external_identity.account
            WHERE issuer = \(.text(identity.issuer)) AND subject = \(.text(identity.subject))
            """
        ).map(Self.account)
    }
}

extension Transaction {
    /// Finds or creates the account of a user whom a provider identifies for the first time.
    fileprivate func link(_ identity: ProvenIdentity, orCreate id: String) throws -> Account {
        if let known = try view.account(of: identity) { return known }
        guard let email = identity.email, (try? Account.checkEmail(email)) != nil else {
            throw identity.hasUnverifiedEmail
                ? PeopleService.Unknown.unverifiedAddress : PeopleService.Unknown.noAddress
        }
        let account: Account
        if let found = try view.account(email: email) {
            guard !found.isSuspended else { throw PeopleService.Unknown.suspended }
            let isAnothers = try session.exists(
                """
                SELECT 1 FROM external_identity
                WHERE account = \(.text(found.id)) AND issuer = \(.text(identity.issuer))
                """)
            // The address belongs to another person at the provider now.
            guard !isAnothers else { throw PeopleService.Unknown.otherIdentity }
            if found.hasSecondFactor { return found }
            account = found
        } else {
            let isInvited = try session.exists(
                """
                SELECT 1 FROM invitation WHERE email = \(.text(Account.folded(email))) AND state = 'open'
                    AND expires > \(.integer(time))
                """)
            guard isInvited else { throw PeopleService.Unknown.stranger }
            let name = identity.name.flatMap { (try? Name.check($0, as: "name")) == nil ? nil : $0 }
            account = try createAccount(id, email: email, name: name ?? email, password: nil)
        }
        try insert(identity, of: account)
        return account
    }

    /// Links a provider's subject to an account whose second factor was given, unless one of them is linked already.
    ///
    /// - Throws: ``ActionError/badCredentials`` if the subject is of another account.
    package func link(_ identity: ProvenIdentity, to account: Account) throws {
        if let known = try view.account(of: identity) {
            guard known.id == account.id else { throw ActionError.badCredentials }
            return
        }
        let isLinked = try session.exists(
            """
            SELECT 1 FROM external_identity
            WHERE account = \(.text(account.id)) AND issuer = \(.text(identity.issuer))
            """)
        guard !isLinked, let email = identity.email, Account.folded(email) == account.email else {
            throw ActionError.badCredentials
        }
        try insert(identity, of: account)
    }

    private func insert(_ identity: ProvenIdentity, of account: Account) throws {
        try session.perform(
            """
            INSERT INTO external_identity (issuer, subject, account)
            VALUES (\(.text(identity.issuer)), \(.text(identity.subject)), \(.text(account.id)))
            """)
        try note(
            AuditRecord(.verifyAccount, subject: account.id, after: identity.issuer),
            by: AuditActor(.user, account.id, via: actor.channel, from: actor.origin))
    }
}
