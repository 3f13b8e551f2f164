/// A feature did not answer a search within the time limit.
public struct SearchTimeout: Error {}
