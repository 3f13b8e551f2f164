import AtollPackages
import Foundation
import Testing

@testable import AtollReview

@Suite("Scripts are checked")
struct ScriptCheckTests {
    @Test(
        "Code that is loaded from elsewhere is refused",
        arguments: [
            "import 'https://cdn.example.com/a.js';", "import a from \"https://cdn.example.com/a.js\"",
            "export * from '//cdn.example.com/a.js'", "const a = await import('https://cdn.example.com/a.js');",
            "importScripts('http://cdn.example.com/a.js')", "new Worker('https://cdn.example.com/a.js')",
            "import(`https://cdn.example.com/${name}.js`)", #"import("\x68ttps://cdn.example.com/a.js")"#,
            "navigator.serviceWorker.register('https://cdn.example.com/a.js')",
        ])
    func remote(script: String) throws {
        #expect(try Packages.findings(script: script).codes(.block) == ["script-remote"])
    }

    @Test(
        "What only looks like it is fine",
        arguments: [
            "import './a.js'", "import a from '/a.js'", "import('./a.js')", "// import 'https://cdn.example.com/a.js'",
            "a.import('https://cdn.example.com/a.js')", "const text = \"import 'https://cdn.example.com/a.js'\";",
            "Array.from('https://cdn.example.com')", "new Worker('/a.js')", "import.meta.url",
            "const a = { from: 'https://cdn.example.com/' }",
        ])
    func local(script: String) throws {
        let codes = try Packages.findings(script: script).codes()
        #expect(!codes.contains("script-remote"))
    }

    @Test(
        "Text that is run as code is refused",
        arguments: [
            "eval('a')", "window.eval(a)", "(0, eval)(a)", "globalThis.eval(a)", "new Function('a', 'return a')",
            "Function('alert(1)')()", "setTimeout('a()', 10)", "window.setInterval(\"a()\", 10)",
            "setTimeout('a' + b, 1)",
            "setTimeout(`a(${b})`)", #"\u0065val(a)"#, "[].constructor.constructor('return a')()",
            "const a = /[/']/; eval(b)", "`${eval(a)}`",
        ])
    func evaluation(script: String) throws {
        #expect(try Packages.findings(script: script).codes(.block) == ["script-eval"])
    }

    @Test(
        "What only looks like it is fine",
        arguments: [
            "evaluate('a')", "a.eval('b')", "redis.eval(a)", "// eval(a)", "'eval(a)'", "`eval(a)`",
            "/eval(a)/.test(b)",
            "setTimeout(a, 10)", "setTimeout(() => 'a', 10)", "class A { eval(a) { return a } }",
            "function eval2(a) {}",
            "a instanceof Function", "const a = { eval: 1 }", "setTimeout(a['b'], 10)", "function Function(a) {}",
            "a.setTimeout('a', 1)", "super.constructor('a')",
        ])
    func noEvaluation(script: String) throws {
        let codes = try Packages.findings(script: script).codes()
        #expect(!codes.contains("script-eval"))
    }

    @Test(
        "What can be read as code or not, and other ways to functions made of texts, are pointed out",
        arguments: [
            ("let of = 4; of / eval(a) / 2", "script-unreadable"), ("x = await / eval(a) / 2", "script-unreadable"),
            ("a <!--eval(b)\n", "script-unreadable"), ("a\n  --> `\neval(b)\n`", "script-unreadable"),
            ("const F = Function; F(a)()", "script-eval"), ("let b, F = Function;", "script-eval"),
            ("const A = Object.getPrototypeOf(async function () {}).constructor", "script-eval"),
            ("const A = Reflect.getPrototypeOf(function* () {}).constructor; new A(a)", "script-eval"),
        ])
    func doubts(script: String, code: String) throws {
        #expect(try Packages.findings(script: script).codes(.warn).contains(code))
    }

    @Test(
        "Those that are called as usual block",
        arguments: ["setTimeout?.('a()', 10)", "Function?.('a')", "new Function?.('a')"])
    func optionalCalls(script: String) throws {
        #expect(try Packages.findings(script: script).codes(.block) == ["script-eval"])
    }

    @Test(
        "What looks like it is not",
        arguments: [
            "for (const a of b) c / d;", "const of = 1;", "a = yield; b / c", "if (a --> 0) b();",
            "while (a\n-- > 0) {}",
            "const text = '<!-- eval(a) -->';", "const a = Function.prototype;", "a === Function",
            "const a = { b: Function.name };",
            "const p = Object.getPrototypeOf(a).constructor;", "this.constructor.name", "await (a / b)", "yield* a / b",
        ])
    func withoutDoubt(script: String) throws {
        let codes = Set(try Packages.findings(script: script).map(\.code))
        #expect(!codes.contains("script-eval") && !codes.contains("script-unreadable"))
    }

