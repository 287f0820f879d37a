import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { problemsByPath } from '../../api/error-facts.ts';
import { notResponding } from '../../lib/messages.ts';
import { readJson, removeText, writeText } from '../../storage/web-storage.ts';
import { CompactButton } from '../../ui/primitives/button.tsx';
import { Form } from '../../ui/primitives/form.tsx';
import { IconButton } from '../../ui/primitives/icon-button.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { useReachable, useScope } from '../session/queries.ts';
import { textKey } from './unsaved-texts.ts';

interface EditInPlaceProps<Saved> {
	/** Label: "description". */
	readonly what: string;
	/** Key for unsaved text: the item's name as in its URL. */
	readonly of: string;
	readonly value: string;
	readonly maxLength: number;
	/** Whether it's multiline. */
	readonly isLong?: boolean;
	readonly mutation: UseMutationOptions<Saved, Error, string>;
	/** Rendered text, if any. */
	readonly children: ReactNode;
}

const Edited = z.object({ text: z.string(), of: z.string() });
type Edited = z.infer<typeof Edited>;

/** A text with an edit button. Typed text survives reloading the tab until it's saved or discarded. */
export function EditInPlace<Saved>(props: EditInPlaceProps<Saved>) {
	const { what, of, value, maxLength, isLong = false, mutation, children } = props;
	const key = textKey(useScope(), of, what);
	const [edited, setEdited] = useState(() => readJson('session', key, Edited) ?? null);
	/** Unsaved text restored on load doesn't take the focus. */
	const [isOpened, setIsOpened] = useState(false);
	const [wasOpen, setWasOpen] = useState(false);
	const saving = useMutation(mutation);
	const isUnavailable = useReachable() === false;
	const keep = (next: Edited | null) => {
		setEdited(next);
		if (next === null || next.text === next.of) removeText('session', key);
		else writeText('session', key, JSON.stringify(next));
	};
	const close = () => {
		keep(null);
		saving.reset();
		setWasOpen(true);
	};
	if (edited === null) {
		const open = () => {
			setIsOpened(true);
			keep({ text: value, of: value });
		};
		return value === '' ? (
			<Inline gap={2}>
				{children}
				<CompactButton
					variant="subtle"
					leftSection={<IconPencil size={14} aria-hidden />}
					autoFocus={wasOpen}
					onClick={open}
				>
					Add {what}
				</CompactButton>
			</Inline>
		) : (
			<Inline gap={1} nowrap align="start">
				{children}
				<IconButton
					label={`Edit ${what}`}
					icon={IconPencil}
					autoFocus={wasOpen}
					style={{ marginBlock: '-2px' }}
					onClick={open}
				/>
			</Inline>
		);
	}
	const { text } = edited;
	const problems = problemsByPath(saving.error);
	const problem = Object.values(problems)[0];
	const field = {
		'aria-label': what.charAt(0).toUpperCase() + what.slice(1),
		autoFocus: isOpened,
		maxLength,
		value: text,
		error: problem,
		onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
			keep({ ...edited, text: event.currentTarget.value }),
		onKeyDown: (event: KeyboardEvent) => {
			if (event.key === 'Escape' && text === value && !saving.isPending) close();
		},
	};
	const save = () => {
		if (saving.isPending || isUnavailable) return;
		if (text.trim() === value) close();
		else saving.mutate(text.trim(), { onSuccess: close });
	};
	return (
		<Stack component={Form} gap={2} style={{ maxWidth: '72ch' }} onSubmit={save}>
			{isLong ? <Textarea {...field} autosize minRows={2} maxRows={12} /> : <TextInput {...field} />}
			<Inline gap={2}>
				<Button type="submit" size="compact-sm" loading={saving.isPending} disabled={isUnavailable}>
					Save {what}
				</Button>
				<CompactButton disabled={saving.isPending} onClick={close}>
					{text === value ? 'Cancel' : 'Discard changes'}
				</CompactButton>
				{value !== edited.of && text.trim() !== value && (
					<Muted>The {what} was changed in the meantime. Saving overwrites that change.</Muted>
				)}
				{isUnavailable && <Muted>{notResponding('save')}</Muted>}
			</Inline>
			{problem === undefined && <QueryErrorPanel title={`Couldn’t save the ${what}`} query={{ error: saving.error }} />}
		</Stack>
	);
}
