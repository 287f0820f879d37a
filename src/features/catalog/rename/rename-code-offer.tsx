import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { paths } from '../../../routing/paths.ts';
import { isInNamespace, type Rename } from '../../../storage/changes-elsewhere.ts';
import { readDraft, storeDraft } from '../../../storage/drafts.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { DialogSection } from '../../../ui/primitives/section.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { textOf } from '../../build-specs/model.ts';
import { buildSpecKeys, buildSpecQuery, buildSpecsQuery } from '../../build-specs/queries.ts';
import { useScope } from '../../session/queries.ts';
import { namesWord, renameInSql } from './rename-code.ts';

const diff = lazyPart(() => import('../../../ui/editor/diff-editor.tsx'), 'DiffEditor');

/** BuildSpecs whose code still has the old name, each with the required change, which can be saved as a draft. */
export function RenameCodeOffer({ rename }: { rename: Rename }) {
	const specs = useQuery(buildSpecsQuery);
	if (specs.data === undefined) {
		return specs.isError ? (
			<Notice tone="warning" title="Couldn’t load your BuildSpecs">
				{errorFacts(specs.error).message} Search the code in your BuildSpecs for the old name.
			</Notice>
		) : (
			<LoadingRows rows={2} />
		);
	}
	const naming = specs.data.items.filter((item) => namesWord(item.code.payload, rename.from));
	if (naming.length === 0)
		return (
			<Muted component="p" measure>
				None of your BuildSpecs use the old name in their code.
			</Muted>
		);
	return (
		<DialogSection title="Code with the old name">
			<Muted component="p" measure>
				Review each change and save it as a draft. Then open the BuildSpec, preview the draft and save it.
			</Muted>
			{naming.map((item) => (
				<Offer key={item.id} spec={item} rename={rename} />
			))}
		</DialogSection>
	);
}

function nameBefore(source: DatasetCoordinate, { owner, namespace, from, to }: Rename): DatasetCoordinate {
	if (namespace === undefined) return isInNamespace(source, owner, to) ? { ...source, namespace: from } : source;
	const isRenamed = coordinateKey(source) === coordinateKey({ owner, namespace, datasetName: to });
	return isRenamed ? { ...source, datasetName: from } : source;
}

function Offer({ spec, rename }: { spec: BuildSpec; rename: Rename }) {
	const scope = useScope();
	const queryClient = useQueryClient();
	const [shown, setShown] = useState(false);
	// An existing draft is the user's current work, so the change goes there.
	useDrafts(scope);
	const draft = readDraft(scope, spec.id);
	const before = draft.kind === 'draft' ? draft.draft.text.payload : spec.code.payload;
	// Coordinates have been renamed, but not code, so it's parsed with the old names.
	const sources = spec.sources.map((source) => nameBefore(source, rename));
	const after = renameInSql({ sources, code: { payload: before } }, rename);

	const keeping = useMutation({
		mutationFn: async (payload: string) => {
			const { value, etag } = await queryClient.fetchQuery({ ...buildSpecQuery(spec.id), staleTime: 0 });
			const found = readDraft(scope, spec.id);
			if (found.kind === 'unreadable')
				throw new Error(
					'This BuildSpec has a draft that can’t be read. Open the BuildSpec, then download or discard the draft.',
				);
			const current =
				found.kind === 'draft' ? found.draft : { text: textOf(value), baseVersion: value.version, baseEtag: etag };
			// Only the displayed change is applied.
			if (current.text.payload !== before) {
				void queryClient.invalidateQueries({ queryKey: buildSpecKeys.list });
				throw new Error('The code changed in the meantime. Review the change again, then save the draft.');
			}
			const text = { ...current.text, payload };
			const outcome = storeDraft(scope, spec.id, { ...current, text, at: Date.now() });
			if (!outcome.kept) throw new Error(outcome.message);
		},
	});

	return (
		<Stack component="article" gap={2} aria-label={formatCoordinate(spec.destination)}>
			<Inline gap={[2, 3]}>
				<Link to={paths.buildSpec(spec.id)} target="_blank">
					{formatCoordinate(spec.destination)}
				</Link>
				{keeping.isSuccess ? (
					<span role="status">Saved as draft</span>
				) : after === null ? (
					<Muted measure>
						{namesWord(before, rename.from)
							? 'contains the old name, but not as a source. Review it manually.'
							: 'has a draft that doesn’t contain the old name.'}
					</Muted>
				) : (
					<>
						<SecondaryButton aria-expanded={shown} onPointerEnter={diff.warm} onClick={() => setShown(!shown)}>
							{shown ? 'Hide change' : 'Show change'}
						</SecondaryButton>
						{shown && <Button onClick={() => keeping.mutate(after)}>Save as draft</Button>}
					</>
				)}
			</Inline>
			{keeping.isError && (
				<Notice tone="error" title="Couldn’t save the draft">
					{errorFacts(keeping.error).message}
				</Notice>
			)}
			{shown && after !== null && !keeping.isSuccess && (
				<Box boxed style={{ height: '18rem', borderRadius: 0 }}>
					<LazyPart
						part={diff}
						props={{
							before,
							after,
							language: 'sql' as const,
							ariaLabel: `Code of ${formatCoordinate(spec.destination)} before and after`,
						}}
					/>
				</Box>
			)}
		</Stack>
	);
}
