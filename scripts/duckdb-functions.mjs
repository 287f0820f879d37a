/**
 * Generates the editor's descriptions of DuckDB's functions from DuckDB's own catalog: `node scripts/duckdb-functions.mjs`. Run it again when
 * @duckdb/node-api changes; a test reminds you. `--print` writes to the terminal.
 */
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const file = 'src/ui/editor/sql/duckdb-functions.json';
/** Functions about the catalog itself, files and settings, which statements here may not use; and operators. */
const leftOut =
	/^(__|_|pragma_|duckdb_|pg_|read_|parquet_|sniff_|glob$|from_substrait|json_execute|json_serialize|icu_|has_.*_privilege|getvariable|test_|sql_auto|summary$|seq_scan|index_scan|repeat_row$|checkpoint|force_checkpoint|load_aws|enable_|disable_|storage_info|which_secret|current_(database|schema|schemas|setting|role|user|query|connection)|in_search_path|txid|session_user$|user$|query(_table)?$|arrow_|python_|pandas_|col_description|obj_description|shobj_|set_bit$|write_log|parse_duckdb_log|unpivot_list|add_parquet|finalize$|combine$|create_sort_key$|constant_or_null|error$|format_(pg_)?type|import_database|nextval|currval|version$|write_|inet_|get_block|sleep_ms|i?like_escape|not_|is_histogram|vector_type|map_to_pg|timetz_|st_|normalized_interval|stats$|make_type|replace_type|get_type|cast_to_type|can_cast|json_deserialize|remap_struct|variant_(to|norm|bytes)|current_transaction|transaction_timestamp|array_to_string_comma|hamming$|setseed)/;
/** The catalog has no descriptions of window functions. */
const windowWords = {
	row_number: 'The number of the row in its partition, starting at 1.',
	rank: 'The rank of the row in its partition, with gaps after ties.',
	dense_rank: 'The rank of the row in its partition, without gaps after ties.',
	rank_dense: 'The rank of the row in its partition, without gaps after ties.',
	percent_rank: 'The relative rank of the row, from 0 to 1: (rank - 1) / (rows in the partition - 1).',
	cume_dist: 'The fraction of the rows in the partition that come before this row or tie with it.',
	ntile: 'Divides the partition into this many buckets of nearly equal size, and returns the bucket number of the row.',
	lag: 'The value from an earlier row of the partition: offset rows before this one (default: 1).',
	lead: 'The value from a later row of the partition: offset rows after this one (default: 1).',
	first_value: 'The value from the first row of the frame.',
	last_value: 'The value from the last row of the frame.',
	nth_value: 'The value from the nth row of the frame, counting from 1.',
	fill: 'The value of the row. A null is replaced with a value interpolated from the rows around it.',
};
const windowArguments = {
	lag: ['value', 'offset', 'default'],
	lead: ['value', 'offset', 'default'],
	ntile: ['buckets'],
};
const mostTypes = 4;

function kindOf({ name, kind }) {
	if (name in windowWords) return 'window';
	if (name === 'unnest') return 'generator';
	return kind.startsWith('table') ? 'table' : kind;
}

/** Parameter names if the catalog has them, otherwise placeholders. */
function namesOf({ name, parameters, types }) {
	return parameters.map(
		(parameter, at) =>
			windowArguments[name]?.[at] ??
			(/^col\d+$/.test(parameter ?? '') ? nameOfType(types[at]) : (parameter ?? 'value')),
	);
}

const nameOfType = (type) => (/LAMBDA/.test(type ?? '') ? 'lambda' : /\[\]$/.test(type ?? '') ? 'list' : 'value');

const exampleOf = ({ name, examples }) =>
	(examples ?? []).find((example) => example.toLowerCase().includes(`${name}(`)) ?? '';

const tidy = (words) => words.replaceAll(/\s+/g, ' ').trim();

/** Short member names, because the file is sent to the browser. */
function shape({ name, kind, about, example, calls }) {
	return {
		name,
		kind,
		...(about === '' ? {} : { about }),
		...(example === '' ? {} : { example }),
		calls: [...calls.values()].map(({ names, types, returns, more }) => ({
			takes: names.map((parameter, at) => [parameter, either(types[at])]),
			...(more ? { more } : {}),
			...(either(returns) === '' ? {} : { gives: either(returns) }),
		})),
	};
}

function either(types) {
	const all = [...types].filter((type) => type !== '');
	return all.length > mostTypes ? `${all.slice(0, mostTypes - 1).join(' | ')} | …` : all.join(' | ');
}

const connection = await (await DuckDBInstance.create(':memory:')).connect();
const answer = await connection.runAndReadAll(`
	SELECT function_name AS name, function_type AS kind, description, examples, parameters, parameter_types AS types, varargs, return_type AS returns
	FROM duckdb_functions()
	WHERE function_type IN ('scalar', 'aggregate', 'macro', 'table', 'table_macro') AND database_name = 'system'
		AND regexp_matches(function_name, '^[a-z][a-z0-9_]*$')
	ORDER BY function_name, kind, len(parameters), parameters::VARCHAR, parameter_types::VARCHAR, return_type`);

const functions = new Map();
for (const row of answer.getRowObjectsJson()) {
	if (leftOut.test(row.name) || (row.kind.startsWith('table') && !/^(range|generate_series|unnest)$/.test(row.name)))
		continue;
	const key = `${row.name} ${row.kind.startsWith('table') ? 'table' : 'value'}`;
	const known = functions.get(key) ?? { name: row.name, kind: kindOf(row), about: '', example: '', calls: new Map() };
	known.about ||= tidy(windowWords[row.name] ?? row.description ?? '');
	known.example ||= exampleOf(row);
	const names = namesOf(row);
	const call = known.calls.get(names.join()) ?? {
		names,
		types: names.map(() => new Set()),
		returns: new Set(),
		more: row.varargs,
	};
	for (const [at, types] of call.types.entries()) types.add(row.types[at] ?? '');
	call.returns.add(row.returns ?? '');
	known.calls.set(names.join(), call);
	functions.set(key, known);
}

// part of the language, so not in the catalog
functions.set('coalesce', {
	name: 'coalesce',
	kind: 'scalar',
	about: 'The first value that is not null.',
	example: 'coalesce(NULL, 1, 2)',
	calls: new Map([['', { names: ['value'], types: [new Set(['ANY'])], returns: new Set(['ANY']), more: 'ANY' }]]),
});

const sorted = [...functions.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
const text = `[\n${sorted.map((entry) => `\t${JSON.stringify(shape(entry))}`).join(',\n')}\n]\n`;
if (process.argv.includes('--print')) process.stdout.write(text);
else writeFileSync(file, text);
