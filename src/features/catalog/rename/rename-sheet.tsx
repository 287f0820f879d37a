import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { explainedName } from '#contract/explained-name.ts';
import { foldName } from '#contract/ids.ts';
import { getNamespace, listNamespaces, type Namespace, renameNamespace } from '#contract/namespace.ts';
import { isUnknownOutcome } from '../../../api/lost-write.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { randomId } from '../../../lib/random-id.ts';
import { ConfirmationField } from '../../../ui/primitives/confirmation-field.tsx';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Prose } from '../../../ui/primitives/text.tsx';
import { LostWriteNotice } from '../../names/notice-panel.tsx';
import { namespacesQuery } from '../../names/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { offers, takesKey } from '../../session/model.ts';
import { useReachable, useScope, useWhenBack } from '../../session/queries.ts';
import { fullName, type NamespaceRef } from '../model.ts';
import { useNamespaceFacts } from '../namespace-facts.ts';
import { RenameImpact } from './rename-impact.tsx';
import { followRename, renameOnce } from './rename-once.ts';
import { useOutcomeOf, useRenameOutcome } from './rename-outcome.ts';
import { RenameResult } from './rename-result.tsx';

interface RenameSheetProps {
	readonly namespace: NamespaceRef;
	readonly onClose: () => void;
}

/** Gives a namespace another name: what follows, what does not, and afterwards what is left to change in code. */
export function RenameSheet(props: RenameSheetProps) {
	const done = useOutcomeOf(props.namespace);
	return done === null ? <RenameForm {...props} /> : <RenameResult done={done} onClose={props.onClose} />;
}

function RenameForm({ namespace: namespaceRef, onClose }: RenameSheetProps) {
	const { owner, namespace } = namespaceRef;
	const scope = useScope();
	const queryClient = useQueryClient();
	const facts = useNamespaceFacts(namespaceRef);
	const listed = useQuery({ ...namespacesQuery, enabled: offers(facts.description, listNamespaces) });
	const [key] = useState(randomId);
	const full = fullName(namespaceRef);
	const knowsKey = takesKey(facts.description, renameNamespace);
	const renaming = useSingleMutation({ mutationFn: renameOnce });
	const isUnavailable = useReachable() === false;
	const unknown = isUnknownOutcome(renaming.error);
	const newName = newNameOf(namespaceRef, listed.data?.items ?? []);
	const form = useForm({
		initialValues: { to: '', typed: '' },
		validate: schemaResolver(z.object({ to: newName, typed: z.literal(full) }), { sync: true }),
	});
	const newNameInput = form.getInputProps('to');
	// Not kept by the form: the names that are taken may come after what is typed.
	const checkedName = newName.safeParse(form.values.to);
	const confirmation = form.getInputProps('typed');
	const ready = form.isValid() && !isUnavailable && !unknown && facts.specs.data !== undefined;

	const act = (onlyLook: boolean) => {
		const rename = { service: scope.service, owner, from: namespace, to: form.values.to.trim() };
		const before = facts.specs.data?.items ?? [];
		renaming.mutate(
			{ rename, before, canLook: offers(facts.description, getNamespace), key: knowsKey ? key : null, onlyLook },
			{
				onSuccess: async ({ found }) => {
					useRenameOutcome.setState({ done: { rename, found } });
					await followRename(queryClient, scope, { rename, before });
				},
			},
		);
	};
	useWhenBack(unknown, () => act(true));
	return (
		<FormDialog
			title={`Rename ${full}`}
			submitLabel={`Rename ${full}`}
			size="xl"
			pending={renaming.isPending}
			disabled={!ready}
			status={isUnavailable ? 'The service isn’t responding. Try again when it does.' : ''}
			onClose={onClose}
			onSubmit={() => ready && act(false)}
		>
			<Prose>
				{facts.description === null
					? 'This service doesn’t say whether BuildSpecs, links and shares are updated too.'
					: 'All references to the namespace are updated, for everyone it’s shared with. Code in BuildSpecs isn’t changed.'}
			</Prose>
			<TextInput
				label="New name"
				data-autofocus
				autoComplete="off"
				spellCheck={false}
				disabled={renaming.isPending}
				{...newNameInput}
				error={form.isDirty('to') ? checkedName.error?.issues[0]?.message : undefined}
				onChange={(event) => {
					newNameInput.onChange(event);
					if (!renaming.isPending) renaming.reset();
				}}
			/>
			<RenameImpact namespace={namespaceRef} to={checkedName.data ?? null} facts={facts} />
			<ConfirmationField
				word={full}
				value={confirmation.value}
				disabled={renaming.isPending}
				onChange={confirmation.onChange}
			/>
			{renaming.error !== null &&
				(unknown ? (
					<LostWriteNotice error={renaming.error} onLook={() => act(true)}>
						The request was sent once and isn’t repeated.
					</LostWriteNotice>
				) : (
					<QueryErrorPanel title="Couldn’t rename the namespace" query={renaming} />
				))}
		</FormDialog>
	);
}

/** A name that the namespace can be given, as far as the console knows. */
const newNameOf = ({ owner, namespace }: NamespaceRef, others: readonly Namespace[]) => {
	const taken = others.filter(
		(other) => foldName(other.username) === foldName(owner) && foldName(other.namespace) !== foldName(namespace),
	);
	const takenBy = (name: string) => taken.find((other) => foldName(other.namespace) === foldName(name))?.namespace;
	return explainedName('The new name').check(
		z.refine((name) => name !== namespace, 'Enter a name that differs from the current one.'),
		z.refine((name) => takenBy(name) === undefined, {
			error: ({ input }) => `${owner} already has a namespace named “${takenBy(String(input))}”.`,
		}),
	);
};
