import { useState } from 'react';
import type { VersionNote } from '#contract/build-spec.ts';
import { countOf } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { EditorMarker } from '../../../ui/editor/types.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { describeLocation } from '../markers.ts';
import { NoteDialog } from '../versions/note-dialog.tsx';

type Asking = 'message' | 'errors' | 'errors, then message';

interface SaveQuestionsOptions {
	readonly dirty: boolean;
	readonly errors: readonly EditorMarker[];
	readonly onSave: (note?: VersionNote) => void;
}

/** Asks before saving: about code with errors (once per set of errors), and for a message if wanted. */
export function useSaveQuestions({ dirty, errors, onSave }: SaveQuestionsOptions) {
	const [asking, setAsking] = useState<Asking | null>(null);
	/** Errors the user was already warned about. */
	const [warned, setWarned] = useState('');
	const errorKey = errors.map(({ message }) => message).join('\n');
	return {
		asking,
		begin: (how: 'save' | 'message') => {
			if (dirty && errorKey !== '' && errorKey !== warned) {
				return setAsking(how === 'message' ? 'errors, then message' : 'errors');
			}
			if (how === 'message' && dirty) return setAsking('message');
			onSave();
		},
		cancel: () => setAsking(null),
		saveAnyway: () => {
			setWarned(errorKey);
			setAsking(asking === 'errors' ? null : 'message');
			if (asking === 'errors') onSave();
		},
		saveWith: (note: VersionNote) => {
			setAsking(null);
			onSave(note);
		},
	};
}

interface SaveQuestionsProps {
	readonly questions: ReturnType<typeof useSaveQuestions>;
	/** The version the text will become. */
	readonly version: number;
	readonly errors: readonly EditorMarker[];
}

const maxErrors = 5;

export const SaveQuestions = ({ questions, version, errors }: SaveQuestionsProps) => (
	<>
		{questions.asking === 'message' && (
			<NoteDialog
				title={`Save version ${version}`}
				submitLabel="Save version"
				onClose={questions.cancel}
				onSubmit={questions.saveWith}
			/>
		)}
		<ConfirmDialog
			opened={questions.asking === 'errors' || questions.asking === 'errors, then message'}
			title={`Save with ${countOf(errors.length, 'error')}?`}
			confirmLabel="Save anyway"
			onClose={questions.cancel}
			onConfirm={questions.saveAnyway}
		>
			<Bullets breaks>
				{errors.slice(0, maxErrors).map((error) => (
					<li key={`${error.line}:${error.column}:${error.message}`}>
						{[describeLocation(error) ?? [], error.message].flat().join(': ')}
					</li>
				))}
			</Bullets>
			<p>A build of this version will probably fail. You won’t be asked again until the errors change.</p>
		</ConfirmDialog>
	</>
);
