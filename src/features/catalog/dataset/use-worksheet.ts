import { useNavigate } from 'react-router';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { sqlPath } from '#lib/sql/quoting.ts';
import { paths } from '../../../routing/paths.ts';
import { emptyText } from '../../build-specs/model.ts';
import { keepWorksheet } from '../../build-specs/mutations.ts';
import { useScope } from '../../session/queries.ts';

/** A query for all rows of a dataset, in the embedded service's dialect. */
export function selectAllText(dataset: DatasetCoordinate): typeof emptyText {
	const name = sqlPath([dataset.owner, dataset.namespace, dataset.datasetName]);
	return { ...emptyText, sources: [formatCoordinate(dataset)], payload: `select *\nfrom ${name}\n` };
}

export function useWorksheet(text: typeof emptyText): () => void {
	const scope = useScope();
	const navigate = useNavigate();
	return () => {
		const name = keepWorksheet(scope, text);
		if (name !== null) void navigate(paths.worksheet(name));
	};
}
