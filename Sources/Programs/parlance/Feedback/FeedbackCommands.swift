import ArgumentParsing

extension CommandTree {
    static let feedback = Command(
        "feedback",
        summary: "Play, show, convert and check patterns that are felt",
        discussion: [
            .paragraph(
                """
                A pattern is what a phone or a controller lets you feel: taps, vibrations and curves. Patterns are read from \
                AHAP, .haptic, Android's arrays and XML, and themes of feedbackd; a built-in pattern has a name.
                """
            ),
            .example("parlance feedback play success", "Feel it, hear it or see it."),
            .example("parlance feedback show success", "Its course in time."),
            .example("parlance feedback convert swipe.ahap swipe.xml", "For Android."),
            .example("parlance feedback lint *.ahap", "What will not be felt as it was meant?"),
            .example("parlance feedback info success", "A built-in pattern in numbers."),
        ],
        subcommands: feedbackPlaying + feedbackFiles
    )
}
