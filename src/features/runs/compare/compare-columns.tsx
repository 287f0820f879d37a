import { distinctWords, numberLabel, sumLabel, valueLabel } from '../../../data-views/profile/profile-labels.ts';
import { type Profiling, useProfile } from '../../../data-views/profile/use-profile.ts';
import { ProgressLine } from '../../../data-views/progress-line.tsx';
import { countOf, formatCount } from '../../../lib/format.ts';
import type { CellKind, ColumnProfile, Comparison, RowSource } from '../../../rows/index.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { TextButton } from '../../../ui/primitives/text-button.tsx';
import classes from './compare.module.css';
import { useCompareSearch } from './compare-search.ts';

interface CompareColumnsProps {
	readonly name: string;
	readonly comparison: Comparison;
	readonly before: RowSource;
	readonly after: RowSource;
}

/** Rounded text, and all digits if it was rounded. */
interface Figure {
	readonly text: string;
	readonly exact?: string | undefined;
}

const plain = (text: string): Figure => ({ text });

/** Statistics of a column, by title. */
const figures: Readonly<Record<string, (profile: ColumnProfile) => Figure>> = {
	Nulls: ({ nulls }) => plain(formatCount(nulls)),
	Distinct: (profile) => plain(distinctWords(profile)),
	Min: ({ name, least, kind }) => plain(least === null ? '–' : valueLabel(least, kind, name)),
	Max: ({ name, most, kind }) => plain(most === null ? '–' : valueLabel(most, kind, name)),
	Mean: ({ name, numbers }) =>
		numbers?.mean == null ? plain('–') : { text: numberLabel(numbers.mean, name), exact: String(numbers.mean) },
};

interface Line {
	readonly name: string;
	readonly before: number | null;
	readonly after: number | null;
}

export function CompareColumns({ name, comparison, before, after }: CompareColumnsProps) {
	const [{ show }, change] = useCompareSearch();
	const { sums } = comparison;
	const old = useProfile(before);
	const now = useProfile(after);
	const only = (column: string) => change({ view: 'rows', show: { ...show, column } }, false);
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: must be scrollable by keyboard
		<section className={classes.scroll} tabIndex={0} aria-label={`Columns of ${name}`}>
			<Reading of={[old, now]} />
			<SimpleTable
				className={classes.table}
				columns={[
					'Column',
					{ label: 'Changed cells', className: classes.number },
					...(sums === undefined ? [] : ['Total']),
					...Object.keys(figures),
				]}
			>
				<tbody>
					{linesOf(before, after).map((line) => {
						const changed = comparison.columns.changed.find((candidate) => candidate.name === line.name);
						const cells = line.before === null || line.after === null ? null : (changed?.cells ?? 0);
						const pair = {
							before: line.before === null ? null : old.columns[line.before],
							after: line.after === null ? null : now.columns[line.after],
						};
						return (
							<tr key={`${line.before} ${line.after}`}>
								<Text scope="row" component="th" weight="normal">
									<code>{line.name}</code>
									<Muted component="div" size="small">
										{typeLabel(line, before, after)}
									</Muted>
								</Text>
								<td className={classes.number}>
									{cells === null ? (
										'–'
									) : cells === 0 ? (
										'0'
									) : (
										<TextButton
											numeric
											style={{ minWidth: '1.5rem' }}
											aria-label={`Show rows where ${line.name} changed (${countOf(cells, 'cell')})`}
											onClick={() => only(line.name)}
										>
											{formatCount(cells)}
										</TextButton>
									)}
								</td>
								{sums !== undefined && (
									<Total {...sums.get(line.name)} kinds={[kindOf(before, line.before), kindOf(after, line.after)]} />
								)}
								{Object.entries(figures).map(([title, of]) => (
									<Pair key={title} {...pair} of={of} />
								))}
							</tr>
						);
					})}
				</tbody>
			</SimpleTable>
			{[old, now].map(
				(item, index) =>
					item.state === 'failed' && (
						<Text key={index === 0 ? 'before' : 'after'} component="p" tone="warning" className={classes.warning}>
							Couldn’t calculate the {index === 0 ? '"before"' : '"after"'} statistics. {item.error}
						</Text>
					),
			)}
		</section>
	);
}

