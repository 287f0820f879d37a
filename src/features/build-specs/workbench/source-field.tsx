import { Autocomplete, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { memo, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { startBuildRun } from '#contract/build-run.ts';
import { coordinateKey } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { readCoordinate } from '../../names/model.ts';
import { statusSentence, statusWord } from '../../names/status-model.ts';
import { useStatuses } from '../../names/status-queries.ts';
import { useOffers } from '../../session/queries.ts';
import type { CodeNames } from '../code-names.ts';
import { useCoordinateOptions } from '../coordinate-options.tsx';
import classes from '../coordinates.module.css';
import { addSource } from '../coordinates.ts';
import type { FieldProblems } from '../model.ts';

interface SourceFieldProps {
	readonly sources: readonly string[];
	readonly names: CodeNames;
	/** Namespace of the destination, as `owner/namespace/`. */
	readonly home: string;
	readonly me: string;
	readonly known: readonly string[];
	readonly unbuilt: ReadonlySet<string>;
	readonly problems: FieldProblems;
	readonly onChange: (sources: readonly string[]) => void;
	readonly onFocus: () => void;
}

/** Sources as chips, with a field to add one. Unused ones are marked; missing ones are offered below the code. */
export const SourceField = memo(function SourceField({
	sources,
	names,
	home,
	me,
	known,
	unbuilt,
	problems,
	onChange,
	onFocus,
}: SourceFieldProps) {
	const label = useId();
	const [adding, setAdding] = useState(false);
	const list = useRef<HTMLFieldSetElement>(null);
	const focusAdd = () => list.current?.querySelector<HTMLElement>('[data-add], input')?.focus();
	const remove = (index: number) => {
		onChange(sources.filter((_, other) => other !== index));
		focusAdd();
	};
	const wrong = Object.entries(problems).filter(([field]) => field.startsWith('sources'));
	return (
		<Inline component="fieldset" aria-labelledby={label} gap={[1, 2]} ref={list} className={classes.field}>
			{/* A span, not a legend, because WebKit puts a legend on its own line. */}
			<span id={label} className={classes.label}>
				from
			</span>
			<div className={classes.sources}>
				<ul className={classes.chips}>
					{sources.map((source, index) => (
						<Inline
							key={source}
							component="li"
							gap={1}
							nowrap
							boxed
							raised
							className={classes.chip}
							data-wrong={problems[`sources.${index}`] !== undefined || undefined}
						>
							<SourceName source={source} obvious={[home, `${me}/`]} />
							<SourceStatus source={source} me={me} />
							{names.unused.includes(source) && (
								<Text tone="warning" size="small" rigid title="The code doesn’t read this source">
									unused
								</Text>
							)}
							<IconButton
								label={`Remove source ${source}`}
								title="Remove"
								icon={IconX}
								iconSize={14}
								size={24}
								onClick={() => remove(index)}
							/>
						</Inline>
					))}
				</ul>
				{adding ? (
					<NewSource
						sources={sources}
						me={me}
						known={known}
						unbuilt={unbuilt}
						onAdd={onChange}
						onFocus={onFocus}
						onLeave={() => setAdding(false)}
						onClose={() => {
							flushSync(() => setAdding(false));
							focusAdd();
						}}
					/>
				) : sources.length === 0 ? (
					<Button
						data-add
						variant="subtle"
						size="compact-sm"
						leftSection={<IconPlus size={16} aria-hidden />}
						onClick={() => setAdding(true)}
					>
						Add source
					</Button>
				) : (
					<IconButton data-add label="Add source" icon={IconPlus} onClick={() => setAdding(true)} />
				)}
			</div>
			{wrong.map(([field, message]) => (
				<Text key={field} role="alert" component="p" tone="error" className={classes.problem}>
					{message}
				</Text>
			))}
		</Inline>
	);
});

/** A source's name, without obvious parts in the header on wide screens. */
function SourceName({ source, obvious }: { readonly source: string; readonly obvious: readonly string[] }) {
	const before = obvious.find((start) => start !== '' && source.startsWith(start)) ?? '';
	return (
		<Text mono clip title={source}>
			<span className={classes.obvious}>{before}</span>
			{source.slice(before.length)}
		</Text>
	);
}

/** Warns that a source is out of date with its own BuildSpec, with a build button if it was never built. */
function SourceStatus({ source, me }: { readonly source: string; readonly me: string }) {
	const { coordinate } = readCoordinate(source, me);
	const status = useStatuses()?.byKey.get(coordinate === null ? '' : coordinateKey(coordinate));
	const canBuild = useOffers(startBuildRun);
	const word = statusWord(status);
	if (status === undefined || word === undefined) return null;
	return (
		<>
			<Text tone="warning" size="small" rigid title={statusSentence(status)}>
				{word}
			</Text>
			{status.version === null && status.buildSpecId !== null && canBuild && (
				<Link to={paths.build(status.buildSpecId)} style={{ flex: 'none' }}>
					Build…
				</Link>
			)}
		</>
	);
}

interface NewSourceProps extends Pick<SourceFieldProps, 'sources' | 'me' | 'known' | 'unbuilt' | 'onFocus'> {
	readonly onAdd: (sources: readonly string[]) => void;
	/** The user went elsewhere. */
	readonly onLeave: () => void;
	/** Closed by keyboard: the focus returns to where it was opened. */
	readonly onClose: () => void;
}

function NewSource({ sources, me, known, unbuilt, onAdd, onFocus, onLeave, onClose }: NewSourceProps) {
	const [text, setText] = useState('');
	const [problem, setProblem] = useState<string | null>(null);
	const add = (value: string): boolean => {
		const added = addSource(sources, value, me);
		setProblem(added.problem);
		if (added.problem !== null) return false;
		onAdd(added.sources);
		setText('');
		return true;
	};
	const options = useCoordinateOptions(
		known.filter((value) => !sources.includes(value)),
		text,
		(value) => (value.trim() === '' ? onClose() : add(value)),
		unbuilt,
	);
	return (
		<Autocomplete
			autoFocus
			className={classes.input}
			aria-label="Source to add"
			placeholder="Source to add"
			{...options}
			value={text}
			error={problem}
			onFocus={onFocus}
			onChange={(value) => {
				setText(value);
				setProblem(null);
			}}
			onOptionSubmit={(value) => {
				add(value);
				// The field inserts the picked option afterwards.
				queueMicrotask(() => setText(''));
			}}
			onKeyDown={(event) => {
				if (event.key === 'Escape' && event.currentTarget.getAttribute('aria-expanded') !== 'true') onClose();
			}}
			onBlur={() => {
				if (text.trim() === '' || add(text)) onLeave();
			}}
		/>
	);
}
