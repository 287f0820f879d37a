import { useMemo } from 'react';
import { type DatasetSchema, formatCoordinate, getRows } from '#contract/dataset.ts';
import { useOfferRows } from '../../../data-views/page-rows.ts';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { RowsPanel } from '../../runs/rows-panel.tsx';
import { useOffers } from '../../session/queries.ts';
import classes from '../catalog.module.css';
import { DatasetProfile } from './dataset-profile.tsx';
import { serviceRows } from './service-rows.ts';

/** The rows of a dataset, of any number, which the service sorts and filters; or what their values are like. */
export function DatasetRows({ schema, view }: { schema: DatasetSchema; view: 'rows' | 'profile' }) {
	const isOffered = useOffers(getRows);
	const source = useRows(schema);
	useOfferRows(formatCoordinate(schema), isOffered ? source : null);
	if (!isOffered) {
		return (
			<EmptyState title="This service does not show rows">A preview of a BuildSpec that reads them does.</EmptyState>
		);
	}
	return view === 'profile' ? (
		<DatasetProfile schema={schema} source={source} />
	) : (
		<Stack className={classes.wide}>
			<RowsPanel source={source} name={schema.datasetName} dataset={formatCoordinate(schema)} />
		</Stack>
	);
}

/** Other rows, or other columns, are another source; reading the same ones anew is not. */
function useRows(schema: DatasetSchema) {
	const { owner, namespace, datasetName, rows, version } = schema;
	const shape = JSON.stringify([rows, version, schema.columns.map(({ name, type }) => ({ name, type }))]);
	return useMemo(() => {
		const [count, of, columns] = JSON.parse(shape) as [number, number, { name: string; type: string }[]];
		return serviceRows({ owner, namespace, datasetName }, { rows: count, version: of, columns });
	}, [owner, namespace, datasetName, shape]);
}
