// Everything that an app needs, with one import. A feature module can import only what it uses.
@_exported import AtollCatalog
@_exported import AtollHome
@_exported import AtollHub
@_exported import AtollLinks
@_exported import AtollNavigation
@_exported import AtollPackages
@_exported import AtollRuntime
@_exported import AtollUI
