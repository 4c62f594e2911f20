/// Lines that are all different, and long enough that speaking them takes much longer than looking on.
func manyTexts(_ count: Int) -> String {
    let sentence =
        " is a number that stands before a sentence with a good many words, so that speaking it takes a while"
    return (1...max(1, count)).map { "\($0)\(sentence)\n" }.joined()
}
