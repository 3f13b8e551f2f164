import Foundation
import SQLStatements

/// A transaction that changes something.
package struct Transaction {
    package let session: any SQLSession
    package let actor: AuditActor
    package let now: Date

    package init(session: any SQLSession, actor: AuditActor, now: Date) {
        self.session = session
        self.actor = actor
        self.now = now
    }

    package var view: Snapshot { Snapshot(session: session, now: now) }

    /// The time in seconds since 1970.
    package var time: Int { now.secondsSince1970 }

    /// Waits until no other change is under way, in a transaction that the database's own change has not begun; nothing
    /// that is read from then on changes until it ends. SQLite has one writer anyway.
    package func takeTurn() throws {
        if session.dialect == .postgres { try session.perform("SELECT 1 FROM work_turn FOR UPDATE") }
    }

    /// Appends a row to the audit log.
    package func note(_ record: AuditRecord) throws {
        try AuditLog.append(record, by: actor, at: now, session)
    }

    /// Notes a row on behalf of another actor: the Center itself, for automatic changes.
    package func note(_ record: AuditRecord, by actor: AuditActor) throws {
        try AuditLog.append(record, by: actor, at: now, session)
    }
}

extension Date {
    /// Whole seconds since 1970; 0 for a time beyond all calendars.
    package var secondsSince1970: Int { Int(exactly: timeIntervalSince1970.rounded(.down)) ?? 0 }
}
