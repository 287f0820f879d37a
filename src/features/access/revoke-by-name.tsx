import { Button, NativeSelect, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import * as z from 'zod/mini';
import { explainedName } from '#contract/explained-name.ts';
import { NamespaceShare, type ShareRole } from '#contract/permission.ts';
import { useActivities } from '../../storage/use-activities.ts';
import { Form } from '../../ui/primitives/form.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { useScope } from '../session/queries.ts';
import { ChangeList } from './change-list.tsx';
import type { Share } from './mutations.ts';
import { ShareSheet } from './share-sheet.tsx';

const NamedShare = z.extend(NamespaceShare, { username: explainedName('The username') });

/** For services that don't list shares: revokes one by name and role, and lists what was revoked from here. */
export function RevokeByName({ owner, namespace }: { owner: string; namespace: string }) {
	const form = useForm({
		initialValues: { username: '', role: 'viewer' as ShareRole },
		validate: schemaResolver(NamedShare, { sync: true }),
		transformValues: (values) => NamedShare.parse(values),
	});
	const [share, setShare] = useState<Share | null>(null);
	return (
		<>
			<Stack component="section" gap={3} mb={5} aria-label="Shares">
				<Notice tone="info" title="This service doesn’t list shares">
					You can still revoke a share of {owner}/{namespace} by username and role.
				</Notice>
				<Inline
					component={Form}
					gap={[2, 3]}
					align="end"
					onSubmit={form.onSubmit((named) => setShare({ owner, namespace, ...named }))}
				>
					<TextInput label="User" autoComplete="off" spellCheck={false} {...form.getInputProps('username')} />
					<NativeSelect label="Role" data={['viewer', 'editor']} {...form.getInputProps('role')} />
					<Button type="submit" variant="outline" color="red">
						Revoke share…
					</Button>
				</Inline>
				{share !== null && <ShareSheet shares={[share]} action={{ kind: 'withdraw' }} onClose={() => setShare(null)} />}
			</Stack>
			<DoneHere namespace={`${owner}/${namespace}`} />
		</>
	);
}

function DoneHere({ namespace }: { namespace: string }) {
	const { data = [] } = useActivities(useScope());
	const path = `/namespaces/${namespace.split('/').map(encodeURIComponent).join('/')}/shares`;
	const done = data.filter(({ operation, address }) => operation === 'revokeShare' && address.endsWith(path));
	return (
		<ChangeList
			label="Changes from this browser"
			items={done.map(({ id, words: text, at }) => ({ id, text, at: new Date(at).toISOString() }))}
			none={`No shares of ${namespace} revoked in this browser yet.`}
		/>
	);
}
