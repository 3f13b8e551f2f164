import AtollCredentials
import AtollTestSupport
import Crypto
import Foundation
import Testing

@Suite("Sign-in throttling")
struct SignInThrottleTests {
    private let clock = TestClock()

    private func throttle() -> SignInThrottle { SignInThrottle { [clock] in clock.now } }

    @Test("Wrong passwords make the wait longer; a right one clears the count")
    func oneName() async {
        let throttle = throttle()
        let ada = SignInThrottle.Attempt(name: "Ada", client: "192.0.2.1")
        for _ in 0..<5 { #expect(await throttle.begin(ada) <= .zero) }
        #expect(await throttle.begin(ada) == .seconds(1))
        #expect(await throttle.begin(.init(name: "ada", client: "192.0.2.1")) == .seconds(1))
        #expect(await throttle.begin(.init(name: "ben", client: "192.0.2.1")) <= .zero)
        for wait in [1, 2, 4, 8, 16, 32, 60] {
            clock.advance(by: .seconds(wait))
            #expect(await throttle.begin(ada) <= .zero)
        }
        #expect(await throttle.begin(ada) == .seconds(60))
        clock.advance(by: .seconds(60))
        #expect(await throttle.begin(ada) <= .zero)
        await throttle.succeeded(ada)
        #expect(await throttle.begin(ada) <= .zero)
    }

    @Test("A known browser is not locked out by what others do with the name")
    func knownDevice() async {
        let throttle = throttle()
        for number in 0..<400 { _ = await throttle.begin(.init(name: "ada", client: "192.0.2.\(number % 250)")) }
        #expect(await throttle.begin(.init(name: "ada", client: "198.51.100.1")) > .zero, "a stranger waits")
        let known = SignInThrottle.Attempt(name: "ada", client: "198.51.100.1", device: "d-1")
        for _ in 0..<5 { #expect(await throttle.begin(known) <= .zero) }
        #expect(await throttle.begin(known) == .seconds(1), "it has tries of its own, and no more")
    }

    @Test("Many known browsers of one user guess no faster than strangers")
    func manyDevices() async {
        let throttle = throttle()
        func passed(_ client: String) async -> Int {
            var count = 0
            for number in 0..<100 {
                let attempt = SignInThrottle.Attempt(name: "ada", client: client, device: "d-\(number)")
                if await throttle.begin(attempt) <= .zero { count += 1 }
            }
            return count
        }
        #expect(await passed("192.0.2.1") == 40, "20 as known browsers, and 20 like anyone with the name")
        clock.advance(by: .seconds(600))
        #expect(await passed("192.0.2.2") == 20, "one of each a minute")
        await throttle.succeeded(.init(name: "ada", client: "192.0.2.3", device: "d-200"))
        #expect(await throttle.begin(.init(name: "ada", client: "192.0.2.3", device: "d-200")) <= .zero)
    }

    @Test("One password with many names from one client is slowed down")
    func spraying() async {
        let throttle = throttle()
        var passed = 0
        for number in 0..<500 where await throttle.begin(.init(name: "user\(number)", client: "192.0.2.1")) <= .zero {
            passed += 1
        }
        #expect(passed == 30)
        #expect(await throttle.begin(.init(name: "user", client: "192.0.2.2")) <= .zero, "others are not")
        clock.advance(by: .seconds(100))
        passed = 0
        for number in 0..<500 where await throttle.begin(.init(name: "more\(number)", client: "192.0.2.1")) <= .zero {
            passed += 1
        }
        #expect(passed == 10)
    }

    @Test("Many clients with many names are slowed down in total")
    func total() async {
        let throttle = throttle()
        var passed = 0
        for number in 0..<1_000
        where await throttle.begin(.init(name: "user\(number)", client: "10.0.\(number / 250).\(number % 250)"))
            <= .zero
        {
            passed += 1
        }
        #expect(passed == 300)
    }

    @Test("Right passwords are not counted")
    func successes() async {
        let throttle = throttle()
        let ada = SignInThrottle.Attempt(name: "ada", client: "192.0.2.1")
        for _ in 0..<1_000 {
            #expect(await throttle.begin(ada) <= .zero)
            await throttle.succeeded(ada)
        }
    }

    @Test("A right password gives back to the limit that it was counted by")
    func givenBack() async {
        let throttle = SignInThrottle(
            limits: .init(
                perName: .init(burst: 1, perSecond: 0), perClient: .init(burst: 1, perSecond: 0),
                total: .init(burst: 300, perSecond: 0))
        ) { [clock] in clock.now }
        let known = SignInThrottle.Attempt(name: "ada", client: "192.0.2.1", device: "d-1")
        #expect(await throttle.begin(known) == .zero)
        #expect(await throttle.begin(known) == .zero, "beyond its own limit, it counts like others")
        await throttle.succeeded(known)
        #expect(await throttle.begin(.init(name: "ada", client: "192.0.2.1")) == .zero)
        #expect(await throttle.begin(.init(name: "ada", client: "192.0.2.2")) > .zero)
    }

    @Test("Browsers from before a password change can't lock out a later one, and share one limit")
    func earlierBrowsers() async {
        let throttle = throttle()
        var passed = 0
        for number in 0..<200 {
            let earlier = SignInThrottle.Attempt(name: "ada", client: "192.0.2.\(number)", device: "d\(number)")
            if await throttle.begin(earlier) <= .zero { passed += 1 }
        }
        // 20 for earlier browsers, and 20 for unknown ones.
        #expect(passed == 40)
        let later = SignInThrottle.Attempt(name: "ada", client: "192.0.2.1", device: "later", isCurrent: true)
        #expect(await throttle.begin(later) <= .zero)
    }

    @Test("A token is valid for its account, its name, its key and a year")
    func deviceTokens() throws {
        let key = SymmetricKey(size: .bits256)
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let token = DeviceToken(name: "Ada")
        let mark = AccountMark(account: "u-1", password: "first")
        let text = token.text(of: mark, signedWith: key, at: now)
        func read(
            _ text: String, of name: String = "ada", _ mark: AccountMark? = mark, _ key: SymmetricKey = key,
            after time: TimeInterval = 0
        ) -> DeviceToken? {
            DeviceToken(text, of: name, signedWith: key, at: now.addingTimeInterval(time))?.bound(
                to: mark, signedWith: key)
        }
        #expect(read(text)?.id == token.id && read(text)?.isCurrent == true)
        #expect(DeviceToken(text, of: "ada", signedWith: key, at: now)?.isCurrent == false)
        #expect(read(text, of: "ben") == nil)
        #expect(read(text, of: "ada", mark, SymmetricKey(size: .bits256)) == nil)
        #expect(read(text, after: DeviceToken.lifetime) == nil)
        #expect(read(text, after: -301) == nil)
        // A later account with the same name, no account, and a later password.
        #expect(read(text, of: "ada", AccountMark(account: "u-2", password: "first")) == nil)
        #expect(read(text, of: "ada", nil) == nil)
        let later = try #require(read(text, of: "ada", AccountMark(account: "u-1", password: "second")))
        #expect(later.id == token.id && !later.isCurrent)
        // A directory that does not identify accounts.
        let plain = token.text(of: nil, signedWith: key, at: now)
        #expect(read(plain, of: "ada", nil)?.isCurrent == false && read(plain) == nil)
        for bad in [
            "", ".", "..", "a.b.c", text + "x", String(text.dropLast()), String(repeating: "a", count: 300),
            "x." + String(Int.max) + ".AAAA", text.replacingOccurrences(of: ".1", with: ".2"),
        ] {
            #expect(read(bad) == nil)
        }
        #expect(!text.contains("ada"))
    }
}
