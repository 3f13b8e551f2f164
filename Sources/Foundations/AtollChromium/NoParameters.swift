/// The parameters of methods that have none, and the results of those that have none.
struct NoParameters: Codable {}
