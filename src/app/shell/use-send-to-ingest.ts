import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { RowConsumer } from '../../data-views/grid/controls/row-consumer.ts';
import { useScope } from '../../features/session/queries.ts';
import { paths } from '../../routing/paths.ts';

/** Maximum rows of a preview, as its own check also enforces. */
const limit = 10_000;

export function useSendToIngest(): RowConsumer {
	const scope = useScope();
	const navigate = useNavigate();
	return useMemo(
		() => ({
			label: 'Open in Ingest',
			most: limit,
			take: async ({ names, rows, from }) => {
				const { handOver } = await import('../../storage/ingest-handovers.ts');
				const id = await handOver(scope, { names: [...names], rows: rows.map((row) => [...row]), from });
				await navigate(paths.ingest(id));
			},
		}),
		[scope, navigate],
	);
}
