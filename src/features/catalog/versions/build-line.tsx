import { Link } from 'react-router';
import type { BuiltBy } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { paths } from '../../../routing/paths.ts';
import { useScope } from '../../session/queries.ts';

/** "Built with BuildSpec version 3", or "Built by demo with BuildSpec version 3", with links for the user who built it; others can see neither run nor BuildSpec. */
export function BuildLine({ built, showsUser = false }: { readonly built: BuiltBy; readonly showsUser?: boolean }) {
	const { runId, buildSpecId, version, by } = built;
	const isOwn = foldName(by) === foldName(useScope().user);
	const spec = version === null ? 'a BuildSpec (version unknown)' : `BuildSpec version ${version}`;
	const byUser = showsUser && ` by ${by}`;
	if (!isOwn)
		return (
			<>
				Built{byUser}
				{buildSpecId !== null && ` with ${spec}`}
			</>
		);
	return (
		<>
			<Link to={paths.run(runId)}>Built</Link>
			{byUser}
			{buildSpecId !== null && (
				<>
					{' with '}
					<Link to={version === null ? paths.buildSpec(buildSpecId) : paths.buildSpecVersion(buildSpecId, version)}>
						{spec}
					</Link>
				</>
			)}
		</>
	);
}
