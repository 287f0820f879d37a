import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import type { BuildSpec } from '#contract/build-spec.ts';
import { joinNames } from '#contract/dataset.ts';
import type { Operation } from '#contract/operation.ts';
import { isUnknownOutcome, type Settled } from '../../../api/lost-write.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { notResponding } from '../../../lib/messages.ts';
import { randomId } from '../../../lib/random-id.ts';
import { namesBefore, type Rename } from '../../../storage/changes-elsewhere.ts';
import { ConfirmationField } from '../../../ui/primitives/confirmation-field.tsx';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Prose } from '../../../ui/primitives/text.tsx';
import { LostWriteNotice } from '../../names/notice-panel.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { takesKey } from '../../session/model.ts';
import { descriptionQuery, useOnReconnect, useReachable, useScope } from '../../session/queries.ts';
import { followRename, type RenameInput } from './rename-once.ts';
import { useRenameOutcome } from './rename-outcome.ts';

interface RenameFormProps {
	readonly of: Omit<Rename, 'service' | 'to'>;
	readonly operation: Operation;
	readonly rename: (input: RenameInput) => Promise<Settled<true>>;
	/** Validation of the new name, as far as the console can. */
	readonly newName: z.ZodMiniType<string>;
	/** The user's BuildSpecs, needed to show the impact. */
	readonly specs: Pick<UseQueryResult<{ readonly items: readonly BuildSpec[] }>, 'data' | 'error' | 'refetch'>;
	/** Whether the current name must be typed first. */
	readonly confirms: boolean;
	readonly submitLabel: string;
	readonly children: string;
	/** Impact of the rename. @param to null while the name is invalid */
	readonly impact: (to: string | null) => ReactNode;
	readonly onClose: () => void;
}

export function RenameForm({ of, operation, newName, specs, confirms, onClose, ...props }: RenameFormProps) {
	const scope = useScope();
	const queryClient = useQueryClient();
	const { data: description = null } = useQuery(descriptionQuery);
	const [key] = useState(randomId);
	const renaming = useSingleMutation({ mutationFn: props.rename });
	const isUnavailable = useReachable() === false;
	const unknown = isUnknownOutcome(renaming.error);
	const word = joinNames(namesBefore(of));
	const form = useForm({
		initialValues: { to: confirms ? '' : of.from, typed: confirms ? '' : word },
		validate: schemaResolver(z.object({ to: newName, typed: z.literal(word) }), { sync: true }),
	});
	const input = form.getInputProps('to');
	const confirmation = form.getInputProps('typed');
	// Not validated by the form, since taken names may load after typing.
	const checked = newName.safeParse(form.values.to);
	const ready = checked.success && form.isValid() && !isUnavailable && !unknown && specs.data !== undefined;
	const act = (onlyLook: boolean) => {
		// Looks for the name that was sent, not the current input.
		const sent = onlyLook ? renaming.variables : undefined;
		const rename = sent?.rename ?? { ...of, service: scope.service, to: form.values.to.trim() };
		const before = sent?.before ?? specs.data?.items ?? [];
		renaming.mutate(
			{ rename, before, key: takesKey(description, operation) ? key : null, onlyLook },
			{
				onSuccess: async ({ found }) => {
					useRenameOutcome.setState({ done: { rename, found } });
					await followRename(queryClient, scope, { rename, before });
				},
			},
		);
	};
	useOnReconnect(unknown, () => act(true));
	return (
		<FormDialog
			title={`Rename ${word}`}
			submitLabel={props.submitLabel}
			size="xl"
			pending={renaming.isPending}
			disabled={!ready}
			status={isUnavailable ? notResponding() : ''}
			onClose={onClose}
			onSubmit={() => ready && act(false)}
		>
			<Prose>{props.children}</Prose>
			<TextInput
				label="New name"
				data-autofocus
				autoComplete="off"
				spellCheck={false}
				disabled={renaming.isPending || unknown}
				{...input}
				error={form.isDirty('to') ? checked.error?.issues[0]?.message : undefined}
				onChange={(event) => {
					input.onChange(event);
					if (!renaming.isPending) renaming.reset();
				}}
			/>
			{specs.data === undefined && <QueryErrorPanel title="Couldn’t load your BuildSpecs" query={specs} />}
			{props.impact(checked.data ?? null)}
			{confirms && (
				<ConfirmationField
					word={word}
					value={confirmation.value}
					disabled={renaming.isPending}
					onChange={confirmation.onChange}
				/>
			)}
			{renaming.error !== null &&
				(unknown ? (
					<LostWriteNotice error={renaming.error} onLook={() => act(true)}>
						The console doesn’t retry the rename.
					</LostWriteNotice>
				) : (
					<QueryErrorPanel
						title={`Couldn’t rename the ${of.namespace === undefined ? 'namespace' : 'dataset'}`}
						query={renaming}
					/>
				))}
		</FormDialog>
	);
}
