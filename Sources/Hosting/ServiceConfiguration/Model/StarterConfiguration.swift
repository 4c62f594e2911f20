/// The configuration file that `parlance config init` writes: the defaults with comments.
package enum StarterConfiguration {
    /// The text of the file.
    package static let text = """
        // The configuration of Parlance. Comments and trailing commas are allowed; 'parlance config check' finds errors.
        {
          "version": 1,

          // Which provider speaks, and how. Several providers are tried in order.
          "speech": {
            "use": ["espeak"],
            "accent": "en-US",
            "rate": 1,

            // A role has different settings: parlance speak --role slow
            "roles": {
              "slow": { "rate": 0.7 },
            },
          },

          // Which provider translates. The next is tried if one finds no translation.
          "translation": {
            "use": ["dictionary", "apertium", "gloss"],
          },

          // Where example sentences come from.
          "sentences": {
            "use": ["templates"],
          },

          // Feedback for events: haptic patterns, sounds and terminal output.
          "feedback": {
            "use": ["patterns"],
          },

          // Providers by name. 'parlance providers --kinds' lists the kinds and their options.
          "providers": {
            "espeak": { "kind": "espeak" },
            "dictionary": { "kind": "dictionary" },
            "apertium": { "kind": "apertium" },
            "gloss": { "kind": "gloss" },
            "templates": { "kind": "templates" },
            "patterns": { "kind": "patterns" },
          },
        }

        """
}
