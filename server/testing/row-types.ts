/** Values of every type that our Parquet files contain, including awkward ones; `id` is the row's index. */
export const rowsOfEveryType = (rows: number): string => `
	WITH pick AS (SELECT range AS i, hash(range * 31) AS h FROM range(${rows}))
	SELECT i AS id,
		${oneOf(['true', 'false', 'NULL'])}::BOOLEAN AS flag,
		(h % 200)::SMALLINT - 100 AS small,
		CASE WHEN i % 11 = 0 THEN NULL ELSE (i % 97)::TINYINT END AS tiny,
		9007199254740990 + (h % 7)::BIGINT AS big,
		(18446744073709551600 + (h % 13))::UBIGINT AS ubig,
		${oneOf(['99999999999999999999999999999999999999', '-1', '0', '12345678901234567890', 'NULL'])}::DECIMAL(38,0) AS huge,
		${oneOf(['-12.50', '12.5', '0', '0.01', '-0.01', '1234567.89', 'NULL'])}::DECIMAL(12,2) AS price,
		${oneOf(['0.5', '-0.25', '0.999', '0', 'NULL'])}::DECIMAL(3,3) AS share,
		((h % 5)::DECIMAL(38,10) * 1000000000000000 + 0.0000000001) AS exact,
		${oneOf(["'nan'", "'inf'", "'-inf'", "'-0.0'", "'0'", "'1.5'", "'-1.5'", "'1e21'", "'1e20'", "'1e-7'", "'1.5e-5'", "'123456.789'", "'5e-324'", "'1e308'", "'9007199254740993'", 'NULL'])}::DOUBLE AS part,
		${oneOf(["'0.1'", "'-0.1'", "'nan'", "'16777216'", "'1e10'", "'1e20'", "'3.4e38'", "'-0.0'", "'1.5e-5'", "'1e-7'", 'NULL'])}::FLOAT AS single,
		${oneOf(words.map((word) => `'${word.replaceAll("'", "''")}'`).concat('NULL', "''", "'a' || chr(10) || 'b'", "'a' || chr(9) || 'b'"))} AS word,
		'https://example.org/shared/beginning/' || (h % 400) || CASE WHEN i % 7 = 0 THEN chr(128512) ELSE '' END AS url,
		${oneOf(["''", "'a'", "'ab'", "'\\x00\\xFF'", 'NULL'])}::BLOB AS raw,
		${oneOf(["'2024-02-29'", "'1969-12-31'", "'0044-03-15 (BC)'", "'12345-06-07'", "'0099-01-01'", "'infinity'", "'-infinity'", "'2024-03-01'", 'NULL'])}::DATE AS day,
		${oneOf(["'00:00:00'", "'23:59:59.999999'", "'12:30:00.5'", "'12:30:00'", 'NULL'])}::TIME AS clock,
		${oneOf(["'2024-02-29 12:00:00'", "'2024-02-29 12:00:00.000001'", "'1969-12-31 23:59:59.5'", "'2024-03-01'", "'9999-12-31 23:59:59.999999'", 'NULL'])}::TIMESTAMP AS moment,
		${oneOf(["'2024-02-29 12:00:00+00'", "'1969-12-31 23:59:59.25+00'", "'2024-02-29 00:00:00+00'", 'NULL'])}::TIMESTAMPTZ AS zoned,
		make_timestamp_ns(1709208000000000000 + (h % 5)::BIGINT) AS nano,
		${oneOf(["'00000000-0000-0000-0000-00000000000a'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'", "'7f000000-0000-0000-0000-000000000001'", 'NULL'])}::UUID AS guid,
		${oneOf(['\'{"a":1}\'', "'[1, 2.50]'", '\'"text"\'', "'null'", 'NULL'])}::JSON AS document,
		${oneOf(['[]', '[1]', '[10]', '[9, NULL]', 'NULL'])}::INTEGER[] AS list,
		CASE WHEN i % 9 = 0 THEN NULL ELSE {'n': (h % 3)::DECIMAL(5,2) + 0.5, 't': ${oneOf(["'ä'", "'b\"c'", 'NULL'])}, 'f': ${oneOf(["'nan'", "'1'", "'-0.5'"])}::DOUBLE} END AS record,
		CASE WHEN i % 8 = 0 THEN NULL ELSE MAP {'k' || (h % 3): [DATE '2024-01-01', NULL]} END AS lookup
	FROM pick ORDER BY i`;

/** Bidirectional text, combining and astral characters, text that looks like numbers, formulas and other types. */
const words = [
	...['a', 'B', 'b', 'Zoë', 'Zoe', 'é', 'é', '🦆', 'שלום', 'a שלום b', 'İstanbul', 'ΣΑΣ', 'straße', '\uFFFD'],
	...[
		'=1+1',
		'-1',
		'+1',
		'@x',
		'1,234',
		'null',
		'NaN',
		'true',
		'say "hi"',
		"it's",
		'a,b',
		' a',
		'a ',
		'%',
		'_',
		'x\\y',
	],
];

const oneOf = (values: readonly string[]): string =>
	`CASE (h // 7 + i) % ${values.length} ${values.map((value, index) => `WHEN ${index} THEN ${value}`).join(' ')} END`;
