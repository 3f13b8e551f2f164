import AtollPackages
import Testing

@Suite("Ids of mini apps and publishers")
struct MiniAppIDTests {
    @Test(
        "A reverse domain name in lower case is an id",
        arguments: ["com.example.kudos", "a.b", "com.example.my-app", "com.example.my_app2", "1.2.3"]
    )
    func accepts(_ text: String) {
        #expect(MiniAppID(text)?.rawValue == text)
    }

    @Test(
        "Anything else is not an id",
        arguments: [
            "", "kudos", "com..kudos", ".com.kudos", "com.kudos.", "Com.example.kudos", "com.example.kudos ",
            "com.example/kudos", "com.example.küdos", "com.-a", "com.a-", "com.example.\u{0}",
            String(repeating: "a.", count: 64) + "a",
        ]
    )
    func refuses(_ text: String) {
        #expect(MiniAppID(text) == nil)
    }

    @Test("A mini app belongs to a publisher if its id begins with the publisher's id and a dot")
    func belonging() throws {
        let id = try #require(MiniAppID("com.example.kudos"))
        #expect(id.belongs(to: try #require(PublisherID("com.example"))))
        #expect(PublisherID("com") == nil, "it would cover a whole top-level domain")
        #expect(!id.belongs(to: try #require(PublisherID("com.exam"))))
        #expect(!id.belongs(to: try #require(PublisherID("com.example.kudos"))))
    }
}
