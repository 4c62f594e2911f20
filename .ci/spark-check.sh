#!/bin/sh
# Runs the filter of JSON lines under Spark's pipe: in one process, and in a cluster of two workers on this machine.
# Needs Java 17 or later and Python 3.10 or later. The argument is a folder for Python's environment, see python.sh.
set -eu
cd "$(dirname "$0")/.."
if ! java -version >/dev/null 2>&1; then
    echo "spark-check: Java is missing; on Debian run: sudo apt-get install default-jre-headless" >&2
    exit 69
fi
modules=pyspark
packages=pyspark
. .ci/python.sh
swift build -c release --static-swift-stdlib --product parlance
program=$(swift build -c release --static-swift-stdlib --product parlance --show-bin-path)/parlance
SPARK_HOME=$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_HOME PYSPARK_PYTHON="$python"
export SPARK_LOCAL_IP=127.0.0.1
for master in "local[2]" "local-cluster[2,1,1024]"; do
    "$python" .ci/spark-check.py "$program" "$master" "${PARLANCE_SPARK_ITEMS:-20000}" 8
done
