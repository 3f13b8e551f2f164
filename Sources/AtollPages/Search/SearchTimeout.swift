/// A feature took longer to search than somebody waits.
public struct SearchTimeout: Error {}
