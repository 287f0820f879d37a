import { Button, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../../api/api-error.ts';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Form } from '../../../ui/primitives/form.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Prose } from '../../../ui/primitives/text.tsx';
import { TokenField } from '../../../ui/primitives/token-field.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { useSessionStore } from '../model.ts';
import { configQuery, printingService } from '../runtime-config.ts';
import { requestSignOut } from '../sign-out/sign-out.ts';
import { useRenewal } from './use-renewal.ts';
import { useTokenSignIn } from './use-token-sign-in.ts';

/** The service's message for a user who may not sign in at all, such as a disabled one; null if signing in again helps. */
const shutOutOf = (refusal: ApiError | undefined): string | null =>
	refusal?.subErrors.some(({ code }) => code === 'FORBIDDEN') === true ? refusal.message : null;

/** Shown above the page when the service rejects the token. The page keeps its state and input. */
export function SessionEndedDialog() {
	const session = useSessionStore((state) => state.session);
	const refused = useSessionStore((state) => state.refused);
	const other = useSessionStore((state) => state.other);
	useFocusBack();
	const { submit, forget, pending, problem } = useTokenSignIn(() => form.reset());
	const form = useForm({ initialValues: { token: '' }, onValuesChange: forget });
	const renewal = useRenewal(session);
	const { data: config } = useQuery(configQuery);
	const shutOut = shutOutOf(useSessionStore((state) => state.refusal));
	if (session === null) return null;
	return (
		<Modal
			opened={refused}
			onClose={() => {}}
			withCloseButton={false}
			closeOnEscape={false}
			closeOnClickOutside={false}
			title={shutOut === null ? 'Your session expired' : 'You no longer have access'}
			// Above an open dialog of the page.
			zIndex={300}
		>
			{/* Focuses the dialog, so keys still being typed don't end up in the token field. */}
			<Stack
				component={Form}
				gap={4}
				onSubmit={form.onSubmit(({ token }) => submit(session, token))}
				data-autofocus
				tabIndex={-1}
			>
				{shutOut !== null && <Prose>{shutOut}</Prose>}
				<Prose>
					{shutOut === null ? 'Sign in' : 'Once you have access again, sign in'} to {session.serviceName} as{' '}
					{session.username} to continue. This page and {session.username}’s other tabs stay open.
					{config !== undefined && printingService(config).baseUrl === session.baseUrl && (
						<>
							{' '}
							You can also open a sign-in link from <code>npm run sign-in</code> in another tab.
						</>
					)}
				</Prose>
				{other !== null && (
					<Notice tone="info" title={`Another tab is signed in as ${other}`}>
						This page still belongs to {session.username}, and {other} can’t see it. To continue as {other}, sign out
						first.
					</Notice>
				)}
				{renewal.isOffered && (
					<Button onClick={renewal.open} fullWidth>
						Continue to sign-in page
					</Button>
				)}
				{renewal.blockedAt !== null && (
					<Notice tone="warning" title="The browser blocked the sign-in window">
						<a href={renewal.blockedAt} target="_blank" rel="noreferrer">
							Open it in a new tab
						</a>
						. This page continues once you’ve signed in there.
					</Notice>
				)}
				<TokenField
					label={renewal.isOffered ? 'Access token (optional)' : 'Access token'}
					{...form.getInputProps('token')}
					error={problem?.message}
				/>
				<DialogActions>
					<SecondaryButton onClick={() => void requestSignOut(undefined)} disabled={pending}>
						Sign out
					</SecondaryButton>
					<Button type="submit" variant={renewal.isOffered ? 'default' : 'filled'} loading={pending}>
						Sign in
					</Button>
				</DialogActions>
			</Stack>
		</Modal>
	);
}