    @Test("A mini app that says it needs eval is only warned of; finding the global object harms nobody")
    func permitted() throws {
        let manifest = Packages.manifest(more: ", \"atoll_compat\": {\"kind\": \"web\", \"eval\": true}")
        let package = try Packages.package(["web/index.html": "", "web/a.js": "eval('a')"], manifest: manifest)
        #expect(PackageReview().findings(in: package).codes(.warn) == ["script-eval"])
        #expect(try Packages.findings(script: "Function('return this')()").codes(.info) == ["script-eval"])
    }

    @Test(
        "A handler in markup that a script writes is found, wherever in a template it stands",
        arguments: [
            "el.innerHTML = '<p onclick=\"a()\">'", "el.innerHTML = `<b>${name}</b><button onclick=\"a()\">`",
            "el.innerHTML = `<img src=${source} onerror=\"a()\">`",
            "h(`<ul>${list.map((each) => `<li>${each}<a href=# onclick='b(${each})'>`)}</ul>`)",
            "h(`${a}${b}<p title='${c}' onfocus=d()>`)",
        ])
    func writtenHandlers(script: String) throws {
        let manifest = Packages.manifest(more: ", \"atoll_compat\": {\"kind\": \"web\"}")
        let package = try Packages.package(["web/index.html": "", "web/a.js": script], manifest: manifest)
        #expect(PackageReview().findings(in: package).codes(.warn) == ["handler-inline"])
    }

    @Test(
        "Markup without a handler is not reported",
        arguments: [
            "h(`<p>${a} on ${b}</p>`)", "h(`<p title='${a} onclick='>`)", "h(`${a} onclick=b() <p>`)",
            "`<p ${a}` + ` onclick=b`", "}`<`",
        ])
    func noHandlers(script: String) throws {
        let manifest = Packages.manifest(more: ", \"atoll_compat\": {\"kind\": \"web\"}")
        let package = try Packages.package(["web/index.html": "", "web/a.js": script], manifest: manifest)
        #expect(!PackageReview().findings(in: package).codes().contains("handler-inline"))
    }

