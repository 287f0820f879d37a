import { Button, VisuallyHidden } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { countOf, formatCount } from '../../lib/format.ts';
import {
	binFilter,
	type ColumnProfile,
	type FilterTerm,
	type GridColumn,
	nullFilter,
	type RowSource,
	valueFilter,
} from '../../rows/index.ts';
import { Box, Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { TextButton } from '../../ui/primitives/text-button.tsx';
import { EmptyState, Notice } from '../../ui/states/states.tsx';
import { ProgressLine } from '../progress-line.tsx';
import classes from './data-profile.module.css';
import { Histogram } from './histogram.tsx';
import { distinctWords, estimateReason, factLines, percentLabel, rowsLabel } from './profile-labels.ts';
import { TopValues } from './top-values.tsx';
import { type Profiling, useProfile } from './use-profile.ts';

const heads: readonly { label: string; width?: string; isNumber?: true }[] = [
	{ label: 'Column', width: '18%' },
	{ label: 'Nulls', width: '8%', isNumber: true },
	{ label: 'Distinct', width: '12%', isNumber: true },
	{ label: 'Distribution', width: '38%' },
	{ label: 'Min–max and median' },
];

interface DataProfileProps {
	readonly source: RowSource;
	/** Rows before filtering; the same if nothing is filtered. */
	readonly total: number;
	/** Accessible name: "Profile of airport_delays". */
	readonly label: string;
	/** Filters by a picked bar. Without it, bars are read-only. */
	readonly onFilter?: (terms: readonly FilterTerm[]) => void;
}

/** Profile of each column, one per line. Scrolls within its parent, which needs a height. */
export function DataProfile({ source, total, label, onFilter }: DataProfileProps) {
	const profiling = useProfile(source);
	if (source.columns.length === 0) return <EmptyState title="These rows have no columns" />;
	return (
		<Stack className={classes.frame}>
			<Head source={source} total={total} profiling={profiling} />
			<Box component="section" fill scroll className={classes.scroll} aria-label={label} tabIndex={0}>
				<table className={classes.table} aria-label={label}>
					<thead>
						<tr>
							{heads.map(({ label, width, isNumber }) => (
								<th key={label} scope="col" className={isNumber ? classes.number : undefined} style={{ width }}>
									{label}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{source.columns.map((column, index) => (
							<Row
								// biome-ignore lint/suspicious/noArrayIndexKey: names may not be unique, but positions are
								key={index}
								column={column}
								profile={profiling.columns[index]}
								isComing={profiling.state === 'running'}
								onFilter={onFilter}
							/>
						))}
					</tbody>
				</table>
			</Box>
		</Stack>
	);
}

/** "300,000 of 1,000,000 rows read" for the first columns, then the number of finished columns. */
function progressWords({ columns, rows, pass }: Profiling, source: RowSource): string {
	const done =
		columns.length === 0 ? '' : `${formatCount(columns.length)} of ${countOf(source.columns.length, 'column')} done, `;
	const again = pass === 1 ? '' : `, pass ${formatCount(pass)}`;
	return `${done}${formatCount(rows)} of ${rowsLabel(source.rowCount)} read${again}`;
}

function Head({ source, total, profiling }: { source: RowSource; total: number; profiling: Profiling }) {
	const { state, columns, share, error, stop, again } = profiling;
	const columnsLabel = countOf(source.columns.length, 'column');
	const isFiltered = source.rowCount < total;
	if (state === 'failed') {
		return (
			<Notice
				tone="error"
				title="Couldn’t profile the rows"
				action={
					<Button variant="default" leftSection={<IconRefresh size={16} aria-hidden="true" />} onClick={again}>
						Try again
					</Button>
				}
			>
				{error}
			</Notice>
		);
	}
	return (
		<Inline nowrap gap={3} ruled="below" className={classes.top}>
			<Muted component="p" role="status">
				{state === 'running' && progressWords(profiling, source)}
				{state === 'done' &&
					`Based on ${isFiltered ? `the ${formatCount(source.rowCount)} of ${rowsLabel(total)} that ${source.rowCount === 1 ? 'matches' : 'match'}` : total === 1 ? '1 row' : `all ${rowsLabel(total)}`}. ${exactness(columns)}`}
				{state === 'canceled' && `Stopped after ${columns.length} of ${columnsLabel}.`}
			</Muted>
			{state === 'running' && <ProgressLine label="Profiling" value={share} action="Stop profiling" onCancel={stop} />}
			{state === 'canceled' && (
				<Button
					variant="default"
					size="compact-sm"
					leftSection={<IconRefresh size={14} aria-hidden="true" />}
					onClick={again}
				>
					Profile all columns
				</Button>
			)}
		</Inline>
	);
}

function exactness(columns: readonly ColumnProfile[]): string {
	const isEstimated = columns.some((column) => !column.distinct.exact);
	const error = Math.max(0, ...columns.map((column) => column.numbers?.error ?? 0));
	if (!isEstimated && error === 0)
		return 'Counts, minimums and maximums are exact. Means, medians and quartiles are rounded.';
	return [
		'Figures are exact except those marked ≈.',
		...(isEstimated ? ['Distinct counts are usually within 2 %.'] : []),
		...(error > 0 ? [`Quantiles are off by at most ${percentLabel(Math.ceil(error * 1e4), 1e4)} of the rows.`] : []),
	].join(' ');
}

interface RowProps {
	readonly column: GridColumn;
	readonly profile: ColumnProfile | undefined;
	readonly isComing: boolean;
	readonly onFilter: DataProfileProps['onFilter'];
}

function Row({ column, profile, isComing, onFilter }: RowProps) {
	return (
		<tr>
			<th scope="row" className={classes.name}>
				<Text component="div" mono weight="strong">
					{column.name}
				</Text>
				<Muted size="small">{column.type}</Muted>
			</th>
			{profile === undefined ? (
				<td colSpan={4} className={classes.waiting} data-coming={isComing || undefined}>
					{isComing ? '' : 'not read'}
				</td>
			) : (
				<Figures profile={profile} onFilter={onFilter} />
			)}
		</tr>
	);
}

function Figures({ profile, onFilter }: { profile: ColumnProfile; onFilter: DataProfileProps['onFilter'] }) {
	const { name, kind, rows, nulls, missing, empty, shape } = profile;
	const reason = estimateReason(profile);
	const pick = <T,>(termsOf: (picked: T) => FilterTerm[]) =>
		onFilter === undefined ? undefined : (picked: T) => onFilter(termsOf(picked));
	return (
		<>
			<td className={classes.number} data-label="Nulls">
				{nulls > 0 && onFilter !== undefined ? (
					<TextButton numeric title={`Show rows where ${name} is null`} onClick={() => onFilter(nullFilter(name))}>
						<Nulls count={nulls} rows={rows} />
					</TextButton>
				) : (
					<Nulls count={nulls} rows={rows} />
				)}
				{Object.entries({ missing, empty }).map(
					([what, count]) =>
						count > 0 && (
							<Muted key={what} component="div" size="small">
								{formatCount(count)} {what}
							</Muted>
						),
				)}
			</td>
			<td className={classes.number} data-label="Distinct">
				{reason === null ? (
					distinctWords(profile)
				) : (
					<span title={reason}>
						{distinctWords(profile)}
						<VisuallyHidden> {reason}</VisuallyHidden>
					</span>
				)}
			</td>
			<td className={classes.distribution}>
				{shape?.kind === 'histogram' && (
					<Histogram
						bins={shape.bins}
						name={name}
						kind={kind}
						rows={rows}
						onPick={pick((bin) => binFilter(name, bin))}
					/>
				)}
				{shape?.kind === 'top' && (
					<TopValues
						shape={shape}
						name={name}
						kind={kind}
						rows={rows}
						onPick={pick((value) => valueFilter(name, value))}
					/>
				)}
				{shape === null && <Muted size="small">{emptyShape(profile)}</Muted>}
			</td>
			<Text component="td" mono numeric breaks size="small" className={classes.measures}>
				{factLines(profile).map((line) => (
					<div key={line}>{line}</div>
				))}
			</Text>
		</>
	);
}

const Nulls = ({ count, rows }: { count: number; rows: number }) => (
	<>
		{formatCount(count)}
		{count > 0 && <Muted size="small"> {percentLabel(count, rows)}</Muted>}
	</>
);

function emptyShape({ rows, nulls, empty, kind }: ColumnProfile): string {
	if (rows === 0) return 'no rows';
	if (nulls === rows) return 'only nulls';
	if (empty === rows) return 'only empty values';
	return kind === 'blob' ? 'binary values aren’t counted' : 'no frequent values';
}
