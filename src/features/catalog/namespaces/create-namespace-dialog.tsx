import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { explainedName } from '#contract/explained-name.ts';
import { foldName } from '#contract/ids.ts';
import { createNamespace } from '#contract/namespace.ts';
import { isApiError } from '../../../api/api-error.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { notResponding } from '../../../lib/messages.ts';
import { paths } from '../../../routing/paths.ts';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { createNamespaceMutation } from '../../names/namespace-mutations.ts';
import { namespacesQuery } from '../../names/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useOnReconnect, useReachable, useScope } from '../../session/queries.ts';

/** Creates a namespace and opens it. A rejected form keeps its content. */
export function CreateNamespaceDialog({ onClose }: { onClose: () => void }) {
	const { user } = useScope();
	const navigate = useNavigate();
	const isUnavailable = useReachable() === false;
	const { data: known } = useQuery({ ...namespacesQuery, enabled: false });
	const creation = useMutation(createNamespaceMutation());
	const own = (known?.items ?? []).filter((item) => item.username === user).map((item) => item.namespace);
	const schema = newNamespaceOf(own);
	const form = useForm({
		initialValues: { namespace: '' },
		validate: schemaResolver(schema, { sync: true }),
		validateInputOnChange: true,
		transformValues: (values) => schema.parse(values),
		onValuesChange: creation.reset,
	});
	const name = form.getInputProps('namespace');
	const refused = refusalOf(creation.error);
	const unknown = isUnknownOutcome(creation.error);
	const create = (onlyLook: boolean) =>
		form.onSubmit(({ namespace }) => {
			if (creation.isPending || isUnavailable) return;
			creation.mutate(
				{ owner: user, name: namespace, onlyLook },
				{ onSuccess: ({ value }) => void navigate(paths.namespace(value.username, value.namespace)) },
			);
		});
	useOnReconnect(unknown, create(true));
	return (
		<FormDialog
			title="Create namespace"
			submitLabel="Create namespace"
			gap={3}
			pending={creation.isPending}
			disabled={isUnavailable}
			onClose={onClose}
			onSubmit={create(unknown)}
		>
			<TextInput
				label="Name"
				description='Letters, digits, "_", "-", "." and spaces. Up to 128 characters.'
				data-autofocus
				autoComplete="off"
				spellCheck={false}
				{...name}
				error={name.error ?? refused}
			/>
			{refused === null && <QueryErrorPanel title="Couldn’t create the namespace" query={{ error: creation.error }} />}
			{isUnavailable && <Muted component="p">{notResponding()}</Muted>}
		</FormDialog>
	);
}

/** @param own names of the user's namespaces */
const newNamespaceOf = (own: readonly string[]) =>
	z.extend(createNamespace.body, {
		namespace: explainedName('The name').check(
			z.refine((name) => !own.some((other) => foldName(other) === foldName(name)), {
				error: ({ input }) => `You already have a namespace named "${input}". Enter another name.`,
			}),
		),
	});

/** The service's error about the name. */
function refusalOf(error: unknown): string | null {
	if (!isApiError(error)) return null;
	if (error.subErrors.length > 0) return error.subErrors.map((error) => error.message).join(' ');
	return error.code === 'CONFLICT' ? error.message : null;
}
