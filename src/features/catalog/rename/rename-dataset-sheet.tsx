import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type DatasetCoordinate, type DatasetSummary, listDatasets } from '#contract/dataset.ts';
import { renameDataset } from '#contract/dataset-changes.ts';
import { explainedName } from '#contract/explained-name.ts';
import { foldName } from '#contract/ids.ts';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { datasetsQuery } from '../../names/queries.ts';
import { useOffers } from '../../session/queries.ts';
import { RenameDatasetImpact } from './rename-dataset-impact.tsx';
import { RenameForm } from './rename-form.tsx';
import { renameDatasetOnce } from './rename-once.ts';
import { useOutcomeOf } from './rename-outcome.ts';
import { RenameResult } from './rename-result.tsx';

interface RenameDatasetSheetProps {
	readonly dataset: DatasetCoordinate;
	readonly onClose: () => void;
}

/** Renames a dataset: shows what is updated and what breaks, then what remains to change in code. */
export function RenameDatasetSheet({ dataset, onClose }: RenameDatasetSheetProps) {
	const { owner, namespace, datasetName } = dataset;
	useFocusBack();
	const done = useOutcomeOf(dataset, datasetName);
	const specs = useQuery({ ...buildSpecsQuery, staleTime: 0 });
	const listed = useQuery({ ...datasetsQuery(owner, namespace), enabled: useOffers(listDatasets) });
	if (done !== null) return <RenameResult done={done} onClose={onClose} />;
	return (
		<RenameForm
			of={{ owner, namespace, from: datasetName }}
			operation={renameDataset}
			rename={renameDatasetOnce}
			newName={newNameOf(dataset, listed.data?.items ?? [])}
			specs={specs}
			confirms={false}
			submitLabel="Rename dataset"
			impact={(to) => <RenameDatasetImpact dataset={dataset} to={to} specs={specs.data?.items} />}
			onClose={onClose}
		>
			Everyone who uses this dataset sees the new name. Code in BuildSpecs isn’t changed.
		</RenameForm>
	);
}

/** Validates a new dataset name as far as the console can. */
const newNameOf = ({ owner, namespace, datasetName }: DatasetCoordinate, all: readonly DatasetSummary[]) => {
	const takenBy = (name: string) =>
		all.find(
			(other) =>
				foldName(other.datasetName) === foldName(name) && foldName(other.datasetName) !== foldName(datasetName),
		)?.datasetName;
	return explainedName('The name').check(
		z.refine((name) => name !== datasetName, 'Enter a different name.'),
		z.refine((name) => foldName(name) !== 'balefire', '"balefire" is a reserved name. Enter another name.'),
		z.refine((name) => takenBy(name) === undefined, {
			error: ({ input }) =>
				`${owner}/${namespace} already has a dataset named "${takenBy(String(input))}". Enter another name.`,
		}),
	);
};
