import AtollCenter
import AtollPostgres

extension PostgresError: StorageFailure {}
