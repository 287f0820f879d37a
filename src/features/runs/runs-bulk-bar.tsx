import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { BuildRun } from '#contract/build-run.ts';
import { paths } from '../../routing/paths.ts';
import { BulkBar } from '../../ui/primitives/selection.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { comparable } from './picked-runs.ts';

/** What can be done with the runs that were picked. */
export function RunsBulkBar({ picked, onClear }: { picked: readonly BuildRun[]; onClear: () => void }) {
	const found = comparable(picked);
	const icon = <IconArrowsDiff size={16} aria-hidden="true" />;
	return (
		<BulkBar label="Selected runs" mt={3}>
			<span role="status">{picked.length === 1 ? '1 run selected' : `${picked.length} runs selected`}</span>
			{'reason' in found ? (
				<>
					<Button variant="default" leftSection={icon} aria-disabled title={found.reason}>
						Compare
					</Button>
					<Muted>{found.reason}</Muted>
				</>
			) : (
				<Button component={Link} to={paths.compareRuns(found.after.id, found.before.id)} leftSection={icon}>
					Compare
				</Button>
			)}
			<Button variant="subtle" color="gray" onClick={onClear}>
				Clear selection
			</Button>
		</BulkBar>
	);
}
