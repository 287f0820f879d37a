/*
 * Tables of any size, without React: row sources, file readers, and operations on all rows. Only this module is
 * imported from outside; large parts load on demand.
 */

export type { Engine } from './engine/engine.ts';
export { engineSource, minCells } from './engine/engine-source.ts';
export type { OpenedFile } from './files/file-source.ts';
export { openFile, startFilesWorker, warmUpFiles } from './files/open-file.ts';
export { checkTable, type OpenTable, openTable } from './files/open-table.ts';
export { hexDump } from './formats/signatures.ts';
export type {
	Choices,
	FoundColumn,
	Inspection,
	ReadOptions,
} from './formats/table/read-options.ts';
export { decodeText } from './formats/text/decoding.ts';
export { memorySource, runInPage, warmUpPageJobs } from './memory-source.ts';
export { type AggregateColumns, aggregate } from './operations/aggregate/aggregate.ts';
export type { Aggregation, DataPoint } from './operations/aggregate/aggregation.ts';
export type { ColumnData } from './operations/aggregate/column-data.ts';
export { askForDrawing } from './operations/aggregate/draw-source.ts';
export { selectPoints } from './operations/aggregate/points.ts';
export {
	type Aggregate,
	aggregates,
	maxSeries,
	type RoleColumn,
	type TimeStep,
	timeSteps,
} from './operations/aggregate/query.ts';
export { readColumns } from './operations/aggregate/read-columns.ts';
export { type SampledColumn, sampleColumns } from './operations/aggregate/sample-columns.ts';
export { countSteps, fittingStep, timeName } from './operations/aggregate/time-steps.ts';
export { applicableArrangement, cycleSort, isUnarranged, noArrangement } from './operations/arrange/arrangement.ts';
export { filterProblem } from './operations/arrange/filter.ts';
export { filterLike, hasNull, needsValue, operatorsFor } from './operations/arrange/filter-terms.ts';
export { type ComparedSource, compareSources, proposeKeyFor } from './operations/compare/compare-sources.ts';
export type { Comparison, ComparisonView, RowChange } from './operations/compare/comparison.ts';
export { type CopyFormat, encodeCells } from './operations/export/copy-text.ts';
export { type PlainRows, readPlainRows } from './operations/export/plain-rows.ts';
export {
	type GroupMeasure,
	type Groups,
	groupMeasures,
	groupSource,
} from './operations/group/group-source.ts';
export { type ColumnMisfits, MisfitCounter, type Misfits, textOf } from './operations/inspect/column-fit.ts';
export type { ColumnProfile, Shape, TopValue } from './operations/profile/column-profile.ts';
export type { Bin } from './operations/profile/number-bins.ts';
export { binFilter, nullFilter, valueCount, valueFilter } from './operations/profile/profile-filters.ts';
export { type ProfileReached, profileColumn, profileSource } from './operations/profile/profile-source.ts';
export { cellCount, readCells, type SelectedCells } from './operations/summarize/read-cells.ts';
export { maxSummed, type Summary, summarize } from './operations/summarize/summarize.ts';
export type { Excerpt, Progress, ReadAs } from './source/content.ts';
export {
	type ArrangedSource,
	type Arrangement,
	type CellKind,
	type CellPosition,
	type CellValue,
	type CellWindow,
	type ExportFormat,
	type FilterOperator,
	type FilterTerm,
	type FindQuery,
	type FoundCell,
	type GridColumn,
	isChanged,
	isMissing,
	type Matches,
	type PlainValue,
	type RowSource,
	type SortTerm,
	type Work,
} from './source/row-source.ts';
export { SourceError } from './source/source-error.ts';
export { type RowSpan, TileCache, tileColumns, tileRows } from './source/tile-cache.ts';
export type { WorkerTable } from './source/worker-table.ts';
export { holds } from './values/cell-match.ts';
export {
	type CellFace,
	cellFace,
	exactText,
	faceLength,
	groupDigits,
	isRightAligned,
	toHex,
} from './values/cell-text.ts';
export { cellReader, kindOfType, queriedReader } from './values/cell-values.ts';
export { prettyJson } from './values/pretty-json.ts';
