// What an app needs, with one import. A module that needs less imports less.
@_exported import AtollCatalog
@_exported import AtollHome
@_exported import AtollHub
@_exported import AtollLinks
@_exported import AtollNavigation
@_exported import AtollPackages
@_exported import AtollRuntime
@_exported import AtollUI
