import AtollCenter
import Postgres

extension PostgresError: StorageFailure {}
