import AtollTestSupport
import Foundation
import Testing

@testable import AtollPackages

@Suite("Words that are searched")
struct SearchTermsTests {
    @Test(
        "Texts that people take for the same are the same",
        arguments: [
            ["Straße", "STRASSE", "STRAẞE", "ｓｔｒａｓｓｅ"], ["ΟΔΟΣ", "οδος", "οδός", "Οδοσ"],
            ["İstanbul", "istanbul", "ISTANBUL", "ıstanbul", "I\u{307}stanbul"], ["ﬁsch", "fisch"],
            ["Łódź", "lodz"], ["Æther", "aether"], ["Smørrebrød", "smorrebrod"], ["Đà Nẵng", "da nang"],
            ["Þórður", "thordur"], ["Ёлка", "елка"], ["йод", "иод"], ["ტფილისი", "ᲢᲤᲘᲚᲘᲡᲘ"], ["ՄԵԾ", "մեծ"],
            ["ᏣᎳᎩ", "ꮳꮃꭹ"],
            ["أحمد", "احمد", "آحمد", "أَحْمَد", "أحـمد"], ["مدرسة", "مدرسه"], ["کتابی", "كتابي"],
            ["۱۲۳", "١٢٣", "123", "१२३"],
            ["\u{5E9}\u{5B8}\u{5C1}\u{5DC}\u{5D5}\u{5B9}\u{5DD}", "שלום"], ["ｶﾞﾗｽ", "ガラス", "がらす", "カ\u{3099}ラス"],
            ["㌔", "キロ"],
            ["한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"], ["Ⅳ", "iv"], ["ǆ", "dž", "Dz"], ["①", "1"],
            ["می\u{200C}خواهم", "میخواهم"], ["Zu\u{AD}cker", "zucker"], ["ℌello", "hello"],
        ])
    func same(texts: [String]) {
        #expect(Set(texts.map { Array(FoldedText.folded($0).utf8) }).count == 1, "\(texts.map(FoldedText.folded))")
    }

    @Test(
        "Letters that make other words are not the same",
        arguments: [
            ("が", "か"), ("ที่", "ที"), ("कि", "की"), ("क", "क्ष"), ("ö", "u"), ("हिन्दी", "हन्द"), ("ب", "ت"), ("ச", "சா"),
            ("1", "2"),
        ])
    func different(one: String, other: String) {
        #expect(Array(FoldedText.folded(one).utf8) != Array(FoldedText.folded(other).utf8))
    }

    @Test("What is folded stays as it is when it is folded again")
    func stable() {
        let all = (0x20...0x2FA20).compactMap(Unicode.Scalar.init).map(String.init)
        let unstable = all.filter { scalar in
            let folded = FoldedText.folded(scalar)
            return Array(FoldedText.folded(folded).utf8) != Array(folded.utf8)
        }
        #expect(unstable.isEmpty, "\(unstable.prefix(20))")
    }

    @Test(
        "A word is found wherever it stands in a text without spaces",
        arguments: [
            ("ตลาดนัดกลางคืน", ["ตลาด", "นัด", "กลางคืน", "ลาดนัดกลาง", "คืน"]), ("ຕະຫຼາດກາງຄືນ", ["ກາງຄືນ", "ຄືນ"]),
            ("ផ្សាររាត្រី", ["រាត្រី"]), ("ညဈေးတန်း", ["ဈေး", "တန်း"]), ("北京烤鸭外卖送餐", ["烤鸭", "外卖送餐", "餐", "京烤鸭外卖"]),
            ("東京ラーメン案内", ["ラーメン", "らーめん", "案内", "ラーメン東京", "ーメン"]), ("LINE漫画", ["漫画", "line"]), ("ꦥꦱꦂꦩꦭꦩ꧀", ["ꦩꦭꦩ꧀"]),
            ("𠮷野家牛丼", ["野家", "牛丼", "𠮷"]), ("夜市🍜小吃", ["小吃", "🍜", "夜市 小吃"]), ("人々の暮らし", ["々", "暮らし"]),
        ])
    func anywhere(text: String, typed: [String]) {
        let (stored, whole) = (SearchTerms.stored(text), WordText(text))
        for typed in typed {
            for term in SearchTerms.typed(typed) {
                #expect(stored.contains { $0.utf8.starts(with: term.utf8) }, "\(typed): \(term)")
            }
            #expect(WordText.words(typed).allSatisfy(whole.has), "\(typed)")
        }
    }

    @Test("A word that is not there is not found, and one with spaces only by its beginning")
    func nowhere() {
        func finds(_ typed: String, in text: String) -> Bool {
            let stored = SearchTerms.stored(text)
            return SearchTerms.typed(typed).allSatisfy { term in stored.contains { $0.utf8.starts(with: term.utf8) } }
        }
        for (typed, text) in [
            ("鸭烤", "北京烤鸭"), ("北京烤鹅", "北京烤鸭外卖"), ("北京烤鸭店", "北京烤鸭外卖"), ("นัดตลาด", "ตลาดนัด"), ("penses", "Expenses"),
            ("国", "한국"),
        ] {
            #expect(!finds(typed, in: text), "\(typed)")
            #expect(!WordText.words(typed).allSatisfy(WordText(text).has), "\(typed)")
        }
    }

    @Test("Characters that separate words form no terms, and limits apply")
    func limits() {
        #expect(SearchTerms.stored("  -- %…。、\u{0}\u{200B} ").isEmpty && SearchTerms.typed("'\"*:&|!\\").isEmpty)
        #expect(SearchTerms.stored("e-mail 100%\u{200B}free") == ["e", "mail", "100", "free"])
        #expect(SearchTerms.stored("北京烤鸭外卖", upTo: 2) == ["北京烤鸭", "京烤鸭外"])
        #expect(SearchTerms.typed("北京烤鸭外卖") == ["北京烤鸭", "烤鸭外卖"])
        #expect(SearchTerms.typed("一二三四五六七八") == ["一二三四", "五六七八"])
        #expect(SearchTerms.clipped("a b c d e f g h i j k l") == "a b c d e f g h i j ")
        #expect(SearchTerms.clipped(String(repeating: "字", count: 200)) == String(repeating: "字", count: 40))
        #expect(SearchTerms.clipped("東京 ラーメン") == "東京 ラーメン")
        #expect(SearchTerms.clipped(String(repeating: "a", count: 300)).utf8.count == 200)
        #expect(SearchTerms.stored("one two 三四", upTo: 9, words: 1) == ["one", "三四", "四"])
    }
}
