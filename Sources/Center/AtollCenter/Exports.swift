// What a server that has a Center in its process names: its configuration, its keys, and what can go wrong.
@_exported import AtollCenterDomain
@_exported import AtollCenterSignIn
