import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { maxListed, type ReviewedColumn } from '#contract/file-ingestion.ts';
import { useKeptFocus } from '../../../lib/browser/use-kept-focus.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { type ColumnDecision, decidedColumn, type Fix, isWhole, withFix } from './model.ts';

/** Values for which there are fields at first. */
const firstFields = 10;

interface MisfitsProps {
	readonly column: ReviewedColumn;
	readonly decision: ColumnDecision | undefined;
	readonly isNew: boolean;
	readonly onDecide: (part: Partial<ColumnDecision>) => void;
}

/** The values that don't fit, with what can be done about them at once. */
export function Misfits({ column, decision, isNew, onDecide }: MisfitsProps) {
	const { from, type, misfits, firstMisfits } = column;
	const fixes = decision?.fixes ?? [];
	const [isLong, setLong] = useState(false);
	const shown = isLong ? firstMisfits : firstMisfits.slice(0, firstFields);
	const fix = (one: Fix) => {
		const isKnown = fixes.some(({ value, to }) => value === one.value && to === one.to);
		if (!isKnown) onDecide({ fixes: withFix(fixes, one) });
	};
	const decide = (action: string) => {
		if (action === 'text') return onDecide({ type: 'VARCHAR', format: undefined, misfits: undefined });
		const { type: kept, format } = decidedColumn(column, decision);
		onDecide({
			...(isNew ? { type: kept, format: format ?? undefined } : {}),
			misfits: action === '' ? undefined : (action as 'null' | 'skip'),
		});
	};
	return (
		<Stack gap={2} {...useKeptFocus('input')}>
			{misfits > 0 && (
				<Inline gap={3} align="end">
					<Choice
						label={`${countOf(misfits, 'value')} of ${from} ${misfits === 1 ? 'doesn’t' : 'don’t'} fit ${type}`}
						value={decision?.misfits ?? ''}
						onChange={decide}
						data={[
							{ value: '', label: 'Choose…' },
							{ value: 'null', label: 'Save as empty' },
							{ value: 'skip', label: misfits === 1 ? 'Skip row' : 'Skip rows' },
							...(isNew ? [{ value: 'text', label: 'Save the column as text' }] : []),
						]}
					/>
				</Inline>
			)}
			{shown.map(({ value, count, row }) => (
				<Inline key={value} gap={2}>
					{isWhole(value) ? (
						<FixField label={`${from}: ${value}`} value={value} onFix={(to) => fix({ value, to })} />
					) : (
						<code>{value.slice(0, 30)}…</code>
					)}
					<Muted>
						row {formatCount(row)}
						{count > 1 && `, ${formatCount(count)} times`}
					</Muted>
				</Inline>
			))}
			{shown.length < firstMisfits.length && (
				<Inline>
					<CompactButton onClick={() => setLong(true)}>
						Show {formatCount(firstMisfits.length - shown.length)} more
					</CompactButton>
				</Inline>
			)}
			{isLong && firstMisfits.length === maxListed && (
				<Muted component="p">Only the first {formatCount(maxListed)} different values are listed.</Muted>
			)}
			{fixes.map(({ value, to }) => (
				<Inline key={value} gap={2}>
					<Muted>
						<code>{value}</code> is saved as <code>{to === '' ? 'no value' : to}</code>
					</Muted>
					<CompactButton
						aria-label={`Undo ${from}: ${value}`}
						onClick={() => onDecide({ fixes: fixes.filter((one) => one.value !== value) })}
					>
						Undo
					</CompactButton>
				</Inline>
			))}
		</Stack>
	);
}

function FixField({ label, value, onFix }: { label: string; value: string; onFix: (to: string) => void }) {
	const [text, setText] = useState(value);
	const fix = () => {
		if (text !== value) onFix(text);
	};
	return (
		<>
			<TextInput
				size="xs"
				aria-label={label}
				value={text}
				onChange={(event) => setText(event.currentTarget.value)}
				onKeyDown={(event) => event.key === 'Enter' && fix()}
				onBlur={fix}
			/>
			{text !== value && <CompactButton onClick={fix}>Replace</CompactButton>}
		</>
	);
}
