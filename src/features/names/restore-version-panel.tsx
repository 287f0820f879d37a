import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type DatasetSchema, formatCoordinate } from '#contract/dataset.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { paths } from '../../routing/paths.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { restoreVersionMutation } from './dataset-version-queries.ts';

interface RestoreVersionProps {
	/** The dataset as it is now. */
	readonly schema: DatasetSchema;
	/** The version to restore; null: the dialog is closed. */
	readonly version: number | null;
	/** It is said to undo what was written last. */
	readonly isUndo?: boolean;
	readonly onClose: () => void;
}

/** Makes the rows of an earlier version current again, as a new version. */
export function RestoreVersionPanel({ schema, version, isUndo = false, onClose }: RestoreVersionProps) {
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
			title={isUndo ? `Undo version ${schema.version}` : `Restore version ${version ?? ''}`}
			confirmLabel={`Restore as version ${schema.version + 1}`}
			onConfirm={restore}
			pending={mutation.isPending}
			error={mutation.error === null ? null : errorFacts(mutation.error)}
		>
			<p>
				{formatCoordinate(schema)} gets the rows and columns of version {version} back, as version {schema.version + 1}.
				Version {schema.version} stays in the history, so you can undo this. Descriptions, links and shares don’t
				change.
			</p>
		</ConfirmDialog>
	);
}
