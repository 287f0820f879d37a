import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { type DatasetSchema, formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { restoreVersionMutation, versionQuery } from './dataset-version-queries.ts';
import { useStatusOf } from './status-queries.ts';

interface RestoreVersionProps {
	readonly schema: DatasetSchema;
	/** The version to restore; null: closed. */
	readonly version: number | null;
	/** Whether it's presented as undoing the last write. */
	readonly isUndo?: boolean;
	/** Which rows change, in one sentence. */
	readonly effect?: string;
	readonly onClose: () => void;
}

export function RestoreVersionPanel({ schema, version, isUndo = false, effect, onClose }: RestoreVersionProps) {
	const navigate = useNavigate();
	const mutation = useMutation(restoreVersionMutation());
	const close = () => {
		mutation.reset();
		onClose();
	};
	const restore = () => {
		if (version === null || mutation.isPending) return;
		const done = async () => {
			close();
			await navigate(paths.dataset(schema, 'history'), { replace: true });
		};
		mutation.mutate({ dataset: schema, version, current: schema.version }, { onSuccess: done });
	};
	return (
		<ConfirmDialog
			opened={version !== null}
			onClose={close}
			title={isUndo ? `Undo dataset version ${schema.version}` : `Restore dataset version ${version ?? ''}`}
			confirmLabel={`Restore as version ${schema.version + 1}`}
			onConfirm={restore}
			pending={mutation.isPending}
			error={mutation.error === null ? null : errorFacts(mutation.error)}
		>
			{effect !== undefined && <p>{effect} No one has changed the dataset since.</p>}
			<p>
				This restores the rows and columns from version {version} of {formatCoordinate(schema)} as version{' '}
				{schema.version + 1}. Version {schema.version} stays in the history, so you can undo this. Descriptions, links
				and shares don’t change.
			</p>
			{version !== null && isUndo && <LeftEmpty schema={schema} version={version} />}
			{version !== null && <NextBuild schema={schema} version={version} />}
		</ConfirmDialog>
	);
}

/** Warns that the restored version has no rows; renders nothing if it has some. */
function LeftEmpty({ schema, version }: { readonly schema: DatasetSchema; readonly version: number }) {
	const { data: restored } = useQuery(versionQuery(schema, version));
	if (restored == null || restored.rows > 0) return null;
	return (
		<p>
			Version {version} has no rows. If you don’t need the dataset,{' '}
			<Link to={paths.deleteDataset(schema)}>delete it</Link> instead.
		</p>
	);
}

/**
 * Warns that the next build will overwrite it unless the code changes. Renders nothing if none of the user's BuildSpecs
 * builds the dataset.
 */
function NextBuild({ schema, version }: { readonly schema: DatasetSchema; readonly version: number }) {
	const status = useStatusOf(schema);
	const { data: restored } = useQuery(versionQuery(schema, version));
	const buildSpecId = status?.buildSpecId ?? null;
	if (buildSpecId === null) return null;
	const changed = status?.reasons.find(({ kind }) => kind === 'build-spec-changed');
	const code = changed?.currentVersion ?? schema.builtBy?.version ?? null;
	const former = restored?.builtBy?.buildSpecId === buildSpecId ? restored.builtBy.version : null;
	return (
		<p>
			{code === null ? 'The BuildSpec doesn’t change' : `The BuildSpec stays at version ${code}`}, so its next build
			replaces the restored rows.
			{former !== null && former !== code && (
				<>
					{' '}
					To keep the restored rows, also restore{' '}
					<Link to={paths.buildSpecVersion(buildSpecId, former)} target="_blank">
						BuildSpec version {former}
					</Link>
					.
				</>
			)}
		</p>
	);
}
