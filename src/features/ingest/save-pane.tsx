import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PreviewRow, startIngestion } from '#contract/ingest.ts';
import { formatCount } from '../../lib/format.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useScope } from '../session/queries.ts';
import classes from './ingest.module.css';
import { type Records, toRecords } from './model.ts';
import { SaveForm } from './save-form.tsx';
import type { Saveable } from './save-model.ts';
import { SaveProgress } from './save-progress.tsx';
import type { ReadFile } from './use-reading.ts';
import { useSaving } from './use-saving.ts';

interface SavePaneProps {
	readonly records: Records;
	readonly from: string;
	/** Rows of the last preview; null where there is none. */
	readonly outputs: readonly PreviewRow[] | null;
	/** They came of other records than these. */
	readonly isStale: boolean;
	/** The file that the records are a part of; null where they are all of it. */
	readonly file: ReadFile | null;
}

/** Saves rows into a dataset, where the service takes them. */
export function SavePane({ records, from, outputs, isStale, file }: SavePaneProps) {
	const { data: description = null } = useQuery(descriptionQuery);
	const { saving, go, stop, giveUp, forget } = useSaving(useScope());
	const isOffered = offers(description, startIngestion);
	return (
		<section className={classes.pane} aria-labelledby="ingest-save">
			<h2 id="ingest-save" className={classes.title}>
				Save
			</h2>
			{!isOffered && (
				<p className={classes.quiet}>This service takes no rows from the console. Export the result instead.</p>
			)}
			{isOffered && saving.state !== 'none' && (
				<SaveProgress
					saving={saving}
					onGoOn={(save) => void go(save)}
					onStop={stop}
					onGiveUp={(save) => void giveUp(save)}
				/>
			)}
			{isOffered && saving.state === 'done' && (
				<div>
					<Button variant="default" onClick={forget}>
						Save other rows
					</Button>
				</div>
			)}
			{isOffered && saving.state === 'none' && (
				<Choose records={records} from={from} outputs={outputs} isStale={isStale} file={file} onSave={go} />
			)}
		</section>
	);
}

function Choose({
	records,
	from,
	outputs,
	isStale,
	file,
	onSave,
}: SavePaneProps & { readonly onSave: ReturnType<typeof useSaving>['go'] }) {
	const [wanted, setWanted] = useState('');
	const count = (rows: number) => `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
	const hasResult = outputs !== null && outputs.length > 0;
	const choices = [
		...(!hasResult || isStale ? [] : [{ value: 'result', label: `The result: ${count(outputs.length)}` }]),
		...(records.rows.length === 0
			? []
			: [{ value: 'records', label: `The records as they are: ${count(records.rows.length)}` }]),
		...(file === null
			? []
			: [{ value: 'file', label: `All of ${file.name} as it was read: ${count(file.inspection.rows)}` }]),
	];
	const [first] = choices;
	const stale = hasResult && isStale && (
		<p className={classes.quiet}>The result came of earlier records. Preview again to save it.</p>
	);
	if (first === undefined) return stale || <p className={classes.quiet}>There are no rows to save yet.</p>;
	const what = choices.find((it) => it.value === wanted)?.value ?? first.value;
	const saveable: Saveable =
		what === 'file' && file !== null
			? { kind: 'file', file, from: file.name }
			: {
					kind: 'records',
					records: what === 'result' ? (outputs ?? []) : toRecords(records),
					types: records.types,
					from,
				};
	return (
		<>
			<div className={classes.bar}>
				<NativeSelect
					label="What to save"
					data={choices}
					value={what}
					onChange={(event) => setWanted(event.currentTarget.value)}
				/>
			</div>
			{stale}
			<SaveForm key={what} saveable={saveable} onSave={onSave} />
		</>
	);
}
