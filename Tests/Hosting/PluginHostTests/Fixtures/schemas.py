"""Judges documents by a part of a JSON Schema: schemas.py FILE POINTER; a document a line on standard input, one verdict each.

Ends with 77 where the package jsonschema is not installed.
"""

import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit(77)

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
if sys.argv[2]:
    schema = {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": "#/$defs/" + sys.argv[2]}
validator = jsonschema.Draft202012Validator(schema)
for line in sys.stdin:
    print("right" if validator.is_valid(json.loads(line)) else "wrong")
