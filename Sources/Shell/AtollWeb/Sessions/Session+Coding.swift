import AtollPackages
import Foundation

// In files, a client and a surface are flags, which are left out for a browser and for pages.

extension Session: Decodable {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(SHA256Hash.self, forKey: .id), user: try values.decode(String.self, forKey: .user),
            expires: try values.decode(Date.self, forKey: .expires),
            created: try values.decodeIfPresent(Date.self, forKey: .created),
            lastUsed: try values.decodeIfPresent(Date.self, forKey: .lastUsed),
            label: try values.decodeIfPresent(String.self, forKey: .label),
            launches: try values.decode([Launch].self, forKey: .launches),
            isCarried: try values.decodeIfPresent(Bool.self, forKey: .isCarried),
            client: try values.decodeIfPresent(Bool.self, forKey: .client) ?? false ? .app : .browser,
            previous: try values.decodeIfPresent(SHA256Hash.self, forKey: .previous),
            issued: try values.decodeIfPresent(Date.self, forKey: .issued))
    }
}

extension Session.Client: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self == .app)
    }
}

extension Session.Launch: Decodable {
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(SHA256Hash.self, forKey: .id),
            session: try values.decode(SHA256Hash.self, forKey: .session),
            miniApp: try values.decode(MiniAppID.self, forKey: .miniApp),
            fileList: try values.decode(SHA256Hash.self, forKey: .fileList),
            surface: try values.decodeIfPresent(Bool.self, forKey: .surface) ?? false ? .card : .pages)
    }
}

extension Session.Surface: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self == .card)
    }
}
