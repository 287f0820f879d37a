import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { explainedName } from '#contract/explained-name.ts';
import type { InvitedUser, ListedUser } from '#contract/user-admin.ts';
import { copyText } from '../../lib/browser/clipboard.ts';
import { useFocusBack } from '../../lib/browser/use-focus-back.ts';
import { DialogActions } from '../../ui/primitives/dialog-actions.tsx';
import { FormDialog } from '../../ui/primitives/form-dialog.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { inviteUserMutation } from './mutations.ts';

interface InviteDialogProps {
	/** The user to invite again; empty for a new one. */
	readonly known: Partial<ListedUser>;
	readonly onClose: () => void;
}

const schema = z.object({
	username: explainedName('The username'),
	displayName: z.string().check(z.maxLength(200, 'Use at most 200 characters.')),
	email: z.string().check(z.maxLength(320, 'Use at most 320 characters.')),
	admin: z.boolean(),
});

export function InviteDialog({ known, onClose }: InviteDialogProps) {
	useFocusBack();
	const inviting = useMutation(inviteUserMutation());
	const { username = '', displayName = '', email = '', admin = false } = known;
	const form = useForm({
		initialValues: { username, displayName, email, admin },
		validate: schemaResolver(schema, { sync: true }),
	});
	if (inviting.isSuccess) return <Invitation user={inviting.data} onClose={onClose} />;
	return (
		<FormDialog
			title={username === '' ? 'Invite user' : `Invite ${username} again`}
			submitLabel="Create invitation"
			pending={inviting.isPending}
			onClose={onClose}
			onSubmit={form.onSubmit((user) => inviting.mutate(user))}
		>
			<TextInput
				label="Username"
				description="Used to sign in and as the prefix of the user’s namespaces."
				data-autofocus
				autoComplete="off"
				spellCheck={false}
				readOnly={username !== ''}
				{...form.getInputProps('username')}
			/>
			<TextInput label="Full name" autoComplete="off" {...form.getInputProps('displayName')} />
			<TextInput label="Email" autoComplete="off" {...form.getInputProps('email')} />
			<Checkbox
				label="Admin"
				description="Can manage users and see the full audit log."
				{...form.getInputProps('admin', { type: 'checkbox' })}
			/>
			<QueryErrorPanel title="Couldn’t invite the user" query={inviting} />
		</FormDialog>
	);
}

function Invitation({ user, onClose }: { user: InvitedUser; onClose: () => void }) {
	const [copied, setCopied] = useState<boolean | null>(null);
	return (
		<Modal
			opened
			onClose={onClose}
			title={`Invitation for ${user.username}`}
			size="lg"
			closeOnEscape={false}
			closeOnClickOutside={false}
			withCloseButton={false}
		>
			<Stack gap={4} breaks>
				<Notice tone="warning" title="This link is shown only once">
					Send the link to {user.username}. It works once
					{user.invitedUntil !== null && (
						<>
							{' '}
							and expires <RelativeTime iso={user.invitedUntil} />
						</>
					)}
					.
				</Notice>
				<TextInput
					label="Invitation link"
					readOnly
					value={user.invitationUrl}
					onFocus={(event) => event.currentTarget.select()}
				/>
				<Muted component="p" role="status">
					{copied === null ? '' : copied ? 'Copied.' : 'The browser didn’t allow copying. Copy the link manually.'}
				</Muted>
				<DialogActions>
					<Button data-autofocus onClick={() => void copyText(user.invitationUrl).then(setCopied)}>
						Copy link
					</Button>
					<Button variant="default" onClick={onClose}>
						Done
					</Button>
				</DialogActions>
			</Stack>
		</Modal>
	);
}
