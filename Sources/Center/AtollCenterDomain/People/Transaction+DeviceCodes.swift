import Foundation
import RequestParsing
import SQLStatements

extension Snapshot {
    /// Returns the request that waits for a user to type this code, or `nil`.
    package func deviceCode(typed userCode: String) throws -> DeviceCode? {
        try deviceCode(where: "user_code = \(.text(userCode))")
    }

    /// Returns the request of the program with this secret, or `nil`.
    package func deviceCode(withDigest digest: Data) throws -> DeviceCode? {
        try deviceCode(where: "digest = \(.bytes(digest))")
    }

    private func deviceCode(where condition: SQLFragment) throws -> DeviceCode? {
        try session.row(
            """
            SELECT user_code, agent, address, expires, is_denied, account, is_confirmed FROM device_code
            WHERE \(condition) AND expires > \(.integer(time))
            """
        ).map { row in
            let account = try row.optionalText(5)
            return DeviceCode(
                userCode: try row.text(0), agent: try row.text(1), address: try row.text(2), expires: try row.int(3),
                isConfirmed: try row.bool(6),
                state: try row.bool(4) ? .denied : account.map { .allowed($0) } ?? .waiting)
        }
    }
}

extension Transaction {
    /// Notes that a program wants to be signed in.
    ///
    /// - Parameters:
    ///   - digest: The digest of the secret with which it asks for the decision.
    ///   - agent: What it calls itself.
    ///   - maximum: How many codes may wait.
    package func askForDevice(
        _ userCode: String, digest: Data, agent: String, address: String, upTo maximum: Int = DeviceCode.maximumCount
    ) throws -> DeviceCode {
        let count = try session.row("SELECT count(*) FROM device_code WHERE expires > \(.integer(time))")?.int(0) ?? 0
        if count >= maximum { try makeRoomForDevices() }
        let isTaken = try session.exists("SELECT 1 FROM device_code WHERE user_code = \(.text(userCode))")
        guard !isTaken else { throw ActionError.tooMany(seconds: 1) }
        try session.perform(
            """
            INSERT INTO device_code (digest, user_code, agent, address, expires)
            VALUES (\(.bytes(digest)), \(.text(userCode)), \(.text(agent)), \(.text(address)),
                \(.integer(time + DeviceCode.lifetime)))
            """)
        guard let code = try view.deviceCode(withDigest: digest) else { throw ActionError.unknown("code") }
        return code
    }

    /// Removes codes that were not typed yet, the oldest first: those of the network with the most codes, in the
    /// provider's network with the most.
    /// An attacker with many addresses in one network removes only codes from that network.
    private func makeRoomForDevices() throws {
        let waiting = try session.rows(
            """
            SELECT digest, address FROM device_code
            WHERE account IS NULL AND is_denied = 0 AND expires > \(.integer(time)) ORDER BY expires
            """
        ).map { (digest: try $0.data(0), site: Self.site(of: try $0.text(1))) }
        guard
            let provider = Dictionary(grouping: waiting, by: { $0.site.prefix(2) }).values.max(by: {
                $0.count < $1.count
            }),
            let site = Dictionary(grouping: provider, by: \.site).values.max(by: { $0.count < $1.count })
        else { throw ActionError.tooMany(seconds: 60) }
        // Several together: reading all of them takes time.
        for code in site.prefix(min(max(1, site.count / 2), DeviceCode.removedTogether)) {
            try session.perform("DELETE FROM device_code WHERE digest = \(.bytes(code.digest))")
        }
    }

    /// The parts of the address of the network that one customer may control. The first two are those of a provider
    /// (/16, /32).
    private static func site(of address: String) -> [Substring] {
        guard let parsed = IPAddress(address) else { return [address[...]] }
        return parsed.site.description.split(separator: parsed.isIPv4 ? "." : ":")
    }

    /// Permits the program whose code a user has typed to act for them, or refuses that.
    ///
    /// - Parameter isConfirmed: Whether they have just proved who they are.
    package func decide(_ userCode: String, as account: String, isAllowed: Bool, isConfirmed: Bool) throws {
        guard let code = try view.deviceCode(typed: userCode), code.state == .waiting else {
            throw ActionError.unknown("code")
        }
        guard let account = try view.account(account), !account.isSuspended else { throw ActionError.badCredentials }
        try session.perform(
            """
            UPDATE device_code SET account = \(.text(account.id)), is_denied = \(.flag(!isAllowed)),
                is_confirmed = \(.flag(isConfirmed)) WHERE user_code = \(.text(userCode))
            """)
        // From which browser, while the session's row has the program's address.
        if isAllowed { try note(AuditRecord(.signInOnNewDevice, subject: account.id, after: code.agent)) }
    }

    /// Removes permissions that no program has fetched yet, as sessions end.
    func endDeviceCodes(of account: String) throws {
        try session.perform("DELETE FROM device_code WHERE account = \(.text(account))")
    }

    /// Begins the session of a permitted program; its code is used up.
    ///
    /// - Returns: The account; `nil` until the user has decided.
    /// - Throws: ``ActionError/unknown(_:)`` for a code that has expired, was used or never was;
    ///   ``ActionError/denied``.
    package func redeemDevice(_ digest: Data, session id: String, secret: Data) throws -> Account? {
        guard let code = try view.deviceCode(withDigest: digest) else { throw ActionError.unknown("code") }
        guard case .allowed(let account) = code.state else {
            if code.state == .denied { throw ActionError.denied }
            return nil
        }
        guard let found = try view.account(account), !found.isSuspended else { throw ActionError.unknown("code") }
        try session.perform("DELETE FROM device_code WHERE digest = \(.bytes(digest))")
        let change = Transaction(
            session: session, actor: AuditActor(.user, found.id, via: .api, from: actor.origin), now: now)
        try change.beginSession(
            id, digest: secret, of: found.id, .command, agent: code.agent,
            isConfirmed: code.isConfirmed)
        return found
    }
}
