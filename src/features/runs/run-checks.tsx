import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RunCheck } from '#contract/check.ts';
import { DataGrid } from '../../data-views/grid/data-grid.tsx';
import { formatCount } from '../../lib/format.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { cellReader, kindOfType, memorySource } from '../../rows/index.ts';
import { Box, Inline, Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { TextButton } from '../../ui/primitives/text-button.tsx';
import { StateChip } from '../../ui/states/state-chip.tsx';
import { checkStateLabel, checkTone, describeCheck, severityLabel } from '../names/check-model.ts';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { runChecksQuery } from './check-queries.ts';

/** Check results of a run, with the failing rows of the check in the URL, or else of the first failed one. */
export function RunChecks({ buildRunId }: { readonly buildRunId: string }) {
	const checks = useQuery(runChecksQuery(buildRunId));
	const items = checks.data?.items ?? [];
	const [params] = useAddressParams();
	const [picked, setPicked] = useState<string | null>(() => params.get('check'));
	const shown =
		items.find(({ check }) => check.name === picked) ??
		items.find(({ state, rows }) => state === 'failed' && rows.length > 0);
	if (checks.isError) return <QueryErrorPanel title="Couldn’t load the checks" query={checks} />;
	return (
		<Stack fill gap={3}>
			<Box scroll style={{ maxHeight: '45%' }}>
				<SimpleTable cards="flow" aria-label="Checks" columns={['Check', 'Rule', 'Severity', 'Result', 'Failing rows']}>
					<tbody>
						{items.map((item) => (
							<CheckRow
								key={item.check.name}
								item={item}
								isShown={item === shown}
								onShow={() => setPicked(item.check.name)}
							/>
						))}
					</tbody>
				</SimpleTable>
			</Box>
			{shown !== undefined && shown.rows.length > 0 && <FailingRows item={shown} />}
		</Stack>
	);
}

interface CheckRowProps {
	readonly item: RunCheck;
	readonly isShown: boolean;
	readonly onShow: () => void;
}

const CheckRow = ({ item, isShown, onShow }: CheckRowProps) => {
	const { check, state, failing, message, rows } = item;
	return (
		<tr>
			<th scope="row">{check.name}</th>
			<td>{describeCheck(check)}</td>
			<td>{severityLabel[check.severity]}</td>
			<td>
				<Inline component="span" gap={[0, 2]} align="baseline">
					<StateChip tone={checkTone(item)}>{checkStateLabel[state]}</StateChip>
					{message !== null && <Muted breaks>{message}</Muted>}
				</Inline>
			</td>
			<td data-label="Failing rows">
				{rows.length > 0 ? (
					<TextButton aria-pressed={isShown} onClick={onShow}>
						Show {formatCount(rows.length)}
						{failing !== null && failing > rows.length ? ` of ${formatCount(failing)}` : ''}
					</TextButton>
				) : (
					failing !== null && formatCount(failing)
				)}
			</td>
		</tr>
	);
};

function FailingRows({ item: { check, columns, rows } }: { readonly item: RunCheck }) {
	const source = useMemo(() => {
		const readers = columns.map(({ name, type }) => ({ name, read: cellReader(type) }));
		return memorySource(
			columns.map(({ name, type }) => ({ name, type, kind: kindOfType(type) })),
			rows.map((row) => readers.map(({ name, read }) => read(row[name]))),
		);
	}, [columns, rows]);
	return (
		<Stack fill component="section" gap={1} aria-label={`Failing rows of ${check.name}`}>
			<SectionHeader>Rows that fail "{check.name}"</SectionHeader>
			<Box fill boxed>
				<DataGrid source={source} label={`Failing rows of ${check.name}`} fileName={`${check.name} failing`} />
			</Box>
		</Stack>
	);
}
