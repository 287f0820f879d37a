import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { maxVersionMessage, maxVersionName, type VersionNote } from '#contract/build-spec.ts';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Text } from '../../../ui/primitives/text.tsx';

interface NoteDialogProps {
	readonly title: string;
	readonly submitLabel: string;
	readonly note?: VersionNote;
	readonly pending?: boolean;
	/** Why it was rejected, or null. */
	readonly problem?: string | null;
	readonly onClose: () => void;
	readonly onSubmit: (note: VersionNote) => void;
}

const tooLong = (most: number) => (text: string) =>
	text.length > most ? `Use at most ${most} characters. You entered ${text.length}.` : null;

export function NoteDialog({ title, submitLabel, note = {}, pending, problem, onClose, onSubmit }: NoteDialogProps) {
	const form = useForm({
		initialValues: { message: note.message ?? '', name: note.name ?? '' },
		validate: { message: tooLong(maxVersionMessage), name: tooLong(maxVersionName) },
	});
	return (
		<FormDialog
			title={title}
			submitLabel={submitLabel}
			isDirty={form.isDirty()}
			pending={pending ?? false}
			onClose={onClose}
			onSubmit={form.onSubmit((values) => onSubmit(values))}
		>
			<Textarea
				label="Message (optional)"
				placeholder="What changed, and why"
				autosize
				minRows={2}
				maxRows={8}
				data-autofocus
				onKeyDown={(event) => {
					if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
					event.preventDefault();
					event.currentTarget.form?.requestSubmit();
				}}
				{...form.getInputProps('message')}
			/>
			<TextInput
				label="Version name (optional)"
				description='Shown next to the version number. Example: "before the merge".'
				autoComplete="off"
				{...form.getInputProps('name')}
			/>
			{problem && (
				<Text component="p" tone="error" role="alert">
					{problem}
				</Text>
			)}
		</FormDialog>
	);
}
