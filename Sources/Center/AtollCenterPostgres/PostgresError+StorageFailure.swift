import AtollCenter
import AtollCenterDomain
import AtollPostgres

extension PostgresError: StorageFailure {}
