import { countOf } from '../../../lib/format.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { decidedColumn, listNames } from './model.ts';
import type { NoticeProps } from './review-notices.tsx';

interface LostValuesProps extends Omit<NoticeProps, 'onList'> {
	/** Columns that the dataset won't have anymore. */
	readonly lost: readonly string[];
}

/** Values of the dataset that saving removes, although nobody may have meant that. */
export function LostValues({ review, decisions, lost, onChange }: LostValuesProps) {
	const { emptied = [] } = review;
	const isReplaced = decisions.mode === 'replace';
	const valuesIn = (name: string) => emptied.find(({ column }) => column === name)?.values ?? 0;
	const shown = isReplaced || decisions.mode === 'upsert' ? emptied : [];
	const kept = shown.filter(({ column }) => !lost.includes(column));
	const total = kept.reduce((sum, { values }) => sum + values, 0);
	const lostValues = lost.reduce((sum, name) => sum + valuesIn(name), 0);
	const skip = (name: string) => {
		const columns = review.columns.flatMap((column) => {
			const decision = decisions.columns[column.from];
			return decidedColumn(column, decision).column === name
				? [[column.from, { ...decision, column: '' }] as const]
				: [];
		});
		onChange({ columns: { ...decisions.columns, ...Object.fromEntries(columns) } });
	};
	return (
		<>
			{lost.length > 0 && (
				<Notice tone="warning" title={`The dataset will lose ${countOf(lost.length, 'column')}: ${listNames(lost)}`}>
					Replacing all rows removes {lostValues === 0 ? 'the values' : countOf(lostValues, 'value')} in{' '}
					{lost.length === 1 ? 'this column' : 'these columns'}. To keep {lostValues === 1 ? 'it' : 'them'}, choose "Add
					rows" or "Add or update rows by key".
				</Notice>
			)}
			{kept.length > 0 && (
				<Notice tone="warning" title={`${countOf(total, 'existing value')} will be removed`}>
					<Stack gap={2}>
						<div>
							{isReplaced
								? `The file has no values in ${kept.length === 1 ? 'this column' : 'these columns'}.`
								: `The file has no value in ${total === 1 ? 'this cell' : 'these cells'}. A column that you skip keeps all its values.`}
						</div>
						{kept.slice(0, mostListed).map(({ column, values }) => (
							<Inline key={column} gap={2}>
								<span>
									{column}: {countOf(values, 'value')}
								</span>
								{!isReplaced && (
									<SecondaryButton size="compact-xs" onClick={() => skip(column)}>
										Skip {column}
									</SecondaryButton>
								)}
							</Inline>
						))}
						{kept.length > mostListed && (
							<div>And {countOf(kept.length - mostListed, 'more column', 'more columns')}.</div>
						)}
					</Stack>
				</Notice>
			)}
		</>
	);
}

const mostListed = 10;
