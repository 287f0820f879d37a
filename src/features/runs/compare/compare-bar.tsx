import { SegmentedControl } from '@mantine/core';
import { formatCount } from '../../../lib/format.ts';
import type { Comparison, RowChange, RowSource } from '../../../rows/index.ts';
import { InPaneBar } from '../../../ui/layout/pane-bar.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import classes from './compare.module.css';
import { CompareKey } from './compare-key.tsx';
import { differentColumns, headline, remark } from './compare-labels.ts';
import { useCompareSearch, withChange } from './compare-search.ts';

interface CompareBarProps {
	readonly comparison: Comparison;
	readonly before: RowSource;
	readonly after: RowSource;
}

/** Kinds of rows to show, with counts and the same signs as in the rows. */
const kinds: readonly { readonly change: RowChange; readonly sign: string; readonly word: string }[] = [
	{ change: 'changed', sign: '~', word: 'changed' },
	{ change: 'added', sign: '+', word: 'added' },
	{ change: 'removed', sign: '−', word: 'removed' },
	{ change: 'same', sign: '=', word: 'unchanged' },
];

export function CompareBar({ comparison, before, after }: CompareBarProps) {
	const [{ view, show }, change] = useCompareSearch();
	const { counts } = comparison;
	const set = (next: typeof show) => change({ view: 'rows', show: next });
	const different = differentColumns(comparison);
	const noted = remark(comparison);
	return (
		<InPaneBar slot="choices">
			<Inline component="fieldset" gap={1} nowrap rigid align="center" aria-label="Rows to show">
				{kinds.map(({ change: kind, sign, word }) => {
					const isShown = show.changes.includes(kind);
					return (
						<button
							key={kind}
							type="button"
							className={classes.kind}
							data-kind={kind}
							aria-pressed={isShown}
							aria-label={`${formatCount(counts[kind])} ${word}`}
							title={`${isShown ? 'Hide' : 'Show'} ${word} rows`}
							onClick={() => set(withChange(show, kind, !isShown))}
						>
							<span className={classes.brief}>{sign} </span>
							{formatCount(counts[kind])}
							<span className={classes.word}> {word}</span>
						</button>
					);
				})}
			</Inline>
			{show.column !== null && (
				<button type="button" className={classes.kind} onClick={() => set({ ...show, column: null })}>
					Only where <code>{show.column}</code> changed ×
				</button>
			)}
			<SegmentedControl
				size="xs"
				style={{ flex: 'none' }}
				aria-label="View"
				value={view}
				onChange={(next) => change({ view: next === 'columns' ? 'columns' : 'rows' })}
				data={[
					{ value: 'rows', label: 'Rows' },
					{
						value: 'columns',
						label:
							different === 0
								? 'Columns'
								: `Columns (${formatCount(different)} ${different === 1 ? 'differs' : 'differ'})`,
					},
				]}
			/>
			<CompareKey comparison={comparison} before={before} after={after} />
			{noted !== null && (
				<Text tone="warning" size="small" rigid title={headline(comparison)}>
					{noted}
				</Text>
			)}
		</InPaneBar>
	);
}
