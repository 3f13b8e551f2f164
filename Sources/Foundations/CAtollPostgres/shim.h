#ifndef ATOLL_CPOSTGRES_SHIM_H
#define ATOLL_CPOSTGRES_SHIM_H

#include <libpq-fe.h>

// The fields of an error are numbered by character literals, which Swift does not import.

static inline const char *atoll_pg_state(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *atoll_pg_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

static inline const char *atoll_pg_constraint(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

#endif
