import { ActionIcon, Autocomplete, Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { foldName } from '#contract/ids.ts';
import { maxTokenEntries, type NewToken } from '#contract/token.ts';
import { isApiError } from '../../api/api-error.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FormDialog } from '../../ui/primitives/form-dialog.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { Notice } from '../../ui/states.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { useKnownDatasets, useKnownNamespaces } from '../names/queries.ts';
import { useReachable } from '../session/queries.ts';
import classes from './access.module.css';
import { MadeToken } from './made-token.tsx';
import { createTokenMutation } from './mutations.ts';
import { accessKeys } from './queries.ts';
import { explainScope, lifetimes, type ScopeLine, scopeEntry } from './token-scopes.ts';

/** Makes a token: what it may do, for how long; its text is shown once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
	useFocusBack();
	const queryClient = useQueryClient();
	const away = useReachable() === false;
	const making = useMutation(createTokenMutation());
	const [name, setName] = useState('');
	const [isNarrow, setNarrow] = useState(true);
	const [lines, setLines] = useState<readonly ScopeLine[]>([{ id: 0, namespace: '', dataset: '', access: 'read' }]);
	const [seconds, setSeconds] = useState<string>(lifetimes[2].value);
	const [asked, setAsked] = useState(false);
	const nameWrong = name.trim() === '' ? 'Give it a name that you will know it by.' : null;
	const wrong = nameWrong !== null || (isNarrow && lines.some((it) => explainScope(it) !== null));
	const submit = () => {
		setAsked(true);
		if (wrong || away || making.isPending) return;
		const wanted: NewToken = {
			name: name.trim(),
			expiresInSeconds: Number(seconds),
			...(isNarrow ? { permissions: lines.map(scopeEntry) } : {}),
		};
		making.mutate(wanted, {
			onError: () => void queryClient.invalidateQueries({ queryKey: accessKeys.tokens }),
		});
	};
	const change = (id: number, part: Partial<ScopeLine>) =>
		setLines((before) => before.map((it) => (it.id === id ? { ...it, ...part } : it)));
	if (making.isSuccess) return <MadeToken made={making.data} onClose={onClose} />;
	return (
		<FormDialog
			title="Make a token"
			submitLabel="Make token"
			size="lg"
			pending={making.isPending}
			disabled={away}
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
				error={asked ? nameWrong : null}
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
							error={asked ? explainScope(line) : null}
							onChange={(part) => change(line.id, part)}
							onRemove={lines.length > 1 ? () => setLines((before) => before.filter((it) => it.id !== line.id)) : null}
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
			<NativeSelect
				label="It ends after"
				value={seconds}
				data={lifetimes.map((it) => ({ ...it }))}
				onChange={(event) => setSeconds(event.currentTarget.value)}
			/>
			{making.error !== null && <Problem error={making.error} name={name.trim()} />}
			{away && <Muted component="p">The service does not answer. A token can be made when it does.</Muted>}
		</FormDialog>
	);
}

const lastOf = (lines: readonly ScopeLine[]): ScopeLine =>
	lines.at(-1) ?? { id: 0, namespace: '', dataset: '', access: 'read' };

interface ScopeProps {
	readonly line: ScopeLine;
	readonly number: number;
	readonly error: string | null;
	readonly onChange: (part: Partial<ScopeLine>) => void;
	readonly onRemove: (() => void) | null;
}

function Scope({ line, number, error, onChange, onRemove }: ScopeProps) {
	const namespaces = useKnownNamespaces().map((it) => `${it.owner}/${it.namespace}`);
	const datasets = useKnownDatasets(true);
	const prefix = foldName(`${line.namespace.trim()}/`);
	const inIt = datasets.filter((it) => foldName(it).startsWith(prefix)).map((it) => it.slice(prefix.length));
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
			<NativeSelect
				label={`Access ${number}`}
				value={line.access}
				data={[
					{ value: 'read', label: 'read' },
					{ value: 'write', label: 'read and write' },
				]}
				onChange={(event) => onChange({ access: event.currentTarget.value === 'write' ? 'write' : 'read' })}
			/>
			{onRemove !== null && (
				<ActionIcon
					variant="subtle"
					color="gray"
					size="lg"
					aria-label={`Remove line ${number}`}
					title="Remove"
					onClick={onRemove}
				>
					<IconX size={16} aria-hidden />
				</ActionIcon>
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
	return <ErrorPanel title="The token was not made" error={errorFacts(error)} />;
}
