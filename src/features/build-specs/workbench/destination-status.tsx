import { Link } from 'react-router';
import type { BuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import { Text } from '../../../ui/primitives/text.tsx';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { statusSentence } from '../../names/status-model.ts';
import { useBuildSpecStatus } from '../../names/status-queries.ts';

export function DestinationStatus({ spec }: { readonly spec: Pick<BuildSpec, 'id' | 'destination'> }) {
	const status = useBuildSpecStatus(spec);
	if (status === null) return null;
	const dataset = spec.destination;
	return (
		<Text
			to={paths.dataset(dataset)}
			component={Link}
			clip
			aria-label={`${formatCoordinate(dataset)}: ${statusSentence(status)}`}
		>
			<DatasetStatusPanel status={status} place="title" />
		</Text>
	);
}
