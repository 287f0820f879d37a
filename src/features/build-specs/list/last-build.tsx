import type { BuildSpec } from '#contract/build-spec.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { useBuildSpecStatus, useStatuses } from '../../names/status-queries.ts';

/** When a BuildSpec was last built, and what came of it. */
export function LastBuild({ spec }: { readonly spec: BuildSpec }) {
	const statuses = useStatuses();
	const status = useBuildSpecStatus(spec);
	if (statuses === null) return <Muted title="This service doesn’t tell">Unknown</Muted>;
	if (status === null) return null;
	const at = status.lastBuild?.at ?? status.deleted?.at ?? status.builtBy?.at;
	return (
		<Inline component="span" gap={[0, 2]} nowrap>
			<DatasetStatusPanel status={status} withReason place="row" />
			{at !== undefined && (
				<Muted rigid push>
					<RelativeTime iso={at} />
				</Muted>
			)}
		</Inline>
	);
}
