/// Distinct lines that take much longer to speak than the test needs to react.
func manyTexts(_ count: Int) -> String {
    let sentence =
        " is a number that stands before a sentence with a good many words, so that speaking it takes a while"
    return (1...max(1, count)).map { "\($0)\(sentence)\n" }.joined()
}
