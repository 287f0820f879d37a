import { Autocomplete, Button, Radio, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explainName, foldName } from '#contract/ids.ts';
import { maxTokenEntries, type NewToken } from '#contract/token.ts';
import { isApiError } from '../../api/api-error.ts';
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts';
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

/** A line of the form: what a token is to be for, as typed. */
interface ScopeLine {
	readonly id: number;
	/** `owner/namespace`. */
	readonly namespace: string;
	/** Empty: every one. */
	readonly dataset: string;
	readonly access: Access;
}

const emptyLine: ScopeLine = { id: 0, namespace: '', dataset: '', access: 'read' };

/** What is wrong with a line, in words; null where nothing is. */
function explainScope({ namespace, dataset }: ScopeLine): string | null {
	const [owner = '', name, ...rest] = namespace.trim().split('/');
	if (name === undefined || rest.length > 0) return 'Write the namespace as owner/namespace.';
	return (
		explainName(owner, 'The owner') ??
		explainName(name, 'The namespace') ??
		(dataset.trim() === '' ? null : explainName(dataset.trim(), 'The dataset'))
	);
}

/** The entry of a line that has nothing wrong. */
function scopeEntry({ namespace, dataset, access }: ScopeLine) {
	const [username = '', name = ''] = namespace.trim().split('/');
	return { username, namespace: name, dataset: dataset.trim() === '' ? any : dataset.trim(), access };
}

const day = 86_400;

/** How long a token may last, s. */
const lifetimes = [
	{ value: String(3_600), label: '1 hour' },
	{ value: String(day), label: '1 day' },
	{ value: String(7 * day), label: '7 days' },
	{ value: String(30 * day), label: '30 days' },
	{ value: String(90 * day), label: '90 days' },
	{ value: String(365 * day), label: '1 year' },
] as const;

/** Creates a token: what it may do, for how long; its text is shown once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
	useFocusBack();
	const queryClient = useQueryClient();
	const isUnavailable = useReachable() === false;
	const creation = useMutation(createTokenMutation());
	const [name, setName] = useState('');
	const [isNarrow, setNarrow] = useState(true);
	const [lines, setLines] = useState<readonly ScopeLine[]>([emptyLine]);
	const [seconds, setSeconds] = useState<string>(lifetimes[2].value);
	const [wasSubmitted, setSubmitted] = useState(false);
	const nameWrong = name.trim() === '' ? 'Give it a name that you will know it by.' : null;
	const wrong = nameWrong !== null || (isNarrow && lines.some((line) => explainScope(line) !== null));
	const submit = () => {
		setSubmitted(true);
		if (wrong || isUnavailable || creation.isPending) return;
		const wanted: NewToken = {
			name: name.trim(),
			expiresInSeconds: Number(seconds),
			...(isNarrow ? { permissions: lines.map(scopeEntry) } : {}),
		};
		creation.mutate(wanted, {
			onError: () => void queryClient.invalidateQueries({ queryKey: accessKeys.tokens }),
		});
	};
	const change = (id: number, part: Partial<ScopeLine>) =>
		setLines((before) => before.map((line) => (line.id === id ? { ...line, ...part } : line)));
	if (creation.isSuccess) return <CreatedTokenDialog token={creation.data} onClose={onClose} />;
	return (
		<FormDialog
			title="Make a token"
			submitLabel="Make token"
			size="lg"
			pending={creation.isPending}
			disabled={isUnavailable}
			onClose={onClose}
			onSubmit={submit}
		>
			<TextInput
				label="Name"
				description="What it is for: “Nightly export”."
				data-autofocus
				maxLength={200}
				autoComplete="off"
				value={name}
				error={wasSubmitted ? nameWrong : null}
				onChange={(event) => setName(event.currentTarget.value)}
			/>
			<Radio.Group
				label="It may do"
				value={isNarrow ? 'narrow' : 'all'}
				onChange={(next) => setNarrow(next === 'narrow')}
			>
				<Stack gap={2} pt={2}>
					<Radio value="narrow" label="Only what is named here" />
					<Radio value="all" label="All that you may, also what you get access to later" />
				</Stack>
			</Radio.Group>
			{isNarrow && (
				<Stack component="fieldset" gap={3} align="start" boxed className={classes.scopes}>
					<legend>Named</legend>
					{lines.map((line, index) => (
						<Scope
							key={line.id}
							line={line}
							number={index + 1}
							error={wasSubmitted ? explainScope(line) : null}
							onChange={(part) => change(line.id, part)}
							onRemove={
								lines.length > 1
									? () => setLines((before) => before.filter((scopeLine) => scopeLine.id !== line.id))
									: null
							}
						/>
					))}
					{lines.length < maxTokenEntries && (
						<Button
							variant="subtle"
							leftSection={<IconPlus size={16} aria-hidden />}
							onClick={() => setLines([...lines, { ...lastOf(lines), id: lastOf(lines).id + 1, dataset: '' }])}
						>
							Name another
						</Button>
					)}
				</Stack>
			)}
			<Choice label="It ends after" value={seconds} data={lifetimes} onChange={setSeconds} />
			{creation.error !== null && <Problem error={creation.error} name={name.trim()} />}
			{isUnavailable && <Muted component="p">The service does not answer. A token can be made when it does.</Muted>}
		</FormDialog>
	);
}

const lastOf = (lines: readonly ScopeLine[]): ScopeLine => lines.at(-1) ?? emptyLine;

interface ScopeProps {
	readonly line: ScopeLine;
	readonly number: number;
	readonly error: string | null;
	readonly onChange: (part: Partial<ScopeLine>) => void;
	readonly onRemove: (() => void) | null;
}

function Scope({ line, number, error, onChange, onRemove }: ScopeProps) {
	const namespaces = useKnownNamespaces().map((namespace) => `${namespace.owner}/${namespace.namespace}`);
	const datasets = useKnownDatasets(true);
	const prefix = foldName(`${line.namespace.trim()}/`);
	const inIt = datasets
		.filter((dataset) => foldName(dataset).startsWith(prefix))
		.map((dataset) => dataset.slice(prefix.length));
	return (
		<Inline gap={2} align="start" className={classes.scope}>
			<Autocomplete
				label={`Namespace ${number}`}
				placeholder="owner/namespace"
				data={namespaces}
				value={line.namespace}
				error={error}
				onChange={(namespace) => onChange({ namespace })}
			/>
			<Autocomplete
				label={`Dataset ${number}`}
				placeholder="every dataset"
				data={[...new Set(inIt)]}
				value={line.dataset}
				onChange={(dataset) => onChange({ dataset })}
			/>
			<Choice
				label={`Access ${number}`}
				value={line.access}
				data={[
					{ value: 'read', label: 'read' },
					{ value: 'write', label: 'read and write' },
				]}
				onChange={(access) => onChange({ access: access === 'write' ? 'write' : 'read' })}
			/>
			{onRemove !== null && (
				<IconButton label={`Remove line ${number}`} title="Remove" icon={IconX} size="lg" onClick={onRemove} />
			)}
		</Inline>
	);
}

/** A token whose answer was lost may be there, and nobody has its text. */
function Problem({ error, name }: { error: unknown; name: string }) {
	if (isApiError(error) && error.kind !== 'refused') {
		return (
			<Notice tone="warning" title="No answer came, and with it the token’s text">
				Look in the list: if “{name}” is there, it was made and nobody has its text. Revoke it, and make another one.
			</Notice>
		);
	}
	return <QueryErrorPanel title="The token was not made" query={{ error }} />;
}
