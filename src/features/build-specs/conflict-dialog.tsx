import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { CodeEditor } from '../../ui/code-editor/code-editor.tsx';
import type { EditorLanguage } from '../../ui/code-editor/types.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './dialogs.module.css';
import { textOf } from './model.ts';
import type { Saved } from './work.ts';

interface ConflictDialogProps {
	/** What was saved meanwhile; null closes the dialog. */
	readonly theirs: Saved | null;
	/** The version that my text began from. */
	readonly begunOn: number | null;
	readonly language: EditorLanguage;
	readonly saving: boolean;
	readonly onSaveMine: () => void;
	readonly onTakeTheirs: () => void;
	readonly onClose: () => void;
}

/** Someone saved another version meanwhile. Nothing is overwritten until the person has said which text counts. */
export function ConflictDialog({ theirs, begunOn, language, saving, ...on }: ConflictDialogProps) {
	const [shown, setShown] = useState(false);
	const close = () => {
		setShown(false);
		on.onClose();
	};
	return (
		<Modal
			opened={theirs !== null}
			onClose={close}
			size={shown ? 'xl' : 'lg'}
			title={theirs === null ? '' : `Saved as version ${theirs.value.version} meanwhile`}
		>
			{theirs !== null && (
				<>
					<p className={classes.text}>
						Your text began on version {begunOn ?? 'an older one'}. Version {theirs.value.version} was saved{' '}
						<RelativeTime iso={theirs.value.updatedAt} />. Nothing was overwritten; your text is kept as a draft.
					</p>
					{shown && <SavedVersion saved={theirs} language={language} />}
					<div className={classes.actions}>
						<Button variant="default" onClick={close} data-autofocus>
							Keep editing
						</Button>
						<Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
							{shown ? 'Hide the saved version' : 'Show the saved version'}
						</Button>
						<Button variant="default" onClick={on.onTakeTheirs}>
							Take theirs
						</Button>
						<Button loading={saving} onClick={on.onSaveMine}>
							Save mine as version {theirs.value.version + 1}
						</Button>
					</div>
				</>
			)}
		</Modal>
	);
}

function SavedVersion({ saved, language }: { saved: Saved; language: EditorLanguage }) {
	const text = textOf(saved.value);
	return (
		<>
			<dl className={classes.facts}>
				<dt>From</dt>
				<dd>{text.sources.join(', ') || 'no sources'}</dd>
				<dt>To</dt>
				<dd>{text.destination}</dd>
			</dl>
			<div className={classes.theirs}>
				<CodeEditor
					value={text.payload}
					language={language}
					readOnly
					ariaLabel={`Code of version ${saved.value.version}, as saved`}
				/>
			</div>
		</>
	);
}
