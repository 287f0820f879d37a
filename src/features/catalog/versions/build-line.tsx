import { Link } from 'react-router';
import type { BuiltBy } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { paths } from '../../../routing/paths.ts';
import { useScope } from '../../session/queries.ts';

/** "Build of BuildSpec version 3", with links for the user who built it; others can see neither run nor BuildSpec. */
export function BuildLine({ built: { runId, buildSpecId, version, by } }: { readonly built: BuiltBy }) {
	const isOwn = foldName(by) === foldName(useScope().user);
	const spec = version === null ? 'a BuildSpec (version unknown)' : `BuildSpec version ${version}`;
	if (!isOwn) return <>Build{buildSpecId !== null && ` of ${spec}`}</>;
	return (
		<>
			<Link to={paths.run(runId)}>Build</Link>
			{buildSpecId !== null && (
				<>
					{' of '}
					<Link to={version === null ? paths.buildSpec(buildSpecId) : paths.buildSpecVersion(buildSpecId, version)}>
						{spec}
					</Link>
				</>
			)}
		</>
	);
}
