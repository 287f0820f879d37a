import { TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { explainName, foldName } from '#contract/ids.ts';
import { isApiError } from '../../../api/api-error.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { paths } from '../../../routing/paths.ts';
import { useFocusBack } from '../../../ui/dialog/use-focus-back.ts';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { createNamespaceMutation } from '../../names/namespace-mutations.ts';
import { namespacesQuery } from '../../names/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useReachable, useScope, useWhenBack } from '../../session/queries.ts';

/** Asks for the name of a new namespace and goes there. What was typed stays when it is refused. */
export function CreateNamespaceDialog({ onClose }: { onClose: () => void }) {
	useFocusBack();
	const { user } = useScope();
	const navigate = useNavigate();
	const isUnavailable = useReachable() === false;
	const { data: known } = useQuery({ ...namespacesQuery, enabled: false });
	const creation = useMutation(createNamespaceMutation());
	const [name, setName] = useState('');
	const [wasSubmitted, setSubmitted] = useState(false);
	const taken =
		known?.items.some((item) => item.username === user && foldName(item.namespace) === foldName(name)) === true;
	const wrong = explainName(name, 'The namespace') ?? (taken ? `You have a namespace called "${name}" already.` : null);
	const refused = refusalOf(creation.error);
	const unknown = isUnknownOutcome(creation.error);
	const create = (onlyLook: boolean) => {
		setSubmitted(true);
		if (wrong !== null || creation.isPending || isUnavailable) return;
		creation.mutate(
			{ owner: user, name, onlyLook },
			{ onSuccess: ({ value }) => void navigate(paths.namespace(value.username, value.namespace)) },
		);
	};
	useWhenBack(unknown, () => create(true));
	return (
		<FormDialog
			title="Create a namespace"
			submitLabel="Create namespace"
			gap={3}
			pending={creation.isPending}
			disabled={isUnavailable}
			onClose={onClose}
			onSubmit={() => create(unknown)}
		>
			<TextInput
				label="Name"
				description="Letters, digits, “_”, “-”, “.” and spaces; 128 characters at most."
				data-autofocus
				value={name}
				error={(wasSubmitted || name !== '' ? wrong : null) ?? refused}
				onChange={(event) => {
					setName(event.currentTarget.value);
					setSubmitted(false);
					creation.reset();
				}}
				autoComplete="off"
				spellCheck={false}
			/>
			{refused === null && <QueryErrorPanel title="The namespace was not created" query={{ error: creation.error }} />}
			{isUnavailable && <Muted component="p">The service does not answer. It can be created when it does.</Muted>}
		</FormDialog>
	);
}

/** Why the service refused the name itself. */
function refusalOf(error: unknown): string | null {
	if (!isApiError(error)) return null;
	if (error.subErrors.length > 0) return error.subErrors.map((error) => error.message).join(' ');
	return error.code === 'CONFLICT' ? error.message : null;
}
