import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { explainName } from '#contract/ids.ts';
import type { ShareRole } from '#contract/permission.ts';
import { useActivities } from '../../storage/use-activities.ts';
import { Form } from '../../ui/form.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Notice } from '../../ui/states.tsx';
import { useScope } from '../session/queries.ts';
import classes from './access.module.css';
import type { Share } from './mutations.ts';
import { ShareSheet } from './share-sheet.tsx';

/** Where the service does not list shares: withdraws one by the person's name and role, and says what was done from here. */
export function WithdrawByName({ owner, namespace }: { owner: string; namespace: string }) {
	const [username, setUsername] = useState('');
	const [role, setRole] = useState<ShareRole>('viewer');
	const [asked, setAsked] = useState(false);
	const [share, setShare] = useState<Share | null>(null);
	const wrong = explainName(username.trim(), 'The person');
	const submit = () => {
		setAsked(true);
		if (wrong === null) setShare({ owner, namespace, username: username.trim(), role });
	};
	return (
		<>
			<Stack component="section" gap={3} mb={5} aria-label="Shares">
				<Notice tone="info" title="This service does not list shares">
					Who {owner}/{namespace} is shared with cannot be seen from here. A share can be withdrawn by the person’s name
					and role; the service says so if there is none.
				</Notice>
				<Inline component={Form} gap={[2, 3]} align="end" onSubmit={submit}>
					<TextInput
						label="Person"
						value={username}
						autoComplete="off"
						spellCheck={false}
						error={asked ? wrong : null}
						onChange={(event) => {
							setUsername(event.currentTarget.value);
							setAsked(false);
						}}
					/>
					<NativeSelect
						label="Role"
						value={role}
						data={['viewer', 'editor']}
						onChange={(event) => setRole(event.currentTarget.value === 'editor' ? 'editor' : 'viewer')}
					/>
					<Button type="submit" variant="outline" color="red">
						Withdraw share…
					</Button>
				</Inline>
				{share !== null && <ShareSheet shares={[share]} deed={{ kind: 'withdraw' }} onClose={() => setShare(null)} />}
			</Stack>
			<DoneHere place={`${owner}/${namespace}`} />
		</>
	);
}

/** Changes of a namespace's shares that were made from this browser. */
function DoneHere({ place }: { place: string }) {
	const { items } = useActivities(useScope());
	const done = (items ?? []).filter(
		({ operation, words }) => operation === 'revokeShare' && words?.endsWith(` of ${place}`) === true,
	);
	return (
		<Stack component="section" gap={3} mb={5} aria-label="What was done from this browser">
			<SectionHeader size="large">What was done from this browser</SectionHeader>
			{done.length === 0 && <Muted component="p">No share of {place} was withdrawn from here.</Muted>}
			<Stack component="ol" className={classes.changes}>
				{done.map(({ id, words, at }) => (
					<li key={id}>
						<span>{words}</span>
						<Muted weight="normal">
							<RelativeTime iso={new Date(at).toISOString()} />
						</Muted>
					</li>
				))}
			</Stack>
		</Stack>
	);
}
