import { Autocomplete, NativeSelect, Radio } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { explainedName } from '#contract/explained-name.ts';
import { foldName } from '#contract/ids.ts';
import { NamespaceShare, type ShareRole } from '#contract/permission.ts';
import { isApiError } from '../../api/api-error.ts';
import { notResponding } from '../../lib/messages.ts';
import { FormDialog } from '../../ui/primitives/form-dialog.tsx';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { useReachable } from '../session/queries.ts';
import { grantShareMutation } from './mutations.ts';
import { useIsAdmin, usersQuery } from './queries.ts';

interface GrantDialogProps {
	readonly owner: string;
	readonly namespaces: readonly string[];
	readonly onClose: () => void;
}

const roles = [
	{ role: 'viewer', label: 'Viewer', description: 'Can read all current and future datasets, but not change them.' },
	{
		role: 'editor',
		label: 'Editor',
		description: 'Can also add, change, build and delete datasets.',
	},
] as const;

/** Shares a namespace. A rejected form keeps its content. */
export function GrantDialog({ owner, namespaces, onClose }: GrantDialogProps) {
	const isUnavailable = useReachable() === false;
	const granting = useMutation(grantShareMutation());
	const schema = useMemo(() => grantOf(owner), [owner]);
	const form = useForm({
		initialValues: { namespace: namespaces[0] ?? '', username: '', role: 'viewer' as ShareRole },
		validate: schemaResolver(schema, { sync: true }),
		transformValues: (values) => schema.parse(values),
	});
	const users = useQuery({ ...usersQuery, enabled: useIsAdmin() });
	const people = (users.data?.items ?? [])
		.filter((user) => !user.disabled && foldName(user.username) !== foldName(owner))
		.map((user) => user.username);
	const { namespace } = form.values;
	const person = form.getInputProps('username');
	const refused = refusalOf(granting.error);
	const submit = form.onSubmit((share) => {
		if (!isUnavailable && !granting.isPending) granting.mutate({ owner, ...share }, { onSuccess: onClose });
	});
	return (
		<FormDialog
			title={namespaces.length === 1 ? `Share ${owner}/${namespace}` : 'Share namespace'}
			submitLabel={`Share ${namespace}`}
			pending={granting.isPending}
			disabled={isUnavailable}
			onClose={onClose}
			onSubmit={submit}
		>
			{namespaces.length > 1 && (
				<NativeSelect label="Namespace" data={[...namespaces]} {...form.getInputProps('namespace')} />
			)}
			<Autocomplete
				label="User"
				data={people}
				description="The username that the person signs in with."
				data-autofocus
				autoComplete="off"
				spellCheck={false}
				{...person}
				error={person.error ?? refused}
				onChange={(name) => {
					person.onChange(name);
					granting.reset();
				}}
			/>
			<Radio.Group label="Role" {...form.getInputProps('role')}>
				<Stack gap={2} pt={2}>
					{roles.map((role) => (
						<Radio key={role.role} value={role.role} label={role.label} description={role.description} />
					))}
				</Stack>
			</Radio.Group>
			{refused === null && <QueryErrorPanel title="Couldn’t share the namespace" query={{ error: granting.error }} />}
			{isUnavailable && <Muted component="p">{notResponding()}</Muted>}
		</FormDialog>
	);
}

const grantOf = (owner: string) =>
	z.extend(NamespaceShare, {
		namespace: z.string(),
		username: explainedName('The username').check(
			z.refine(
				(name) => foldName(name) !== foldName(owner),
				'You own this namespace, so you already have full access.',
			),
		),
	});

/** The service's message about the name field. */
const refusalOf = (error: unknown): string | null =>
	isApiError(error) && error.subErrors.length > 0 ? error.subErrors.map((error) => error.message).join(' ') : null;
