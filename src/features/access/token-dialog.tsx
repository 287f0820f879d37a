import { Autocomplete, Button, Radio, TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { joinNames, splitNames } from '#contract/dataset.ts';
import { explainedName } from '#contract/explained-name.ts';
import { explainName, foldName } from '#contract/ids.ts';
import { maxTokenEntries, type NewToken } from '#contract/token.ts';
import { isApiError } from '../../api/api-error.ts';
import { useFocusBack } from '../../lib/browser/use-focus-back.ts';
import { notResponding } from '../../lib/messages.ts';
import { Choice } from '../../ui/primitives/choice.tsx';
import { FormDialog } from '../../ui/primitives/form-dialog.tsx';
import { IconButton } from '../../ui/primitives/icon-button.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { Notice } from '../../ui/states/states.tsx';
import { useKnownDatasets, useKnownNamespaces } from '../names/queries.ts';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { useReachable } from '../session/queries.ts';
import classes from './access.module.css';
import { CreatedTokenDialog } from './created-token.tsx';
import { type Access, any } from './model.ts';
import { createTokenMutation } from './mutations.ts';
import { accessKeys } from './queries.ts';

/** One line of the form: scope of the token, as typed. */
interface ScopeLine {
	readonly id: number;
	/** `owner/namespace`. */
	readonly namespace: string;
	/** Empty: all datasets. */
	readonly dataset: string;
	readonly access: Access;
}

const emptyLine: ScopeLine = { id: 0, namespace: '', dataset: '', access: 'read' };

function explainNamespace(text: string): string | null {
	const [owner = '', name, ...rest] = splitNames(text.trim());
	if (owner === '' || name === undefined || name === '' || rest.length > 0)
		return 'Enter the namespace as owner/namespace.';
	return explainName(owner, 'The owner name') ?? explainName(name, 'The namespace name');
}

const scopeLine = z.object({
	namespace: z
		.string()
		.check(
			z.refine((text) => explainNamespace(text) === null, { error: ({ input }) => explainNamespace(String(input)) }),
		),
	dataset: z.union([z.literal(''), explainedName('The dataset name')]),
	access: z.enum(['read', 'write']),
});

const named = {
	name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.')),
	seconds: z.string(),
};

const newToken = z.discriminatedUnion('reach', [
	z.object({ ...named, reach: z.literal('narrow'), lines: z.array(scopeLine) }),
	z.object({ ...named, reach: z.literal('all') }),
]);

function readToken(values: unknown): NewToken {
	const { name, seconds, ...reach } = newToken.parse(values);
	const permissions = reach.reach === 'all' ? undefined : reach.lines.map(scopeEntry);
	return { name, expiresInSeconds: Number(seconds), ...(permissions === undefined ? {} : { permissions }) };
}

function scopeEntry({ namespace, dataset, access }: z.infer<typeof scopeLine>) {
	const [username = '', name = ''] = splitNames(namespace.trim());
	return { username, namespace: name, dataset: dataset || any, access };
}

const day = 86_400;

/** Token lifetimes to choose from, in seconds. */
const lifetimes = [
	{ value: String(3_600), label: '1 hour' },
	{ value: String(day), label: '1 day' },
	{ value: String(7 * day), label: '7 days' },
	{ value: String(30 * day), label: '30 days' },
	{ value: String(90 * day), label: '90 days' },
	{ value: String(365 * day), label: '1 year' },
] as const;

export function TokenDialog({ onClose }: { onClose: () => void }) {
	useFocusBack();
	const queryClient = useQueryClient();
	const isUnavailable = useReachable() === false;
	const creation = useMutation(createTokenMutation());
	const form = useForm({
		initialValues: { name: '', reach: 'narrow', lines: [emptyLine], seconds: lifetimes[2].value as string },
		validate: schemaResolver(newToken, { sync: true }),
		transformValues: readToken,
	});
	const { name, reach, lines } = form.values;
	const submit = form.onSubmit((wanted) => {
		if (isUnavailable || creation.isPending) return;
		creation.mutate(wanted, {
			onError: () => void queryClient.invalidateQueries({ queryKey: accessKeys.tokens }),
		});
	});
	if (creation.isSuccess) return <CreatedTokenDialog token={creation.data} onClose={onClose} />;
	return (
		<FormDialog
			title="Create token"
			submitLabel="Create token"
			size="lg"
			pending={creation.isPending}
			disabled={isUnavailable}
			onClose={onClose}
			onSubmit={submit}
		>
			<TextInput
				label="Name"
				description='What the token is for, such as "Nightly export".'
				data-autofocus
				maxLength={200}
				autoComplete="off"
				{...form.getInputProps('name')}
			/>
			<Radio.Group label="Access" {...form.getInputProps('reach')}>
				<Stack gap={2} pt={2}>
					<Radio value="narrow" label="Selected namespaces and datasets" />
					<Radio value="all" label="Same access as you, including future changes" />
				</Stack>
			</Radio.Group>
			{reach === 'narrow' && (
				<Stack component="fieldset" gap={3} align="start" boxed className={classes.scopes}>
					<legend>Selected namespaces and datasets</legend>
					{lines.map((line, index) => (
						<Scope key={line.id} form={form} index={index} />
					))}
					{lines.length < maxTokenEntries && (
						<Button
							variant="subtle"
							leftSection={<IconPlus size={16} aria-hidden />}
							onClick={() => form.insertListItem('lines', { ...lastOf(lines), id: lastOf(lines).id + 1, dataset: '' })}
						>
							Add entry
						</Button>
					)}
				</Stack>
			)}
			<Choice label="Expires after" data={lifetimes} {...form.getInputProps('seconds')} />
			{creation.error !== null && <Problem error={creation.error} name={name.trim()} />}
			{isUnavailable && <Muted component="p">{notResponding()}</Muted>}
		</FormDialog>
	);
}

const lastOf = (lines: readonly ScopeLine[]): ScopeLine => lines.at(-1) ?? emptyLine;

type TokenForm = UseFormReturnType<{ name: string; reach: string; lines: ScopeLine[]; seconds: string }, NewToken>;

function Scope({ form, index }: { form: TokenForm; index: number }) {
	const { lines } = form.values;
	const number = index + 1;
	const namespaces = useKnownNamespaces().map(({ owner, namespace }) => joinNames([owner, namespace]));
	const datasets = useKnownDatasets(true);
	const typed = foldName(joinNames(splitNames(lines[index]?.namespace.trim() ?? '')));
	const inIt = datasets.flatMap((dataset) => {
		const [owner = '', namespace = '', name] = splitNames(dataset);
		return name !== undefined && foldName(joinNames([owner, namespace])) === typed ? name : [];
	});
	return (
		<Inline gap={2} align="start" className={classes.scope}>
			<Autocomplete
				label={`Namespace ${number}`}
				placeholder="owner/namespace"
				data={[...new Set(namespaces)]}
				{...form.getInputProps(`lines.${index}.namespace`)}
			/>
			<Autocomplete
				label={`Dataset ${number}`}
				placeholder="All datasets"
				data={[...new Set(inIt)]}
				{...form.getInputProps(`lines.${index}.dataset`)}
			/>
			<Choice
				label={`Access ${number}`}
				data={[
					{ value: 'read', label: 'read' },
					{ value: 'write', label: 'read and write' },
				]}
				{...form.getInputProps(`lines.${index}.access`)}
			/>
			{lines.length > 1 && (
				<IconButton
					label={`Remove entry ${number}`}
					title="Remove"
					icon={IconX}
					size="lg"
					onClick={() => form.removeListItem('lines', index)}
				/>
			)}
		</Inline>
	);
}

/** If the response was lost, the token may exist, but its text is lost. */
function Problem({ error, name }: { error: unknown; name: string }) {
	if (isApiError(error) && error.kind !== 'refused') {
		return (
			<Notice tone="warning" title="No valid response. The token may have been created.">
				If the list shows "{name}", the token exists, but its value can’t be shown. Revoke it and create another token.
			</Notice>
		);
	}
	return <QueryErrorPanel title="Couldn’t create the token" query={{ error }} />;
}
