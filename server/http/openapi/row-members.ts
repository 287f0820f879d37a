const queries = ['viewRows', 'findRows', 'exportQueriedRows', 'profileRows', 'groupRows', 'chartRows'];

/** Descriptions of request members, the same for every row query. */
const inRequests = {
	source: 'What to query: a run’s output, a dataset, or a comparison between two of these.',
	filter:
		'Up to 100 conditions `{column, op, value}`, combined with AND. Values are exact text, or numbers of up to 15 digits.',
	sort: 'Up to 20 columns `{column, descending}`, the most significant first. Nulls always come last.',
	columns: 'Column names, in order. Default: all columns.',
};

/** Descriptions of members of the tables of a comparison, and of the comparison. */
const inTables = {
	kind: '`output`, `dataset` or `comparison`.',
	version: 'Version of the dataset. Default: the current one.',
};
const inComparisons = {
	before: 'The table before the change.',
	after: 'The table after the change.',
	key: 'Columns that identify a row. Null matches whole rows.',
	column: 'Only changed rows in which this column changed.',
};

/** Descriptions for several resources, operations or outer members. */
export const under = (owners: readonly string[], members: Readonly<Record<string, string>>): Record<string, string> =>
	Object.fromEntries(
		owners.flatMap((owner) => Object.entries(members).map(([name, text]) => [`${owner}.${name}`, text])),
	);

