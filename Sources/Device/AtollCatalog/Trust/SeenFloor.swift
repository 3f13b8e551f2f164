/// The highest floor of a mini app that a device has seen, and the epoch in which it saw it.
struct SeenFloor: Hashable, Codable {
    var floor: Int
    var epoch: Int

    init(floor: Int, epoch: Int) {
        self.floor = floor
        self.epoch = epoch
    }

    /// Also decodes a bare number, the format before epochs were introduced.
    init(from decoder: any Decoder) throws {
        if let floor = try? decoder.singleValueContainer().decode(Int.self) {
            self.init(floor: floor, epoch: 0)
            return
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            floor: try values.decode(Int.self, forKey: .floor), epoch: try values.decode(Int.self, forKey: .epoch))
    }
}
