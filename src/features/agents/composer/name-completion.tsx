import { useQueries, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState, useSyncExternalStore } from 'react';
import { visibleText } from '../../../lib/visible-text.ts';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { datasetsQuery, schemaQuery } from '../../names/queries.ts';
import { useScope } from '../../session/queries.ts';
import classes from './composer.module.css';
import type { QuestionText } from './question-draft.ts';

/** Maximum names listed, and datasets whose columns are read. */
const [mostListed, mostDatasets] = [8, 24];

export interface Name {
	readonly name: string;
	/** The dataset of a column; null for a dataset. */
	readonly of: string | null;
	readonly about: string;
}

/** The text after the last "@" before a position; null if none is being typed. */
export function typedName(text: string, place: number): { readonly from: number; readonly typed: string } | null {
	const [found, lead, typed] = /(^|[\s(])@([^\s@]{0,60})$/.exec(text.slice(0, place)) ?? [];
	if (found === undefined || lead === undefined || typed === undefined) return null;
	return { from: place - typed.length - 1, typed };
}

/** Matching names: prefixes first, datasets before columns, nearest first. */
export function matching(names: readonly Name[], typed: string): Name[] {
	const sought = typed.toLowerCase();
	const rank = ({ name, of }: Name) => (name.toLowerCase().startsWith(sought) ? 0 : 2) + (of === null ? 0 : 1);
	return names
		.filter(({ name }) => name.toLowerCase().includes(sought))
		.toSorted((a, b) => rank(a) - rank(b) || (sought === '' ? 0 : a.name.length - b.name.length))
		.slice(0, mostListed);
}

export function useNameCompletion(text: QuestionText, field: RefObject<HTMLTextAreaElement | null>, namespace: string) {
	const id = useId();
	/** Position of the "@" whose list was closed with Escape. */
	const [left, setLeft] = useState<number | null>(null);
	const [at, setAt] = useState(0);
	// As text, so that keys that don't affect the list don't rerender.
	const key = useSyncExternalStore(text.subscribe, () => {
		const found = typedName(text.get(), field.current?.selectionStart ?? text.get().length);
		return found === null ? null : `${found.from} ${found.typed}`;
	});
	const [place, typed = ''] = key === null ? [] : key.split(' ');
	const from = place === undefined ? null : Number(place);
	const isOpen = from !== null && from !== left;
	const { names, isReading } = useNames(namespace, isOpen);
	const found = isOpen ? matching(names, typed) : [];
	const active = Math.min(at, found.length - 1);

	const take = ({ name }: Name) => {
		if (from === null) return;
		const [before, after] = [text.get().slice(0, from), text.get().slice(from + 1 + typed.length)];
		text.set(`${before}${name} ${after.trimStart()}`);
		setAt(0);
		const end = before.length + name.length + 1;
		field.current?.focus();
		field.current?.setSelectionRange(end, end);
	};
	/** @returns whether the list handled the key */
	const onKeyDown = (event: KeyboardEvent): boolean => {
		if (!isOpen) return false;
		if (event.key === 'Escape') setLeft(from);
		else if (found.length === 0) return false;
		else if (event.key === 'ArrowDown') setAt((active + 1) % found.length);
		else if (event.key === 'ArrowUp') setAt((active - 1 + found.length) % found.length);
		else if (event.key === 'Enter' || event.key === 'Tab') take(found[active] as Name);
		else return false;
		event.preventDefault();
		return true;
	};
	/** Inserts "@" at the caret. */
	const begin = () => {
		const element = field.current;
		const caret = element?.selectionStart ?? text.get().length;
		const [before, after] = [text.get().slice(0, caret), text.get().slice(caret)];
		const gap = before === '' || /[\s(]$/.test(before) ? '' : ' ';
		element?.focus();
		setLeft(null);
		text.set(`${before}${gap}@${after}`);
		element?.setSelectionRange(caret + gap.length + 1, caret + gap.length + 1);
		// Completion depends on the caret, which moved after the text changed.
		text.set(text.get());
	};
	const list = isOpen && (
		<Box boxed raised className={classes.names}>
			{found.length === 0 && (
				<Muted component="p" size="small" px={3} py={2}>
					{isReading ? 'Loading names…' : `No dataset or column matches "${visibleText(typed)}".`}
				</Muted>
			)}
			<div role="listbox" id={id} aria-label="Datasets and columns">
				{found.map((name, index) => (
					<div
						key={`${name.of} ${name.name}`}
						id={`${id}-${index}`}
						role="option"
						tabIndex={-1}
						aria-selected={index === active}
						className={classes.name}
						onPointerDown={(event) => {
							event.preventDefault();
							take(name);
						}}
					>
						<Text breaks>{visibleText(name.name)}</Text>
						<Muted size="small" clip>
							{name.of === null ? 'dataset' : `column of ${visibleText(name.of)}`}
							{name.about !== '' && ` · ${visibleText(name.about)}`}
						</Muted>
					</div>
				))}
			</div>
		</Box>
	);
	const labels = found.length === 0 ? {} : { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` };
	return { list, onKeyDown, begin, labels: { 'aria-autocomplete': 'list' as const, ...labels } };
}

/** Datasets of a namespace and their columns, as far as readable. */
function useNames(
	namespace: string,
	wanted: boolean,
): { readonly names: readonly Name[]; readonly isReading: boolean } {
	const { user } = useScope();
	const parts = namespace.trim().split('/');
	const name = parts.at(-1) ?? '';
	const owner = parts.length > 1 ? parts.slice(0, -1).join('/') : user;
	const datasets = useQuery({ ...datasetsQuery(owner, name), enabled: wanted && name !== '' });
	const listed = datasets.data?.items.slice(0, mostDatasets) ?? [];
	const schemas = useQueries({
		queries: listed.map((item) => ({
			...schemaQuery({ owner, namespace: name, datasetName: item.datasetName }),
			enabled: wanted,
			staleTime: 60_000,
		})),
	});
	const names = listed.map(
		({ datasetName, description }): Name => ({ name: datasetName, of: null, about: description }),
	);
	const columns = schemas.flatMap(({ data }, index): Name[] =>
		(data?.columns ?? []).map((column) => ({
			name: column.name,
			of: listed[index]?.datasetName ?? '',
			about: column.description ?? '',
		})),
	);
	return { names: [...names, ...columns], isReading: datasets.isLoading || schemas.some(({ isLoading }) => isLoading) };
}
