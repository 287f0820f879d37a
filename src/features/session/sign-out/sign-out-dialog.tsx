import { Button, Modal, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { describeLocalData } from '../../../storage/local-data-labels.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { DialogActions } from '../../../ui/primitives/dialog-actions.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Prose } from '../../../ui/primitives/text.tsx';
import { useSessionStore } from '../model.ts';
import { descriptionQuery } from '../queries.ts';
import { cancelSignOut, confirmSignOut, usePendingSignOut } from './sign-out.ts';

/** Maximum length of a button's variable text, in UTF-16 units. */
const fits = 45;

/** Asks what to do with the data this browser stores for the user. */
export function SignOutDialog() {
	useFocusBack();
	const pending = usePendingSignOut((state) => state.pending);
	const serviceName = useSessionStore((state) => state.session?.serviceName ?? '');
	const { data: description } = useQuery(descriptionQuery);
	const [what, setWhat] = useState('keep');
	if (pending === null) return null;
	const { person, kept } = pending;
	const { text, them } = describeLocalData(kept);
	return (
		// Above the sign-in dialog, which may be open.
		<Modal opened onClose={cancelSignOut} title={`Sign out ${person.username}?`} zIndex={310}>
			<Stack gap={4}>
				<Prose>
					{person.username} has work in this browser: {text}. No one else who signs in here can see {them}. Signing out
					ends the session in all of {person.username}’s tabs at {serviceName}.
				</Prose>
				<Radio.Group label="What do you want to do with this work?" value={what} onChange={setWhat}>
					<Stack gap={3} mt={2}>
						<Radio
							value="keep"
							label={`Keep ${them} in this browser`}
							description={`${them === 'it' ? 'It’s' : 'They’re'} available when ${person.username} signs in here again.`}
						/>
						<Radio
							value="remove"
							label={`Delete ${them}`}
							description="This also deletes discovered names, viewed versions and table layouts. Data on the service isn’t affected."
						/>
					</Stack>
				</Radio.Group>
				<DialogActions>
					<SecondaryButton onClick={cancelSignOut}>Cancel</SecondaryButton>
					<Button
						color={what === 'remove' ? 'red' : 'accent'}
						onClick={() => confirmSignOut(what === 'remove', description)}
						data-autofocus
					>
						{what === 'remove' ? `Delete ${text.length > fits ? `all of ${them}` : text} and sign out` : 'Sign out'}
					</Button>
				</DialogActions>
			</Stack>
		</Modal>
	);
}
