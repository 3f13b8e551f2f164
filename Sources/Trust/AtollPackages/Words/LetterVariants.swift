/// Letters that Unicode does not decompose, and that users type in place of each other.
enum LetterVariants {
    /// The replacements for comparisons, by the letter in lowercase.
    static let common: [Unicode.Scalar: [Unicode.Scalar]] = latin.merging(others) { first, _ in first }

    private static let latin: [Unicode.Scalar: [Unicode.Scalar]] = [
        // Turkish: the capital of it is I, which has i as its lowercase everywhere else.
        "ı": ["i"], "ß": ["s", "s"], "æ": ["a", "e"], "œ": ["o", "e"], "ø": ["o"], "ł": ["l"], "đ": ["d"], "ð": ["d"],
        "þ": ["t", "h"], "ħ": ["h"], "ŧ": ["t"], "ŋ": ["n"], "ĸ": ["k"],
    ]

    private static let others: [Unicode.Scalar: [Unicode.Scalar]] = [
        // The forms at the end of a word
        "ς": ["σ"], "ך": ["כ"], "ם": ["מ"], "ן": ["נ"], "ף": ["פ"], "ץ": ["צ"],
        // Arabic, and how Persian, Urdu and Uyghur keyboards write the same letters
        "ٱ": ["ا"], "ى": ["ي"], "ی": ["ي"], "ة": ["ه"], "ہ": ["ه"], "ھ": ["ه"], "ە": ["ه"], "ک": ["ك"],
    ]
}
