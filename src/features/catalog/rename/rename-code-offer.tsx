import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { paths } from '../../../routing/paths.ts';
import { keepDraft, readDraft } from '../../../storage/drafts.ts';
import type { NamespaceRename } from '../../../storage/namespace-renames.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import { LazyPart, lazyPart } from '../../../ui/lazy-part.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LoadingRows, Notice } from '../../../ui/states.tsx';
import { textOf } from '../../build-specs/model.ts';
import { buildSpecKeys, buildSpecQuery, buildSpecsQuery } from '../../build-specs/queries.ts';
import { useScope } from '../../session/queries.ts';
import classes from '../danger-zone.module.css';
import { namesNamespace, renameInSql } from './rename-code.ts';

const diff = lazyPart(() => import('../../../ui/editor/diff-editor.tsx').then((it) => it.DiffEditor));

/** The BuildSpecs whose code still has the old name, each with the change that it needs, to be kept as a draft. */
export function RenameCodeOffer({ rename }: { rename: NamespaceRename }) {
	const specs = useQuery(buildSpecsQuery);
	if (specs.data === undefined) {
		return specs.isError ? (
			<Notice tone="warning" title="Your BuildSpecs could not be read">
				{errorFacts(specs.error).message} Look through their code for the old name yourself.
			</Notice>
		) : (
			<LoadingRows rows={2} />
		);
	}
	const naming = specs.data.items.filter((it) => namesNamespace(it.code.payload, rename.from));
	if (naming.length === 0)
		return (
			<Muted component="p" measure>
				No code of your BuildSpecs has the old name in it.
			</Muted>
		);
	return (
		<Stack component="section" gap={2} aria-label="Code that has the old name">
			<SectionHeader level={3} size="ui">
				Code that has the old name
			</SectionHeader>
			<Muted component="p" measure>
				Nothing is saved by keeping a draft: look at it, preview it, then save it yourself.
			</Muted>
			{naming.map((it) => (
				<Offer key={it.id} spec={it} rename={rename} />
			))}
		</Stack>
	);
}

type Kept = { readonly state: 'no' | 'yes' } | { readonly state: 'failed'; readonly message: string };

function Offer({ spec, rename }: { spec: BuildSpec; rename: NamespaceRename }) {
	const scope = useScope();
	const queryClient = useQueryClient();
	const [shown, setShown] = useState(false);
	const [kept, setKept] = useState<Kept>({ state: 'no' });
	// A draft that is there already is what the person works on: the change goes into it.
	useDrafts(scope);
	const draft = readDraft(scope, spec.id);
	const before = draft.kind === 'draft' ? draft.draft.text.payload : spec.code.payload;
	const after = renameInSql(
		{ sources: spec.sources.map((it) => ({ ...it, namespace: oldName(it, rename) })), code: { payload: before } },
		rename,
	);

	const keep = async () => {
		if (after === null) return;
		try {
			const { value, etag } = await queryClient.fetchQuery({ ...buildSpecQuery(spec.id), staleTime: 0 });
			const found = readDraft(scope, spec.id);
			if (found.kind === 'unreadable')
				throw new Error('A draft of it is kept that cannot be read. Open it, and download or discard that first.');
			// Only the change that was shown is made.
			if ((found.kind === 'draft' ? found.draft.text.payload : value.code.payload) !== before) {
				void queryClient.invalidateQueries({ queryKey: buildSpecKeys.list });
				throw new Error('It was changed meanwhile. Look at the change again, then keep it.');
			}
			const fresh = {
				text: { ...textOf(value), payload: after },
				baseVersion: value.version,
				baseEtag: etag,
			};
			const base = found.kind === 'draft' ? { ...found.draft, text: { ...found.draft.text, payload: after } } : fresh;
			const outcome = keepDraft(scope, spec.id, { ...base, at: Date.now() });
			setKept(outcome.kept ? { state: 'yes' } : { state: 'failed', message: outcome.message });
		} catch (error) {
			setKept({ state: 'failed', message: errorFacts(error).message });
		}
	};

	return (
		<Stack component="article" gap={2} aria-label={formatCoordinate(spec.destination)}>
			<Inline gap={[2, 3]}>
				<Link to={paths.buildSpec(spec.id)} target="_blank">
					{formatCoordinate(spec.destination)}
				</Link>
				{kept.state === 'yes' ? (
					<span role="status">kept as a draft</span>
				) : after === null ? (
					<Muted measure>
						{namesNamespace(before, rename.from)
							? 'has the word, but not as the name of one of its sources. Look at it yourself.'
							: 'has a draft without the old name.'}
					</Muted>
				) : (
					<>
						<Button variant="default" aria-expanded={shown} onPointerEnter={diff.warm} onClick={() => setShown(!shown)}>
							{shown ? 'Hide the change' : 'Show the change'}
						</Button>
						{shown && <Button onClick={() => void keep()}>Keep as a draft</Button>}
					</>
				)}
			</Inline>
			{kept.state === 'failed' && (
				<Notice tone="error" title="The draft was not kept">
					{kept.message}
				</Notice>
			)}
			{shown && after !== null && kept.state !== 'yes' && (
				<div className={classes.diff}>
					<LazyPart
						part={diff}
						props={{
							before,
							after,
							language: 'sql' as const,
							ariaLabel: `Code of ${formatCoordinate(spec.destination)} before and after`,
						}}
					/>
				</div>
			)}
		</Stack>
	);
}

/** Coordinates have followed already, code has not: it is read with the names that it was written with. */
const oldName = (it: BuildSpec['sources'][number], { owner, from, to }: NamespaceRename): string =>
	it.owner.toLowerCase() === owner.toLowerCase() && it.namespace.toLowerCase() === to.toLowerCase()
		? from
		: it.namespace;