function Reading({ of }: { of: readonly Profiling[] }) {
	const running = of.filter(({ state }) => state === 'running');
	const stopped = of.filter(({ state }) => state === 'canceled');
	const isReading = running.length > 0;
	if (!isReading && stopped.length === 0) return null;
	return (
		<Inline gap={[1, 3]} py={1} px={4} role="status">
			<span>{isReading ? 'Calculating statistics for both sides' : 'Stopped. Some statistics are missing.'}</span>
			<ProgressLine
				label="Calculating statistics"
				max={of.length}
				value={isReading ? of.reduce((sum, { share }) => sum + share, 0) : null}
				action={isReading ? 'Stop calculating' : 'Calculate again'}
				onCancel={() => {
					for (const { stop } of running) stop();
					for (const { again } of isReading ? [] : stopped) again();
				}}
			/>
		</Inline>
	);
}

/** Columns of the later side in order, then removed ones. Equal names are matched in order. */
function linesOf(before: RowSource, after: RowSource): Line[] {
	const rest = before.columns.map((column, index) => ({ name: column.name, index }));
	const lines = after.columns.map(({ name }, index): Line => {
		const at = rest.findIndex((candidate) => candidate.name === name);
		const [found] = at === -1 ? [] : rest.splice(at, 1);
		return { name, before: found?.index ?? null, after: index };
	});
	return [...lines, ...rest.map(({ name, index }) => ({ name, before: index, after: null }))];
}

function typeLabel({ before: old, after: now }: Line, before: RowSource, after: RowSource): string {
	const [from, to] = [before.columns[old ?? -1]?.type, after.columns[now ?? -1]?.type];
	if (from === undefined) return `${to}, added`;
	if (to === undefined) return `${from}, removed`;
	return from === to ? to : `${from} → ${to}`;
}

interface PairProps {
	/** Undefined: loading. Null: not on this side. */
	readonly before: ColumnProfile | null | undefined;
	readonly after: ColumnProfile | null | undefined;
	readonly of: (profile: ColumnProfile) => Figure;
}

function Pair({ before, after, of }: PairProps) {
	if (before === undefined || after === undefined) return <Muted component="td">…</Muted>;
	return <Figures old={before === null ? null : of(before)} now={after === null ? null : of(after)} />;
}

const kindOf = ({ columns }: RowSource, index: number | null): CellKind => columns[index ?? -1]?.kind ?? 'decimal';

interface TotalProps {
	readonly before?: string | null;
	readonly after?: string | null;
	readonly kinds: readonly [before: CellKind, after: CellKind];
}

function Total({ before = null, after = null, kinds: [old, now] }: TotalProps) {
	const figure = (sum: string | null, kind: CellKind): Figure | null =>
		sum === null ? null : { text: sumLabel(sum, kind), exact: sum };
	return <Figures old={figure(before, old)} now={figure(after, now) ?? (before === null ? plain('–') : null)} />;
}

/** A statistic of both sides; shown once if equal. */
function Figures({ old, now }: { readonly old: Figure | null; readonly now: Figure | null }) {
	const exact = [...new Set([old?.exact, now?.exact])].filter((text) => text !== undefined).join(' → ');
	return (
		<Text
			component="td"
			size="small"
			mono
			numeric
			style={{ lineHeight: '1.3rem' }}
			title={exact === '' ? undefined : exact}
		>
			{old === null || now === null || old.text === now.text ? (
				(now ?? old)?.text
			) : (
				<>
					<Muted component="del">{old.text}</Muted> <ins className={classes.new}>{now.text}</ins>
				</>
			)}
		</Text>
	);
}
