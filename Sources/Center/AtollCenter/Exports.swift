// The types that a server with a Center in its process needs: its configuration, its keys, and its errors.
@_exported import AtollCenterDomain
@_exported import AtollCenterSignIn
