import AtollLinks
import Testing

@Suite("Deep links")
struct DeepLinkTests {
    static let addresses = LinkAddresses(
        schemes: ["dla", "web+dla"], origins: ["https://lagoon.example", "http://localhost:8080"],
        miniAppSchemes: ["miniapp", "web+miniapp"]
    )

    private func link(_ text: String) throws(LinkError) -> DeepLink { try DeepLink(text, at: Self.addresses) }

    @Test(
        "A URL in each form is the same link",
        arguments: [
            ["dla://products?id=30", "https://lagoon.example/products?id=30", "web+dla://products?id=30"],
            [
                "DLA://products/?id=30", "http://localhost:8080/products/?id=30",
                "HTTPS://LAGOON.EXAMPLE/products?id=30",
            ],
            [
                "dla://", "https://lagoon.example", "https://lagoon.example/", "https://lagoon.example:443",
                "https://Lagoon.example.", "https://lagoon.example.:443/",
            ],
            [
                "miniapp://com.example.kudos;version=2/pages/list?to=ada#top",
                "https://lagoon.example/miniapp/com.example.kudos;version=2/pages/list?to=ada#top",
                "dla://miniapp/com.example.kudos;version=2/pages/list?to=ada#top",
                "dla://MiniApp/com.example.kudos%3Bversion=2/pages/list?to=%61da#top",
            ],
        ]
    )
    func forms(_ texts: [String]) throws {
        let links = try texts.map { try link($0) }
        for other in links { #expect(other == links[0]) }
        #expect(Set(links).count == 1)
        #expect(try DeepLink(path: links[0].path) == links[0])
    }

    @Test("A link is parsed, and printed in each form")
    func parts() throws {
        let mini = try link("miniapp://com.example.kudos;version=2/pages/list?to=ada%20l&to=b#top")
        #expect(mini.components == ["miniapp", "com.example.kudos", "pages", "list"])
        #expect(mini.items == [.init("to", "ada l"), .init("to", "b")])
        #expect(mini.fragment == "top")
        #expect(mini.version == "2")
        #expect(mini.miniApp == "com.example.kudos")
        #expect(
            mini.url(miniAppScheme: "miniapp") == "miniapp://com.example.kudos;version=2/pages/list?to=ada%20l&to=b#top"
        )
        #expect(
            mini.url(origin: "https://lagoon.example")
                == "https://lagoon.example/miniapp/com.example.kudos;version=2/pages/list?to=ada%20l&to=b#top"
        )
        let product = try link("https://lagoon.example/products?id=30")
        #expect(product.url(scheme: "dla") == "dla://products?id=30")
        #expect(product.url(miniAppScheme: "miniapp") == nil)
        #expect(try link("miniapp://com.example.kudos?x=1").url() == "miniapp://com.example.kudos?x=1")
    }

    @Test(
        "A URL that does not belong to the app is refused, with the part that is wrong",
        arguments: [
            ("", .malformed),
            ("products", .malformed),
            ("dla:products", .malformed),
            ("javascript:alert(1)", .unknownScheme("javascript")),
            ("ftp://lagoon.example/", .unknownScheme("ftp")),
            ("https://lagoon.example.evil.example/products", .unknownHost("lagoon.example.evil.example")),
            ("https://lagoon.example:8443/products", .unknownHost("lagoon.example:8443")),
            ("http://lagoon.example/products", .unknownHost("lagoon.example")),
            ("https://xn--lgoon-3ve.example/", .unknownHost("xn--lgoon-3ve.example")),
            ("https://lag\u{43e}on.example/", .forbiddenCharacter(.address, code: 0x43e)),
            ("https://ada:secret@lagoon.example/", .userInfo),
            ("https://lagoon.example@evil.example/", .userInfo),
            ("dla://ada@products", .userInfo),
            ("dla://products:80", .unknownHost("products:80")),
            ("https:///products", .malformed),
            ("miniapp://", .malformed),
            ("dla://products/..", .traversal(2)),
            ("dla://products/%2e%2E/x", .traversal(2)),
            ("dla://./x", .traversal(1)),
            ("dla://products//x", .emptyComponent(2)),
            ("https://lagoon.example//evil.example", .emptyComponent(1)),
            ("dla://products/a%2Fb", .forbiddenCharacter(.component(2), code: 0x2f)),
            ("dla://products/a%00", .forbiddenCharacter(.component(2), code: 0)),
            ("dla://products\\x", .forbiddenCharacter(.address, code: 0x5c)),
            ("dla://products x", .forbiddenCharacter(.address, code: 0x20)),
            ("dla://products\u{0}", .forbiddenCharacter(.address, code: 0)),
            ("dla://products/%ff", .brokenEncoding(.component(2))),
            ("dla://products/%c0%af", .brokenEncoding(.component(2))),
            ("dla://products/%ed%a0%80", .brokenEncoding(.component(2))),
            ("dla://products/%252e%252e", .doubleEncoding(.component(2))),
            ("miniapp://.com", .badMiniAppAddress(".com")),
            ("miniapp://com..example", .badMiniAppAddress("com..example")),
            ("miniapp://com.example;version=", .badMiniAppAddress("com.example;version=")),
            ("miniapp://com.example;x=1", .badMiniAppAddress("com.example;x=1")),
            ("miniapp://com.example;version=1;version=2", .badMiniAppAddress("com.example;version=1;version=2")),
        ] as [(String, LinkError)]
    )
    func refusals(_ text: String, _ expected: LinkError) {
        #expect(throws: expected) { try link(text) }
    }

    @Test(
        "What others have added to a link does not close it: items are read as browsers read them, and what is wrong with them is noted",
        arguments: [
            ("q=a|b&f={x}", "q=a|b f={x}", nil), ("q=50%_off", "q=50%_off", .brokenEncoding(.item("q"))),
            ("q=%", "q=%", .brokenEncoding(.item("q"))), ("q=%4", "q=%4", .brokenEncoding(.item("q"))),
            ("q=%E9t%E9", "q=\u{fffd}t\u{fffd}", .brokenEncoding(.item("q"))), ("q={{ad.name}}", "q={{ad.name}}", nil),
            ("q=%2541", "q=%41", nil),
            ("q=%5C", "q=\\", nil), ("q=5%25cashback%09a", "q=5%cashback a", nil),
            ("q=a%0d%0aSet-Cookie", "q=a  Set-Cookie", nil), ("q=a%00", "", .forbiddenCharacter(.item("q"), code: 0)),
            ("q=a\u{0}", "", .forbiddenCharacter(.item("q"), code: 0)),
            ("=1&q=1", "q=1", nil), ("a=1&&b=2&", "a=1 b=2", nil), ("&&gclid=1", "gclid=1", nil),
            ("q=\u{fc}", "q=\u{fc}", nil),
            ("q=%F0%9F&q=\"<>^`", "q=\u{fffd} q=\"<>^`", .brokenEncoding(.item("q"))), ("q=1#%2500", "q=1", nil),
            ("q=1#50%", "q=1", nil),
            ("q=e\(String(repeating: "%CC%81", count: 40))", "", .brokenEncoding(.item("q"))),
        ] as [(String, String, LinkError?)]
    )
    func loose(_ query: String, _ items: String, _ fault: LinkError?) throws {
        let link = try link("dla://products?" + query)
        #expect(link.items.map { "\($0.name)=\($0.value)" }.joined(separator: " ") == items)
        #expect(link.faults["q"] == fault)
        // Written again, it is read without a fault.
        #expect(try self.link(link.url(scheme: "dla")).items == link.items)
    }

    @Test("What a route reads is refused, and so is a link to something else that can't be read")
    func claimed() throws {
        let router = LinkRouterTests.router()
        let found = try router.destination(for: link("dla://search?text=a&utm_campaign=50%_off&f=a|b&&x=%zz#50%"))
        #expect(found.unclaimed.map(\.value) == ["50%_off", "a|b", "%zz"] && found.fragment == nil)
        #expect(throws: LinkError.brokenEncoding(.item("text"))) {
            try router.destination(for: link("dla://search?text=50%_off"))
        }
        #expect(throws: LinkError.brokenEncoding(.item("with"))) {
            try link("dla://search?text=a&with=/products?id=%zz")
        }
        #expect(throws: LinkError.missing("text")) { try router.destination(for: link("dla://search?=a")) }
    }

    @Test("The length and the number of parts are bounded")
    func limits() throws {
        let long = "dla://products?q=" + String(repeating: "a", count: 100_000)
        #expect(throws: LinkError.tooLong(bytes: long.utf8.count)) { try link(long) }
        #expect(throws: LinkError.tooMany(.address, limit: 32)) {
            try link("dla://" + Array(repeating: "a", count: 33).joined(separator: "/"))
        }
        #expect(throws: LinkError.tooMany(.address, limit: 64)) {
            try link("dla://a?" + Array(repeating: "a=1", count: 65).joined(separator: "&"))
        }
        #expect(try link("dla://" + Array(repeating: "a", count: 32).joined(separator: "/")).components.count == 32)
    }

    @Test("Errors describe what is wrong and where")
    func texts() {
        #expect(
            LinkError.tooLong(bytes: 100_000).description == "The URL is 100000 bytes long; the limit is 8192."
        )
        #expect(
            LinkError.unknownHost("evil.example").description
                == "The host \"evil.example\" does not belong to this app."
        )
        #expect(
            LinkError.forbiddenCharacter(.component(2), code: 0).description
                == "An invisible character in component 2 is not allowed in a URL."
        )
        #expect(
            LinkError.doubleEncoding(.item("q")).description == "The text of the item \"q\" is percent-encoded twice."
        )
        #expect(
            LinkError.invalidValue(.item("id"), "abc", expected: "a whole number").description
                == "\"abc\" in the item \"id\" is not a whole number."
        )
        #expect(LinkError.missing("id").description == "The item \"id\" is missing.")
        #expect(
            LinkError.unknownRoute(.component(1), "nowhere").description
                == "Nothing was found at \"nowhere\", component 1."
        )
    }
}
