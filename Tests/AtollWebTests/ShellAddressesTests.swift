import AtollPackages
import Testing

@testable import AtollWeb

@Suite("The shell's addresses")
struct ShellAddressesTests {
    private let addresses = ShellAddresses.local(port: 8080)

    @Test("A host name leads to the shell, to one mini app, or nowhere")
    func sites() {
        #expect(addresses.site(of: "localhost:8080") == .shell)
        #expect(addresses.site(of: "LOCALHOST:8080") == .shell)
        #expect(addresses.site(of: "kudos-1.localhost:8080") == .miniApp(label: "kudos-1"))
        #expect(addresses.site(of: "localhost.:8080") == .shell)
        #expect(addresses.site(of: "kudos-1.localhost.:8080") == .miniApp(label: "kudos-1"))
        for stranger in [
            "", "localhost", "localhost:8081", "127.0.0.1:8080", "evil.test", "a.b.localhost:8080",
            "localhost:8080.evil.test", "evillocalhost:8080", ".localhost:8080.",
        ] {
            #expect(addresses.site(of: stranger) == .unknown, "\(stranger)")
        }
    }

    @Test("The default port is no part of an origin, and a request may name it")
    func defaultPorts() throws {
        let local = ShellAddresses.local(port: 80)
        #expect(local.shellOrigin == "http://localhost")
        let live = try ShellAddresses.https(shell: "App.example.com:443", miniApps: "minis.example.net.")
        #expect(live.shellOrigin == "https://app.example.com")
        for host in ["app.example.com", "app.example.com:443", "app.example.com.", "APP.example.com.:443"] {
            #expect(live.site(of: host) == .shell)
        }
        for host in ["localhost", "localhost:80", "localhost.", "localhost.:80"] {
            #expect(local.site(of: host) == .shell)
        }
        #expect(local.site(of: "kudos-1.localhost:80") == .miniApp(label: "kudos-1"))
        #expect(live.site(of: "kudos-1.minis.example.net:443") == .miniApp(label: "kudos-1"))
        #expect(live.site(of: "app.example.com:80") == .unknown)
    }

    @Test("Each mini app has an origin of its own")
    func origins() throws {
        let kudos = try #require(MiniAppID("com.example.kudos"))
        #expect(
            addresses.origin(of: kudos) == "http://kudos-5c1a17eab403555d7c805beec2b61f71.localhost:8080"
        )
    }

    @Test("The shell and mini apps must not share a domain, unless that is explicitly allowed")
    func sharedDomain() throws {
        _ = try ShellAddresses.https(shell: "app.example.com", miniApps: "example-miniapps.net")
        _ = try ShellAddresses.https(shell: "app.example.com", miniApps: "example-miniapps.com")
        let error = #expect(throws: AddressError.self) {
            try ShellAddresses.https(shell: "app.example.com", miniApps: "miniapps.example.com")
        }
        #expect(
            error?.description
                == "The shell (app.example.com) and the mini apps (miniapps.example.com) share the domain example.com, so "
                + "browsers treat them as one site. Give mini apps a registrable domain that is used for nothing else, or "
                + "allow a shared domain."
        )
        #expect(throws: AddressError.self) {
            try ShellAddresses.https(shell: "example.com", miniApps: "example.com:444")
        }
        _ = try ShellAddresses.https(
            shell: "app.example.com", miniApps: "miniapps.example.com", allowsSharedDomain: true
        )
    }
}
