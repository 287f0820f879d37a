import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { BuildRun } from '#contract/build-run.ts';
import { paths } from '../../routing/paths.ts';
import { useEarlierRun } from './use-earlier-run.ts';

/** Leads to the comparison of a preview with the one before; nothing where there is none. */
export function CompareLink({ run }: { run: BuildRun }) {
	const earlier = useEarlierRun(run);
	if (earlier === null) return null;
	return (
		<Button
			component={Link}
			to={paths.compareRuns(run.id, earlier.id)}
			variant="default"
			leftSection={<IconArrowsDiff size={16} aria-hidden="true" />}
		>
			Compare with the preview before
		</Button>
	);
}
