"""Runs the filter under Spark's pipe, and compares what comes out with what the filter gives alone.

Arguments: the program, Spark's master, how many items, how many partitions.
"""

import json
import subprocess
import sys
import time

from pyspark.sql import SparkSession

program, master, count, partitions = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
words = ["water", "house", "went", "zzyzzx", "good", "", "Dog", "naive"]
items = [json.dumps({"id": n, "text": words[n % len(words)]}) for n in range(count)]
command = [program, "translate", "--jsonl", "--from", "en", "--to", "es"]

started = time.monotonic()
alone = subprocess.run(command, input="\n".join(items) + "\n", capture_output=True, text=True)
seconds_alone = time.monotonic() - started
assert alone.returncode == 2, alone.stderr
expected = alone.stdout.splitlines()
assert len(expected) == count

spark = SparkSession.builder.master(master).appName("parlance").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
# 0 and 2 mean that every line is there. Any other code must fail the task, so that Spark tries again.
line = "sh -c '" + " ".join(command) + " || test $? -eq 2'"
items_there = spark.sparkContext.parallelize(items, partitions)
assert items_there.count() == count
started = time.monotonic()
found = items_there.pipe(line, checkCode=True).collect()
seconds_spark = time.monotonic() - started
assert found == expected, "Spark's result is another than that of the filter alone"

# A filter that cannot begin fails the job instead of giving less.
try:
    items_there.pipe(line.replace("--to es", "--to cy"), checkCode=True).count()
except Exception:
    pass
else:
    raise AssertionError("a filter that failed has passed unnoticed")

# An empty partition is no failure.
few = spark.sparkContext.parallelize(items[:2], 8).pipe(line, checkCode=True).collect()
assert few == expected[:2]
spark.stop()
print(f"{master}: {count} items in {partitions} partitions: {seconds_spark:.1f} s, the filter alone {seconds_alone:.1f} s")
