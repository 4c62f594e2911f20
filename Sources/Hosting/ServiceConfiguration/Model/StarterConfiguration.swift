/// The configuration that `parlance config init` writes: what is built in, with a word on each part.
package enum StarterConfiguration {
    /// The text of the file.
    package static let text = """
        // How Parlance is set up. Comments and trailing commas are allowed; 'parlance config check' finds mistakes.
        {
          "version": 1,

          // Which provider speaks, and how. Several names are asked in order.
          "speech": {
            "use": ["espeak"],
            "accent": "en-US",
            "rate": 1,

            // A front end can ask for a role that is served otherwise: parlance speak --role slow
            "roles": {
              "slow": { "rate": 0.7 },
            },
          },

          // Which provider translates. What one does not know, the next is asked for.
          "translation": {
            "use": ["dictionary", "apertium", "gloss"],
          },

          // Where example sentences come from.
          "sentences": {
            "use": ["templates"],
          },

          // What is felt when something happens.
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
