import { type ReactNode, useState } from 'react';
import { maxListed } from '#contract/file-ingestion.ts';
import { formatCount } from '../../../lib/format.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { CommittedInput, ScrollTable } from '../parts.tsx';
import { isWhole } from './model.ts';

/** Fields shown at first. */
const firstFields = 10;

interface Correctable {
	readonly id: string;
	readonly text: string;
	/** The correction being applied. */
	readonly corrected?: string | undefined;
	readonly label: string;
	/** Cells before the field. */
	readonly cells: readonly [ReactNode, ...ReactNode[]];
	readonly problem?: string | undefined;
	/** What happens to the text unless it's corrected. */
	readonly outcome?: string | undefined;
	/** Label of a button that leaves the text out, if it has one. */
	readonly leaveOut?: string | undefined;
	/** Why the correction doesn't help. */
	readonly error?: string | undefined;
	readonly onCorrect: (to: string) => void;
}

interface CorrectionsProps {
	readonly label: string;
	/** The last one is for the fields. */
	readonly columns: readonly string[];
	readonly items: readonly Correctable[];
}

/** A field per text, each applied when it's left or on Enter. */
export function Corrections({ label, columns, items }: CorrectionsProps) {
	const [isLong, setLong] = useState(false);
	const shown = isLong ? items : items.slice(0, firstFields);
	return (
		<Stack gap={2}>
			<ScrollTable label={label} isFocusable={false} isCards columns={columns}>
				{shown.map(({ id, text, corrected, label: field, cells: [first, ...others], ...item }) => (
					<tr key={id}>
						<th scope="row">{first}</th>
						{others.map((cell, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
							<td key={index} data-label={columns[index + 1]}>
								{cell}
							</td>
						))}
						<td data-label={columns.at(-1)}>
							{isWhole(text) ? (
								<Inline gap={2} align="start">
									<CommittedInput
										size="xs"
										aria-label={field}
										style={{ width: `${Math.min(64, Math.max(20, text.length + 4))}ch`, maxWidth: '100%' }}
										value={corrected ?? (item.outcome === undefined ? text : '')}
										placeholder={item.outcome}
										error={item.error}
										isExact
										onCommit={item.onCorrect}
									/>
									{item.leaveOut !== undefined && (
										<CompactButton aria-label={`${item.leaveOut}: ${field}`} onClick={() => item.onCorrect('')}>
											{item.leaveOut}
										</CompactButton>
									)}
								</Inline>
							) : (
								<Muted>{item.outcome ?? 'Too long to edit here. Correct it in the file.'}</Muted>
							)}
							{item.problem}
						</td>
					</tr>
				))}
			</ScrollTable>
			<Inline gap={2}>
				{shown.length < items.length && (
					<CompactButton onClick={() => setLong(true)}>
						Show {formatCount(items.length - shown.length)} more
					</CompactButton>
				)}
				{isLong && items.length === maxListed && <Muted>Showing the first {formatCount(maxListed)}.</Muted>}
			</Inline>
		</Stack>
	);
}