    @Test("A script, a style sheet and what a page loads are read behind .gz, too")
    func compressedNames() throws {
        let manifest = Packages.manifest(more: ", \"atoll_compat\": {\"kind\": \"web\"}")
        let package = try Packages.package(
            [
                "web/index.html": "", "web/a.js.gz": "eval('a')",
                "web/b.css.gz": "@import 'https://cdn.example.com/c.css'",
            ],
            manifest: manifest)
        #expect(Set(PackageReview().findings(in: package).codes()) == ["script-eval", "script-remote"])
        #expect(
            Set(
                LoadedFiles(PackageFile(path: "a.js.gz", contents: Data("import './b.js'".utf8))).entries.map(\.address)
            ) == ["./b.js"])
    }

    @Test("What hosts do not give a web app of another host, and what they run by its digest, refuses nothing")
    func webApp() throws {
        let manifest = Packages.manifest(more: ", \"atoll_compat\": {\"kind\": \"web\"}")
        let page = """
            <script src="https://cdn.example.com/a.js"></script><script>one()</script><p onclick="two()">
            <script>fetch("http://api.example.com/a")</script>
            """
        let package = try Packages.package(["web/index.html": page], manifest: manifest)
        #expect(PackageReview().findings(in: package).codes() == ["script-remote", "net-insecure"])
        #expect(PackageReview().findings(in: package).codes(.block).isEmpty)
        // Beside the web app's own files, all is as it was.
        let beside = try Packages.package(
            ["web/index.html": "", "common/a.html": page, "common/b.js": "eval(a)"], manifest: manifest)
        #expect(
            Set(PackageReview().findings(in: beside).codes(.block))
                == ["script-remote", "script-inline", "handler-inline", "net-insecure", "script-eval"])
    }

    @Test("What runs by its digest is read, too, and what can't be read is refused")
    func hidden() throws {
        let manifest = Packages.manifest(more: ", \"atoll_compat\": {\"kind\": \"web\"}")
        func codes(_ page: String, _ severity: Finding.Severity) throws -> Set<String> {
            Set(
                PackageReview().findings(in: try Packages.package(["web/index.html": page], manifest: manifest)).codes(
                    severity))
        }
        #expect(try codes("<p onclick=\"eval('a')\">", .block) == ["script-eval"])
        #expect(try codes("<p onclick='&#101;val(a)'>", .warn) == ["script-unreadable"])
        #expect(try codes("<!--><script>eval(a)</script>", .block) == ["script-eval"])
        var files = try Packages.package(["web/index.html": ""], manifest: manifest).files
        files.append(PackageFile(path: "web/a.js", contents: Data([0xff, 0xfe, 0x61, 0x00])))
        #expect(PackageReview().findings(in: try MiniAppPackage(files: files)).codes(.block) == ["script-unreadable"])
    }

    @Test("A finding says where it is")
    func place() throws {
        let found = try #require(try Packages.findings(script: "const a = 1;\n\n  eval(a);\n").first)
        #expect(found.path == "app.js" && found.line == 3 && found.excerpt == "eval(a);")
        #expect(found.text == "The script calls eval, which runs a text as code.")
    }

    @Test(
        "Scripts for machines are pointed out",
        arguments: [
            String(repeating: "a();", count: 1_300),
            String(repeating: "b=1;", count: 700) + "\n" + String(repeating: "c=2;", count: 700),
            "/* a */\n" + String(repeating: "x(1),", count: 1_200), String(repeating: "let a1 = [1, 2]; ", count: 400),
            "\n\n" + String(repeating: "!function(){}();", count: 400),
        ])
    func unreadable(script: String) throws {
        #expect(try Packages.findings(script: script).codes(.warn) == ["script-unreadable"])
    }

    @Test(
        "What people have written is fine",
        arguments: [
            "", "a();\n", String(repeating: "a();\n", count: 3_000),
            "const picture = \"data:image/png;base64," + String(repeating: "A", count: 8_000) + "\";\n",
            "const text = `" + String(repeating: "word ", count: 2_000) + "`;\n",
        ])
    func readable(script: String) throws {
        let codes = try Packages.findings(script: script).codes()
        #expect(!codes.contains("script-unreadable"))
    }

    @Test(
        "Markup that a script puts together is worth knowing",
        arguments: [
            "a.innerHTML = b", "a.innerHTML += '<b>' + c", "a.outerHTML = `<b>${c}</b>`", "document.write(a)",
            "a.insertAdjacentHTML('beforeend', b)", "a.innerHTML = '<b>' + b",
        ])
    func markup(script: String) throws {
        #expect(try Packages.findings(script: script).codes(.info) == ["dom-unsafe"])
    }

    @Test(
        "Fixed markup, and reading it, is fine",
        arguments: [
            "a.innerHTML = ''", "a.innerHTML = `<b>a</b>`;", "if (a.innerHTML == b) c()", "b = a.innerHTML",
            "a.insertAdjacentHTML('beforeend', '<b>a</b>')", "stream.write(a)", "const innerHTML = b",
            "document.write('<b>')",
        ])
    func fixedMarkup(script: String) throws {
        let codes = try Packages.findings(script: script).codes()
        #expect(!codes.contains("dom-unsafe"))
    }

    @Test(
        "Functions that the bridge does not have are pointed out",
        arguments: [
            "import { user } from '/.atoll/atoll.js'; user.photo()",
            "import { user as u } from '/.atoll/atoll.js'; u.name()",
            "import { call } from '/.atoll/atoll.js'; call('camera.film')",
            "import{host}from\"/.atoll/atoll.js\";host.quit()",
            "import { ui, storage } from '/.atoll/atoll.js'; storage.getItem('a')",
        ])
    func unknownCalls(script: String) throws {
        #expect(try Packages.findings(script: script).codes(.warn) == ["call-unknown"])
    }

    @Test(
        "Those that it has are fine, and so are others of the same names",
        arguments: [
            "import { user } from '/.atoll/atoll.js'; user.profile(); user.fetch('/a')", "user.photo()",
            "import { user } from './users.js'; user.photo()",
            "import { call } from '/.atoll/atoll.js'; call('camera.photo')",
            "import { storage } from '/.atoll/atoll.js'; storage.getAll('a'); a.storage.nothing()",
            "import { start } from '/.atoll/atoll.js'; start.anything()",
            "import { call } from '/.atoll/atoll.js'; a.call('b')",
            "import { page } from '/.atoll/atoll.js'; page.onpageshown = () => {}; page.setTitle({ title: 'a' })",
        ])
    func knownCalls(script: String) throws {
        let codes = try Packages.findings(script: script).codes()
        #expect(!codes.contains("call-unknown"))
    }
}
