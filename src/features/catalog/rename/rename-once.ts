import type { QueryClient } from '@tanstack/react-query';
import { type BuildSpec, listBuildSpecs } from '#contract/build-spec.ts';
import { getSchema } from '#contract/dataset.ts';
import { renameDataset } from '#contract/dataset-changes.ts';
import { getNamespace, renameNamespace } from '#contract/namespace.ts';
import { call } from '../../../api/http.ts';
import { type Settled, settleWrite, unknownOutcome } from '../../../api/lost-write.ts';
import { announceRename, isInNamespace, type Rename, renamedText } from '../../../storage/changes-elsewhere.ts';
import { listDrafts, readDraft, storeDraft } from '../../../storage/drafts.ts';
import { moveGridLayouts } from '../../../storage/grid-layouts.ts';
import { replaceNames } from '../../build-specs/model.ts';
import { buildSpecQuery, buildSpecsQuery } from '../../build-specs/queries.ts';
import { orNull } from '../../names/queries.ts';
import type { Scope } from '../../session/model.ts';

export interface RenameInput {
	readonly rename: Rename;
	readonly before: readonly BuildSpec[];
	/** Idempotency key; null if the service doesn't support it. */
	readonly key: string | null;
	readonly onlyLook?: boolean;
}

/**
 * Renames once. If the response is lost, looks up the current name.
 * @param canLook whether the service lists namespaces
 */
export async function renameOnce(
	{ rename, before, key, onlyLook }: RenameInput,
	canLook: boolean,
): Promise<Settled<true>> {
	const { owner: username, from, to } = rename;
	const send = async () => {
		const input = { params: { username, namespace: from }, body: to };
		await call(renameNamespace, input, { idempotencyKey: key });
		return true as const;
	};
	const find = async () => {
		if (!canLook) return await findByBuildSpecs(rename, before);
		const found = await orNull(call(getNamespace, { params: { username, namespace: to } }));
		return found?.namespace === to ? (true as const) : null;
	};
	return await settleWrite({ operation: renameNamespace.id, done: 'renamed', send, find }, onlyLook);
}

/** If namespaces aren't listed, looks at the coordinates of the user's BuildSpecs. */
async function findByBuildSpecs({ owner, from, to }: Rename, before: readonly BuildSpec[]) {
	const [known] = before.filter((spec) => names(spec, owner, from));
	if (known === undefined) throw cannotLook();
	const { items } = await call(listBuildSpecs, {});
	const now = items.find((item) => item.id === known.id);
	if (now === undefined) throw cannotLook();
	return names(now, owner, to) ? (true as const) : null;
}

const names = (item: BuildSpec, owner: string, namespace: string): boolean =>
	[...item.sources, item.destination].some((at) => isInNamespace(at, owner, namespace));

const cannotLook = () =>
	unknownOutcome(
		renameNamespace,
		'this service doesn’t show whether the namespace was renamed. To find out, preview a BuildSpec that reads a dataset under the new name.',
	);

export async function renameDatasetOnce({ rename, key, onlyLook }: RenameInput): Promise<Settled<true>> {
	const { owner: username, namespace = '', from, to } = rename;
	const send = async () => {
		const input = { params: { username, namespace, datasetName: from }, body: to };
		await call(renameDataset, input, { idempotencyKey: key });
		return true as const;
	};
	const find = async () => {
		const found = await orNull(call(getSchema, { params: { username, namespace, datasetName: to } }));
		return found?.datasetName === to ? (true as const) : null;
	};
	return await settleWrite({ operation: renameDataset.id, done: 'renamed', send, find }, onlyLook);
}

/** Applies a rename to drafts, grids and the pages of all tabs. */
export async function followRename(
	queryClient: QueryClient,
	scope: Scope,
	{ rename, before }: Pick<RenameInput, 'rename' | 'before'>,
): Promise<void> {
	// Everything else is reread once pages have moved, since the old name no longer exists.
	const specs = await queryClient.fetchQuery({ ...buildSpecsQuery, staleTime: 0 }).catch(() => null);
	for (const { id } of listDrafts(scope)) {
		const was = before.find((spec) => spec.id === id);
		const now = specs?.items.find((item) => item.id === id);
		// A draft is rebased to the new version only if the rename was the only change.
		const isNext = was !== undefined && now !== undefined && now.version === was.version + 1;
		const etag = isNext ? await etagOf(queryClient, id) : null;
		const found = readDraft(scope, id);
		if (found.kind !== 'draft') continue;
		const { draft } = found;
		const text = replaceNames(draft.text, (name) => renamedText(name, rename, scope.user));
		const base =
			isNext && draft.baseVersion === was.version
				? { baseVersion: now.version, baseEtag: draft.baseEtag === null ? null : etag }
				: {};
		storeDraft(scope, id, { ...draft, ...base, text });
	}
	moveGridLayouts(scope, (rows) => renamedText(rows, rename, scope.user));
	announceRename(rename);
}

const etagOf = async (queryClient: QueryClient, id: string): Promise<string | null> =>
	(await queryClient.fetchQuery({ ...buildSpecQuery(id), staleTime: 0 }).catch(() => null))?.etag ?? null;
