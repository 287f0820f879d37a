"""Writes the descriptions of Spark's functions for the editor and the service, from Spark's own registry,
into lib/sql/spark-functions.json.

Run it by hand for another version of Spark: pip install pyspark, with Java 17, then python scripts/spark-functions.py.
"""

import json
import re

from pyspark.sql import SparkSession

# Functions that read files or the machine, call Java methods, reveal who runs Spark, or need packages that Spark doesn't include.
LEFT_OUT = re.compile(
    r"^(reflect|try_reflect|java_method|input_file_(name|block_start|block_length)|(from|to)_(avro|protobuf)|schema_of_avro"
    r"|current_(catalog|database|schema|user|path)|session_user|user|version|python_worker_logs|sql_keywords|variables"
    r"|raise_error|assert_true|.*_of_protobuf|xpath.*|(from|schema_of)_xml|read_.*|.*[^a-z0-9_].*)$"
)
KINDS = {"agg_funcs": "aggregate", "window_funcs": "window", "table_funcs": "table", "generator_funcs": "generator"}
# Grouped by their subject in the registry.
KIND_OF = {"json_tuple": "generator", "variant_explode": "table", "variant_explode_outer": "table", "collations": "table"}


def call_of(words):
    names = [word.strip("[] .*") for word in re.split(r"[,\[]", words)]
    return {"takes": [[name, ""] for name in names if name != ""], **({"more": ""} if "..." in words else {})}


def shape(info):
    name = info.getName().lower()
    usage = (info.getUsage() or "").replace("_FUNC_", name)
    calls = re.findall(rf"^\s*{re.escape(name)}\((.*?)\)(?= - |\s*$)", usage, re.MULTILINE)
    about = re.split(r"\) - ", usage, maxsplit=1)[-1] if " - " in usage else usage
    about = re.split(rf"\n\s*{re.escape(name)}\(", about, maxsplit=1)[0]
    about = re.sub(r"\s+", " ", about).strip()
    about = re.split(r"(?<=\.) (?=[A-Z`])", about, maxsplit=1)[0].replace("`", "")
    examples = (info.getExamples() or "").replace("_FUNC_", name)
    example = next(iter(re.findall(r"^\s*> SELECT (.*?);\s*$", examples, re.MULTILINE)), "")
    found = {"name": name, "kind": KIND_OF.get(name, KINDS.get(info.getGroup(), "scalar"))}
    if about:
        found["about"] = about
    if found["kind"] == "generator":
        # The registry lists generators twice, in no fixed order.
        example = example.removeprefix("* FROM ")
    if example and len(example) < 120:
        found["example"] = example
    found["calls"] = [call_of(words) for words in calls] or [{"takes": []}]
    return found


spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
utils = spark._jvm.org.apache.spark.sql.api.python.PythonSQLUtils
infos = {info.getName().lower(): info for info in utils.listBuiltinFunctionInfos()}
functions = [shape(infos[name]) for name in sorted(infos) if not LEFT_OUT.match(name)]
lines = ",\n".join("\t" + json.dumps(function, ensure_ascii=False, separators=(",", ":")) for function in functions)
with open("lib/sql/spark-functions.json", "w", encoding="utf-8") as file:
    file.write(f"[\n{lines}\n]\n")
print(f"{len(functions)} functions of Spark {spark.version}; left out: {[n for n in sorted(infos) if LEFT_OUT.match(n)]}")
spark.stop()
