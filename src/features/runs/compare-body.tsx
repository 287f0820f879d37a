import { Link } from 'react-router';
import type { BuildRun } from '#contract/build-run.ts';
import { paths } from '../../routing/paths.ts';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ComparePanes } from './compare-panes.tsx';
import { versionName } from './model.ts';

/** A preview beside the one before it, below the code that both came of. */
export function CompareBody({ before, after }: { before: BuildRun; after: BuildRun }) {
	return (
		<Stack fill>
			<Muted component="p" py={1} px={4} ruled="below">
				Against the preview before: {versionName(before)}, <RelativeTime iso={before.createdAt} />{' '}
				<Link to={paths.compareRuns(after.id, before.id)}>Open as a page</Link>
			</Muted>
			<ComparePanes beforeId={before.id} afterId={after.id} runs={{ before, after }} />
		</Stack>
	);
}
