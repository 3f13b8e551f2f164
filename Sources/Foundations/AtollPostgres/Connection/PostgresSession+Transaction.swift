import CAtollPostgres

extension PostgresSession {
    /// Runs `work` in a transaction, which is committed unless it throws.
    func transaction<Result>(_ begin: String, _ work: () throws -> Result) throws -> Result {
        try execute(begin)
        do {
            let result = try work()
            try commit()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs `work` in a part of the open transaction. If it throws, its changes are undone, and the transaction
    /// continues.
    package func savepoint<Result>(_ work: () throws -> Result) throws -> Result {
        try execute("SAVEPOINT part")
        do {
            let result = try work()
            try execute("RELEASE SAVEPOINT part")
            return result
        } catch {
            // If the connection is lost, the next statement reports that.
            try? execute("ROLLBACK TO SAVEPOINT part")
            throw error
        }
    }

    /// - Throws: ``PostgresError/outcomeUnknown`` if the commit was sent and its answer did not arrive.
    func commit() throws(PostgresError) {
        if let fault { throw fault }
        do throws(PostgresError) {
            let done = try query("COMMIT")
            // The server answers a commit with "ROLLBACK" if a statement before it had failed.
            guard String(cString: PQcmdStatus(done.pointer)) == "COMMIT" else {
                throw .refused("25P02", message: "a statement before it had failed", constraint: nil)
            }
        } catch {
            switch error {
            case .lost, .timedOut: throw .outcomeUnknown
            case .refused(let state, _, _) where state.endsSession: throw .outcomeUnknown
            default: throw error
            }
        }
    }

    /// Rolls back the transaction, if the connection still works.
    func rollBack() {
        guard fault == nil, isInTransaction else { return }
        try? execute("ROLLBACK")
    }
}
