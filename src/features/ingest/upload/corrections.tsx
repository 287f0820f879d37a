import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { maxListed } from '#contract/file-ingestion.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { ScrollTable } from '../parts.tsx';
import { isWhole } from './model.ts';

/** Fields shown at first. */
const firstFields = 10;

interface Correctable {
	readonly id: string;
	readonly text: string;
	readonly label: string;
	/** Cells before the field. */
	readonly cells: readonly [ReactNode, ...ReactNode[]];
	readonly problem?: string;
}

interface CorrectionsProps {
	readonly label: string;
	/** The last one is for the fields. */
	readonly columns: readonly string[];
	readonly items: readonly Correctable[];
	readonly onApply: (corrected: readonly { readonly id: string; readonly to: string }[]) => void;
}

/** A field per text. Changes are applied together. */
export function Corrections({ label, columns, items, onApply }: CorrectionsProps) {
	const [isLong, setLong] = useState(false);
	const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
	const shown = isLong ? items : items.slice(0, firstFields);
	const corrected = items.flatMap(({ id, text }) => {
		const to = typed.get(id);
		return to === undefined || to === text ? [] : [{ id, to }];
	});
	const apply = () => {
		if (corrected.length > 0) onApply(corrected);
		setTyped(new Map());
	};
	return (
		<Stack
			gap={2}
			// Applied on blur, so typed text isn't lost.
			onBlur={(event) => {
				// Switching to another window isn't blur.
				if (document.hasFocus() && !event.currentTarget.contains(event.relatedTarget)) apply();
			}}
		>
			<ScrollTable label={label} isFocusable={false} columns={columns}>
				{shown.map(({ id, text, label: field, cells: [first, ...others], problem }) => (
					<tr key={id}>
						<th scope="row">{first}</th>
						{others.map((cell, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
							<td key={index}>{cell}</td>
						))}
						<td>
							{isWhole(text) ? (
								<TextInput
									size="xs"
									aria-label={field}
									style={{ width: `${Math.min(64, Math.max(20, text.length + 4))}ch`, maxWidth: '100%' }}
									value={typed.get(id) ?? text}
									onChange={({ currentTarget }) => setTyped(new Map(typed).set(id, currentTarget.value))}
									onKeyDown={(event) => event.key === 'Enter' && apply()}
								/>
							) : (
								<Muted>Too long to edit here</Muted>
							)}
							{problem}
						</td>
					</tr>
				))}
			</ScrollTable>
			<Inline gap={2}>
				{corrected.length > 0 && (
					<Button size="xs" onClick={apply}>
						Apply {countOf(corrected.length, 'correction')}
					</Button>
				)}
				{shown.length < items.length && (
					<CompactButton onClick={() => setLong(true)}>
						Show {formatCount(items.length - shown.length)} more
					</CompactButton>
				)}
				{isLong && items.length === maxListed && <Muted>Only the first {formatCount(maxListed)} are listed.</Muted>}
			</Inline>
		</Stack>
	);
}
