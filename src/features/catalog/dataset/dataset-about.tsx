import type { DatasetSchema } from '#contract/dataset.ts';
import { formatCount } from '../../../lib/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { PropertyList } from '../../../ui/primitives/property-list.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { BuiltByLine } from './built-by-line.tsx';
import classes from './dataset-about.module.css';

/** Where a dataset comes from and what may be done with it. */
export function DatasetAbout({ schema }: { schema: DatasetSchema }) {
	const { owner, namespace, datasetName, builtBy } = schema;
	const coordinate = `${owner}/${namespace}/${datasetName}`;
	return (
		<div className={classes.about}>
			<PropertyList collapses className={classes.list}>
				<dt>Coordinate</dt>
				<dd>
					<code>{coordinate}</code> <CopyButton value={coordinate} label="Copy the coordinate" />
				</dd>
				<dt>Written by</dt>
				<dd>
					<BuiltByLine schema={schema} />
					{builtBy !== null && (
						<>
							{' '}
							<RelativeTime iso={builtBy.at} />
						</>
					)}
				</dd>
				<dt>Rows were replaced</dt>
				<dd>
					{schema.version <= 1 ? 'never' : `${formatCount(schema.version - 1)} times`}, last change{' '}
					<RelativeTime iso={schema.updatedAt} />
				</dd>
				<dt>You may</dt>
				<dd>{schema.access === 'write' ? 'read and change it' : 'read it'}</dd>
				<dt>Source</dt>
				<dd>{schema.source ?? 'not said'}</dd>
				<dt>Licence</dt>
				<dd>{schema.licence ?? 'not said'}</dd>
			</PropertyList>
		</div>
	);
}
