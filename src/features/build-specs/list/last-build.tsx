import type { BuildSpec } from '#contract/build-spec.ts';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { useBuildSpecStatus, useStatuses } from '../../names/status-queries.ts';
import { CodeMark } from './code-mark.tsx';

/** Time and result of the last build, and whether another would fail because of its code. */
export function LastBuild({ spec }: { readonly spec: BuildSpec }) {
	const statuses = useStatuses();
	const status = useBuildSpecStatus(spec);
	// A failed build is already marked, and space is limited.
	const mark = status?.state === 'failed' ? null : <CodeMark spec={spec} />;
	if (statuses === null) {
		return (
			<Inline component="span" gap={[0, 2]} nowrap>
				<Muted title="This service doesn’t report builds">Unknown</Muted>
				{mark}
			</Inline>
		);
	}
	if (status === null) return mark;
	const at = status.lastBuild?.at ?? status.deleted?.at ?? status.builtBy?.at;
	return (
		<Inline component="span" gap={[0, 2]} nowrap>
			<DatasetStatusPanel status={status} withReason place="row" />
			{mark}
			{at !== undefined && (
				<Muted rigid push>
					<RelativeTime iso={at} />
				</Muted>
			)}
		</Inline>
	);
}
