import Testing

@testable import AtollWeb

@Suite("The Public Suffix List")
struct PublicSuffixListTests {
    private static let list = PublicSuffixList(
        parsing: """
            // VERSION: 2026-11-29_07-00-00_UTC
            // ===BEGIN ICANN DOMAINS===
            com
            co.uk
            *.ck
            !www.ck
            *.kawasaki.jp
            !city.kawasaki.jp
            例え.jp

            // ===BEGIN PRIVATE DOMAINS===
            minis.example   and a remark
            """)

    // After the vectors that come with the list: test_psl.txt, in the public domain.
    @Test(
        "The longest rule decides, a star is any label, an exclamation mark an exception, and what is not listed has one label",
        arguments: [
            ("com", nil), ("example.com", "example.com"), ("b.example.com", "example.com"),
            ("co.uk", nil), ("a.b.example.co.uk", "example.co.uk"), ("ck", nil), ("test.ck", nil),
            ("b.test.ck", "b.test.ck"), ("a.b.test.ck", "b.test.ck"), ("www.ck", "www.ck"), ("www.www.ck", "www.ck"),
            ("c.kawasaki.jp", nil), ("b.c.kawasaki.jp", "b.c.kawasaki.jp"), ("city.kawasaki.jp", "city.kawasaki.jp"),
            ("minis.example", nil), ("kudos.minis.example", "kudos.minis.example"),
            ("Kudos.MINIS.example:8443", "kudos.minis.example"), ("example", nil), ("minis.test", "minis.test"),
            ("a.minis.test", "minis.test"), ("test", nil), ("", nil), ("...", nil),
        ] as [(String, String?)])
    func sites(_ domain: String, _ site: String?) {
        #expect(Self.list.site(of: domain) == site)
        #expect(Self.list.isSuffix(domain) == (site == nil))
    }

    @Test("The list of this package has countries, companies and a date")
    func bundled() throws {
        let list = PublicSuffixList.bundled
        #expect(list.isSuffix("github.io") && list.isSuffix("co.uk") && !list.isSuffix("example.com"))
        #expect(list.date == "2023-02-09" && Self.list.date == "2026-11-29")
        #expect(try !ShellAddresses.https(shell: "app.example.com", miniApps: "minis.test").miniAppsAreSites)
        #expect(try ShellAddresses.https(shell: "app.example.com", miniApps: "github.io").miniAppsAreSites)
        #expect(ShellAddresses.local(port: 80).miniAppsAreSites)
        // They share a public suffix, and no site.
        _ = try ShellAddresses.https(shell: "app.co.uk", miniApps: "minis.co.uk")
        _ = try ShellAddresses.https(shell: "app.minis.example", miniApps: "minis.example", suffixes: Self.list)
        #expect(throws: AddressError.self) { try ShellAddresses.https(shell: "a.co.uk", miniApps: "minis.a.co.uk") }
    }
}
