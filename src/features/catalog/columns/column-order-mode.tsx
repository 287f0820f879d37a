import { Button } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { DatasetCoordinate, DatasetSchema } from '#contract/dataset.ts';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { useScope } from '../../session/queries.ts';
import { ColumnOrder } from './column-order.tsx';
import { hasUnsavedOrder } from './column-order-work.ts';

interface ColumnOrderModeProps {
	readonly dataset: DatasetCoordinate;
	readonly schema: DatasetSchema;
	/** The columns as they are looked at. */
	readonly children: ReactNode;
}

/** The columns of a dataset, to be looked at or to be put in order; an order that was begun is there at once. */
export function ColumnOrderMode({ dataset, schema, children }: ColumnOrderModeProps) {
	const scope = useScope();
	const [ordering, setOrdering] = useState(() => hasUnsavedOrder(scope, dataset));
	const Icon = ordering ? IconCheck : IconArrowsSort;
	return (
		<Stack gap={3}>
			{schema.access === 'write' && (
				<div>
					<Button
						variant="default"
						leftSection={<Icon size={16} aria-hidden="true" />}
						onClick={() => setOrdering(!ordering)}
					>
						{ordering ? 'Show descriptions' : 'Change the order'}
					</Button>
				</div>
			)}
			{ordering ? <ColumnOrder dataset={dataset} schema={schema} /> : children}
		</Stack>
	);
}
