import { useState } from 'react';
import { getSchema } from '#contract/dataset.ts';
import { type PreviewRow, startIngestion } from '#contract/ingest.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import type { WorkFile } from '../input/use-ingest-draft.ts';
import { type Records, toRecords } from '../model.ts';
import { Pane } from '../parts.tsx';
import { SaveForm } from './save-form.tsx';
import { saveableFile, saveableRecords } from './save-model.ts';
import { SaveProgress } from './save-progress.tsx';
import { useSaving } from './use-saving.ts';

interface SavePaneProps {
	readonly records: Records;
	readonly from: string;
	/** Rows of the last preview, or null. */
	readonly outputs: readonly PreviewRow[] | null;
	/** Whether they came from different records. */
	readonly isStale: boolean;
	/** The file, if the records are only a part of it; otherwise null. */
	readonly file: WorkFile | null;
}

export function SavePane(props: SavePaneProps) {
	const canSave = useOffers(startIngestion);
	// Looking up the dataset determines whether to append or create.
	const canLook = useOffers(getSchema);
	const { saving, go, stop, giveUp, forget } = useSaving(useScope());
	return (
		<Pane id="ingest-save" title="Save">
			{!(canSave && canLook) ? (
				<Muted component="p">This service doesn’t accept rows from the console. Export the result instead.</Muted>
			) : saving.state === 'none' ? (
				// Choices for one file don't apply to the next.
				<Choose key={props.file?.id ?? ''} {...props} onSave={go} />
			) : (
				<SaveProgress
					saving={saving}
					onGoOn={(save) => void go(save)}
					onStop={stop}
					onGiveUp={(save) => void giveUp(save)}
					onForget={forget}
				/>
			)}
		</Pane>
	);
}

interface Option {
	readonly value: string;
	readonly label: string;
}

function Choose(props: SavePaneProps & { readonly onSave: ReturnType<typeof useSaving>['go'] }) {
	const { records, from, outputs, isStale, file, onSave } = props;
	const [wanted, setWanted] = useState('');
	/** For part of a file, also shows the total. */
	const count = (rows: number) =>
		file === null ? countOf(rows, 'row') : `${formatCount(rows)} of ${countOf(file.rows, 'row')}`;
	const hasResult = outputs !== null && outputs.length > 0;
	const whole = file?.read ?? null;
	const rest: Option[] = [];
	if (hasResult && !isStale) rest.push({ value: 'result', label: `Preview result: ${count(outputs.length)}` });
	if (records.rows.length > 0) rest.push({ value: 'records', label: `Loaded records: ${count(records.rows.length)}` });
	const choices = [...rest];
	if (whole !== null)
		choices.unshift({ value: 'file', label: `All of ${whole.name}: ${countOf(whole.inspection.rows, 'row')}` });
	// Saving only part of a file must be an explicit choice, never a consequence of the rest missing.
	else if (file !== null) choices.unshift({ value: '', label: 'Choose what to save' });
	const [first] = choices;
	const stale = hasResult && isStale && (
		<Muted component="p">The result is out of date. Preview again to save it.</Muted>
	);
	if (first === undefined || rest.length === 0) return stale || <Muted component="p">No rows to save yet.</Muted>;
	const what = choices.find((choice) => choice.value === wanted)?.value ?? first.value;
	const saveable =
		what === 'file' && whole !== null
			? saveableFile(whole)
			: saveableRecords(what === 'result' ? (outputs ?? []) : toRecords(records), records.types, from);
	return (
		<>
			<Inline gap={[2, 3]} align="end">
				<Choice label="What to save" data={choices} value={what} onChange={setWanted} />
			</Inline>
			{stale}
			{what === 'file' && (
				<Muted component="p">
					The file is saved unchanged, without edits to the loaded records or changes from the preview.
				</Muted>
			)}
			{what !== '' && <SaveForm key={what} saveable={saveable} onSave={onSave} />}
		</>
	);
}
