import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { paths } from '../../../routing/paths.ts';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { DatasetGlancePanel } from '../../names/dataset-glance-panel.tsx';
import classes from './side-pane.module.css';

/** Sources that are open at the beginning: as many as there is likely room for. */
const firstOpen = 3;

interface SideSourcesProps {
	readonly sources: readonly DatasetCoordinate[];
	readonly onName: (name: string) => void;
}

/** What the code reads: each source with its columns and a look at their values. */
export function SideSources({ sources, onName }: SideSourcesProps) {
	if (sources.length === 0) {
		return (
			<Muted component="p" measure>
				No sources yet. Name above what this reads; the columns and what their values are like then stand here.
			</Muted>
		);
	}
	const different = [...new Map(sources.map((it) => [coordinateKey(it), it])).values()];
	return different.map((it, at) => (
		<details key={coordinateKey(it)} className={classes.source} open={at < firstOpen}>
			<summary className={classes.summary}>
				<IconChevronRight size={14} aria-hidden className={classes.sign} />
				<Text weight="strong" mono clip className={classes.dataset} title={formatCoordinate(it)}>
					{it.namespace}.{it.datasetName}
				</Text>
			</summary>
			<DatasetGlancePanel dataset={it} onColumn={onName} />
			<Link to={paths.dataset(it)} className={classes.open} aria-label={`Open dataset ${formatCoordinate(it)}`}>
				Open dataset
			</Link>
		</details>
	));
}