/** Descriptions of members of row queries, as in members.ts. */
export const rowMembers: Readonly<Record<string, string>> = {
	...under(queries, inRequests),
	...under(['source', 'before', 'after'], inTables),
	...under(['source', 'compareRows', 'proposeKey'], inComparisons),
	...under(['filter', 'sort', 'x', 'y', 'series'], { column: 'Name of the column.' }),
	'filter.value': 'The value to compare with. If `op` is `in`, a list of values.',
	'viewRows.first': 'Maximum number of rows in the response. Default: 200.',
	'findRows.text': 'Text to find in cells, ignoring case.',
	'findRows.offset':
		'Index of the first position to return, 0-based. If absent and `from` is set, the page is centered on the next match.',
	'findRows.limit': 'Maximum number of positions in the response. Default: 1,000.',
	'findRows.from': 'Cell that the search continues from.',
	'from.row': 'Row in the view, 0-based.',
	'from.column': 'Index among the searched columns, 0-based.',
	backwards: 'Whether to search backward.',
	format: '`csv`, `tsv`, `json`, `ndjson` or `parquet`.',
	guardFormulas:
		'For `csv` and `tsv`: whether to put an apostrophe before text that a spreadsheet would run as a formula.',
	'exportQueriedRows.fileName': 'File name without its extension. Default: `rows`.',
	resultId: 'ID of a stored result.',
	stored: 'The complete result as a file. Null if the response contains all of it.',
	'StoredResult.href':
		'Path that returns the result’s download URL, relative to the service’s base URL. Once the result has expired, the path returns 404. In that case, run the query again.',
	'RowsView.total': 'Number of rows in the view. In a stream, null in `first` until the number is known.',
	'RowsView.rows': 'The first rows, as objects keyed by column name. Numbers aren’t rounded.',
	positions: 'Cells as `[row, column]`, both 0-based. `column` is an index into the searched columns.',
	'FoundPositions.total': 'Number of cells that contain the text.',
	'FoundPositions.offset': 'Index of the first position, 0-based.',
	next: 'Index of the next match after `from`, wrapping around. Null if nothing matches or `from` is absent.',
	count: 'Number of occurrences.',
	reason: 'Why the number is an estimate. Null if it’s exact.',
	'Estimate.exact': 'Whether the number is exact. If not, it’s an estimate.',
	nulls: 'Number of null values.',
	'ColumnProfile.least':
		'Smallest value as exact text, ignoring NaN. Null if there are no values, or if they have no order.',
	'ColumnProfile.most':
		'Largest value as exact text, ignoring NaN. Null if there are no values, or if they have no order.',
	unplaced: 'Number of dates and times that aren’t in any bin: infinities and years outside 0000–9999.',
	numbers: 'Statistics of the finite numbers. Null for columns of other types.',
	mean: 'Arithmetic mean.',
	quarter: '25th percentile.',
	median: '50th percentile.',
	threeQuarters: '75th percentile.',
	'numbers.error': 'Maximum rank error of the percentiles, as a fraction of all values. 0 means exact.',
	notNumbers: 'Number of NaN values.',
	infinite: 'Number of infinite values.',
	lengths: 'Lengths of texts in characters, and of blobs in bytes.',
	'lengths.least': 'Minimum length.',
	'lengths.most': 'Maximum length.',
	'lengths.mean': 'Mean length.',
	shape: 'A histogram, or the most frequent values. Null if there is neither.',
	bins: 'Ranges of equal size without gaps. Each range excludes its end.',
	'ColumnProfile.from': 'Start of the bin, as exact text.',
	'ColumnProfile.to': 'End of the bin (exclusive), as exact text.',
	'shape.values': 'The most frequent values.',
	isCut: 'Whether the value is only the start of a long text.',
	others: 'Number of rows with none of the listed values.',
	slack: 'Maximum amount by which a count may be too low. 0 means that all counts are exact.',
	'groupRows.by': 'Columns to group by. Null values also form a group. Without columns, all rows form one group.',
	measures: 'What to calculate for each group.',
	measure: '`count`, `countValues`, `distinct`, `sum`, `mean`, `median`, `min` or `max`.',
	'measures.column': 'The column to measure. Absent for `count`.',
	'groupRows.order': '`count`: largest groups first. `value`: groups in ascending order of their columns, nulls last.',
	'RowGroups.rows': 'The groups, as objects keyed by column name. Numbers aren’t rounded.',
	'RowGroups.columns': 'The columns that rows are grouped by, then the measures `m0`, `m1` and so on.',
	'RowGroups.total': 'Number of groups.',
	'chartRows.kind':
		'`groups`: one value for each group along the x-axis. `points`: the x and y values of each row. `density`: the number of rows in each cell of a grid.',
	'chartRows.x': 'The column on the x-axis.',
	'chartRows.y': 'The column on the y-axis. If null, rows are counted.',
	'chartRows.role': 'How values are interpreted: as `number`, `time` or `category`.',
	'chartRows.limit': 'Maximum number of categories or points.',
	'RowsChart.points': 'The groups, points or density cells.',
	aggregate: 'How the rows in a group are aggregated.',
	step: 'Length of the time intervals to group by. If null, each time forms its own group.',
	x: 'A number, a Unix time in ms, or a category name.',
	xEnd: 'End of the group. Null if the group is a single value.',
	y: 'The value of the group, or the y value of the point.',
	yEnd: 'End of a density cell. Null otherwise.',
	series: 'The column that defines the series.',
	'points.series': 'Name of the series. Null if the chart has only one.',
	'RowsChart.series': 'Names of the series, the most frequent first.',
	xRole: '`number`, `time` or `category`.',
	'RowsChart.total': 'Total number of rows after filtering.',
	'RowsChart.leftOut': 'Number of rows not shown: without a value to plot, or in a series that isn’t listed.',
	categories: 'Total number of categories, if `points` has only some of them. Null if it has all.',
	allSeries: 'Total number of series, if only some are listed. Null if all are.',
	every: 'Sampling interval: 10 means that `points` contains every tenth row. Null if it contains all rows.',
	isPlain: 'Whether each value comes from a single row.',
	...under(['rows', 'nulls', 'distinct', 'sum', 'ambiguous', 'withoutKey'], {
		before: 'Before the change.',
		after: 'After the change.',
	}),
	'columns.before': 'Name of the column before the change. Null if the column was added.',
	'columns.after': 'Name of the column after the change. Null if the column was removed.',
	'compareRows.changes': 'Which rows to store: `same`, `changed`, `added`, `removed`. Default: all except `same`.',
	...under(['ComparisonSummary', 'RowsComparison', 'ProposedKey'], {
		key: 'Columns that identify a row. Null if there are none.',
	}),
	isKey: 'Whether the column is part of the key.',
	cells: 'Number of changed cells.',
	sum: 'Sum of the numbers, as exact text. Null for other types.',
	'RowsComparison.stored': 'The compared rows. The first column, `change`, says what happened to the row.',
	'columns.stored': 'Columns in the stored rows that contain this column’s values.',
	'stored.value': 'Column with the value after the change, or before the change if the row was removed.',
	'stored.before': 'Column with the value before the change. Null if no value changed.',
	'stored.changed': 'Column that says whether the value changed. Null if no value changed.',
	counts: 'Number of unchanged, changed, added and removed rows.',
	same: 'Number of unchanged rows.',
	added: 'Number of added rows.',
	removed: 'Number of removed rows.',
	reordered: 'Whether the row order differs.',
	...under(['ComparisonSummary', 'RowsComparison'], {
		ambiguous: 'Number of rows whose key isn’t unique on their side. They’re matched only with identical rows.',
		rows: 'Number of rows on each side.',
	}),
	side: 'The side that the rows are on: `before` or `after`.',
	sharedKeys: 'Up to three keys shared by several rows on the same side.',
	'sharedKeys.rows': 'Number of rows with the key.',
	'sharedKeys.values': 'The key values, as text.',
	withoutKey: 'Number of rows with a null in the key.',
};
