import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { IngestRecord, PreviewRow } from '#contract/ingest.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { textOf } from '../../../rows/index.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, Notice } from '../../../ui/states/states.tsx';
import classes from '../ingest.module.css';
import { isOther, outcomeOf, ownNotesOf, type ResultRow } from '../model.ts';
import { Pager, ScrollTable, usePages } from '../parts.tsx';

const pageRows = 25;

interface ResultTableProps {
	readonly inputs: readonly IngestRecord[];
	readonly outputs: readonly PreviewRow[];
}

/** Each record next to its result: what changed, and why. */
export function ResultTable({ inputs, outputs }: ResultTableProps) {
	const outcome = useMemo(() => outcomeOf(inputs, outputs), [inputs, outputs]);
	const [kind, setKind] = useState('');
	const [onlyChanged, setOnlyChanged] = useState(false);
	const { fields, kinds } = outcome;
	const rows = useMemo(
		() =>
			outcome.rows.filter(
				({ isChanged, after }) =>
					(isChanged || !onlyChanged) &&
					(kind === '' || (after !== undefined && ownNotesOf(after).some((note) => note.kind === kind))),
			),
		[outcome, onlyChanged, kind],
	);
	const pages = usePages(rows, pageRows);
	return (
		<Stack gap={3}>
			<Text component="p" role="status">
				{summary(outcome, outputs.length)}
			</Text>
			{outcome.general.length > 0 && (
				<Notice tone="warning" title="Some instructions had no effect">
					{outcome.general.map((message) => (
						<div key={message}>{message}</div>
					))}
				</Notice>
			)}
			<Inline gap={[2, 3]} align="end">
				<Choice
					label="Notes"
					size="xs"
					data={[
						{ value: '', label: 'All' },
						...[...kinds].map(([value, count]) => ({ value, label: `${value} (${formatCount(count)})` })),
					]}
					value={kind}
					onChange={setKind}
				/>
				<Checkbox
					label="Changed rows only"
					checked={onlyChanged}
					onChange={(event) => setOnlyChanged(event.currentTarget.checked)}
				/>
				<Button size="xs" variant="default" onClick={() => saveFile('ingest-records.ndjson', ndjson(inputs))}>
					Export records
				</Button>
				<Button size="xs" variant="default" onClick={() => saveFile('ingest-result.ndjson', ndjson(outputs))}>
					Export result
				</Button>
				<Pager of={pages} what="rows" />
			</Inline>
			{rows.length === 0 ? (
				<EmptyState title="No rows match">Set Notes to "All", or clear "Changed rows only".</EmptyState>
			) : (
				<ScrollTable
					label="Result"
					isOfData
					columns={[
						'Record',
						...fields.map((field) => ({
							label: field,
							face: (
								<>
									{field}
									{outcome.appeared.includes(field) && <Muted size="small"> new</Muted>}
									{outcome.vanished.includes(field) && <Muted size="small"> removed</Muted>}
								</>
							),
						})),
						'Notes',
					]}
				>
					{pages.shown.map((row) => (
						<Row key={`${row.input}-${row.output}`} row={row} fields={fields} />
					))}
				</ScrollTable>
			)}
		</Stack>
	);
}

function Row({ row, fields }: { row: ResultRow; fields: readonly string[] }) {
	const { before, after } = row;
	const notes = after === undefined ? [] : ownNotesOf(after);
	return (
		<tr>
			<th scope="row">
				{row.input === null ? 'none' : formatCount(row.input + 1)}
				{after === undefined && <Muted size="small"> dropped</Muted>}
			</th>
			{fields.map((field) => {
				const [old, now] = [textOf(before?.[field]), textOf(after?.[field])];
				if (!isOther(before, after, field)) return <td key={field}>{cut(now)}</td>;
				return (
					<td key={field} className={classes.changed}>
						{old !== '' && <del>{visible(old)}</del>}
						{old !== '' && now !== '' && <span aria-hidden> → </span>}
						{now !== '' && <ins>{visible(now)}</ins>}
					</td>
				);
			})}
			<td style={{ minWidth: '18rem' }}>
				{notes.map((note) => (
					<div key={`${note.field} ${note.kind} ${note.words}`}>
						{note.field !== null && (
							<>
								<code>{note.field}</code> <Muted size="small">{note.kind}</Muted>{' '}
							</>
						)}
						{note.words}
					</div>
				))}
			</td>
		</tr>
	);
}

/** Maximum length of a displayed value; exports are complete. */
const longestShown = 500;

const cut = (text: string): string =>
	text.length <= longestShown
		? text
		: `${text.slice(0, longestShown)}… and ${countOf(text.length - longestShown, 'more character')}`;

/** Shows leading and trailing spaces as dots. */
function visible(text: string): string {
	const [from, to] = [text.length - text.trimStart().length, text.trimEnd().length];
	if (to <= from) return cut('·'.repeat(text.length));
	return cut('·'.repeat(from) + text.slice(from, to) + '·'.repeat(text.length - to));
}

const ndjson = (records: readonly object[]): string => records.map((record) => `${stringifyJson(record)}\n`).join('');

function summary(
	{ rows, changed, dropped, added, appeared, vanished }: ReturnType<typeof outcomeOf>,
	count: number,
): string {
	const parts = [
		`${countOf(count, 'row')} from ${countOf(rows.filter((row) => row.input !== null).length, 'record')}`,
		`${formatCount(changed)} changed`,
		dropped > 0 ? `${formatCount(dropped)} dropped` : null,
		added > 0 ? `${formatCount(added)} extra` : null,
		appeared.length > 0 ? `new fields: ${appeared.join(', ')}` : null,
		vanished.length > 0 ? `removed fields: ${vanished.join(', ')}` : null,
	];
	return `${parts.filter((part) => part !== null).join(' · ')}. A preview saves nothing.`;
}
