import { Link } from 'react-router';
import type { DatasetSchema } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';

/** Which build wrote the rows that are there: its run, and the version of the BuildSpec. */
export function BuiltByLine({ schema: { builtBy } }: { schema: DatasetSchema }) {
	if (builtBy === null) return <>no build</>;
	const { runId, buildSpecId, version, by } = builtBy;
	return (
		<span>
			<Link to={paths.run(runId)}>a build</Link>
			{buildSpecId !== null && (
				<>
					{' of '}
					<Link to={paths.buildSpec(buildSpecId)}>{version === null ? 'its BuildSpec' : `version ${version}`}</Link>
				</>
			)}
			, by {by}
		</span>
	);
}
