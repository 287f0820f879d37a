import { Button } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { countOf, formatCount } from '../../lib/format.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import type { ColumnProfile, Comparison, RowSource } from '../../rows/index.ts';
import { distinctWords, numberWords, valueWords } from '../../ui/data-profile/profile-labels.ts';
import { useProfile } from '../../ui/data-profile/use-profile.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { TextButton } from '../../ui/primitives/text-button.tsx';
import classes from './compare.module.css';
import { readCompareSearch, writeCompareSearch } from './compare-search.ts';

interface CompareColumnsProps {
	readonly name: string;
	readonly comparison: Comparison;
	readonly before: RowSource;
	readonly after: RowSource;
}

interface Line {
	readonly name: string;
	readonly before: number | null;
	readonly after: number | null;
}

/** What became of each column: cells that changed, and its figures before and after. */
export function CompareColumns({ name, comparison, before, after }: CompareColumnsProps) {
	const [, setParams] = useAddressParams();
	const old = useProfile(before);
	const now = useProfile(after);
	const only = (column: string) =>
		setParams((it) => {
			const { show } = readCompareSearch(it);
			return writeCompareSearch(it, { view: 'rows', show: { ...show, column } });
		});
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys
		<section className={classes.scroll} tabIndex={0} aria-label={`Columns of ${name}`}>
			<Reading of={[old, now]} />
			<SimpleTable className={classes.table}>
				<thead>
					<tr>
						<th scope="col">Column</th>
						<th scope="col" className={classes.number}>
							Changed cells
						</th>
						<th scope="col">Nulls</th>
						<th scope="col">Different values</th>
						<th scope="col">Smallest</th>
						<th scope="col">Largest</th>
						<th scope="col">Mean</th>
					</tr>
				</thead>
				<tbody>
					{linesOf(before, after).map((line) => {
						const changed = comparison.columns.changed.find((it) => it.name === line.name);
						const cells = line.before === null || line.after === null ? null : (changed?.cells ?? 0);
						const pair = {
							before: line.before === null ? null : old.columns[line.before],
							after: line.after === null ? null : now.columns[line.after],
						};
						return (
							<tr key={`${line.before} ${line.after}`}>
								<Text scope="row" component="th" weight="normal">
									<code>{line.name}</code>
									<span className={classes.type}>{typeWords(line, before, after)}</span>
								</Text>
								<td className={classes.number}>
									{cells === null ? (
										'–'
									) : cells === 0 ? (
										'0'
									) : (
										<TextButton
											numeric
											className={classes.cells}
											aria-label={`${countOf(cells, 'cell')} of ${line.name} changed. Show their rows`}
											onClick={() => only(line.name)}
										>
											{formatCount(cells)}
										</TextButton>
									)}
								</td>
								<Pair {...pair} of={(it) => formatCount(it.nulls)} />
								<Pair {...pair} of={distinctWords} />
								<Pair {...pair} of={(it) => (it.least === null ? '–' : valueWords(it.least, it.kind))} />
								<Pair {...pair} of={(it) => (it.most === null ? '–' : valueWords(it.most, it.kind))} />
								<Pair {...pair} of={(it) => (it.numbers?.mean == null ? '–' : numberWords(it.numbers.mean))} />
							</tr>
						);
					})}
				</tbody>
			</SimpleTable>
			{[old, now].map(
				(it, at) =>
					it.state === 'failed' && (
						<Text key={at === 0 ? 'before' : 'after'} component="p" tone="warning" className={classes.warning}>
							The figures {at === 0 ? 'before' : 'after'} could not be read:{' '}
							{it.error instanceof Error ? it.error.message : String(it.error)}
						</Text>
					),
			)}
		</section>
	);
}

type Profiling = ReturnType<typeof useProfile>;

/** How far the figures of both sides are, and a way to have enough of them. */
function Reading({ of }: { of: readonly Profiling[] }) {
	const isReading = of.some((it) => it.state === 'running');
	const isStopped = of.some((it) => it.state === 'stopped');
	if (!isReading && !isStopped) return null;
	return (
		<Inline gap={[1, 3]} py={1} px={4} role="status">
			<span>{isReading ? 'Reading the figures of both sides' : 'Reading was stopped; some figures are missing.'}</span>
			{isReading && (
				<progress
					className={classes.progress}
					max={of.length}
					value={of.reduce((sum, it) => sum + it.share, 0)}
					aria-label="Reading the figures"
				/>
			)}
			<Button
				variant="default"
				size="compact-sm"
				leftSection={
					isReading ? <IconPlayerStop size={14} aria-hidden="true" /> : <IconRefresh size={14} aria-hidden="true" />
				}
				onClick={() => {
					for (const it of of) {
						if (isReading && it.state === 'running') it.stop();
						if (!isReading && it.state === 'stopped') it.again();
					}
				}}
			>
				{isReading ? 'Stop' : 'Read again'}
			</Button>
		</Inline>
	);
}

/** The columns of the later side in their order, then those that are gone. Of equal names each is matched in its turn. */
function linesOf(before: RowSource, after: RowSource): Line[] {
	const rest = before.columns.map((it, index) => ({ name: it.name, index }));
	const lines = after.columns.map(({ name }, index): Line => {
		const at = rest.findIndex((it) => it.name === name);
		const [found] = at === -1 ? [] : rest.splice(at, 1);
		return { name, before: found?.index ?? null, after: index };
	});
	return [...lines, ...rest.map(({ name, index }) => ({ name, before: index, after: null }))];
}

function typeWords({ before: old, after: now }: Line, before: RowSource, after: RowSource): string {
	const [from, to] = [before.columns[old ?? -1]?.type, after.columns[now ?? -1]?.type];
	if (from === undefined) return `${to}, added`;
	if (to === undefined) return `${from}, removed`;
	return from === to ? to : `${from} → ${to}`;
}

interface PairProps {
	/** Undefined: on its way. Null: not on this side. */
	readonly before: ColumnProfile | null | undefined;
	readonly after: ColumnProfile | null | undefined;
	readonly of: (profile: ColumnProfile) => string;
}

/** One figure of both sides; said once where it is the same. */
function Pair({ before, after, of }: PairProps) {
	if (before === undefined || after === undefined) return <Muted component="td">…</Muted>;
	const [old, now] = [before === null ? null : of(before), after === null ? null : of(after)];
	if (old === null || now === null || old === now)
		return (
			<Text component="td" size="small" mono numeric className={classes.figure}>
				{now ?? old}
			</Text>
		);
	return (
		<Text component="td" size="small" mono numeric className={classes.figure}>
			<Muted component="del">{old}</Muted> <ins className={classes.new}>{now}</ins>
		</Text>
	);
}
