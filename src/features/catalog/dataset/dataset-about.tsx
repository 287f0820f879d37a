import { type DatasetSchema, formatCoordinate } from '#contract/dataset.ts';
import { formatCount } from '../../../lib/format.ts';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { BuiltByLine } from './built-by-line.tsx';

/** Where a dataset comes from and what may be done with it. */
export function DatasetAbout({ schema }: { schema: DatasetSchema }) {
	const coordinate = formatCoordinate(schema);
	return (
		<Box fill scroll pb={5}>
			<PropertyList collapses style={{ gap: 'var(--space-2) var(--space-5)', maxWidth: '72rem' }}>
				<Property name="Coordinate">
					<code>{coordinate}</code> <CopyButton value={coordinate} label="Copy the coordinate" />
				</Property>
				<Property name="Written by">
					<BuiltByLine schema={schema} />
					{schema.builtBy !== null && (
						<>
							{' '}
							<RelativeTime iso={schema.builtBy.at} />
						</>
					)}
				</Property>
				<Property name="Rows were replaced">
					{schema.version <= 1 ? 'never' : `${formatCount(schema.version - 1)} times`}, last change{' '}
					<RelativeTime iso={schema.updatedAt} />
				</Property>
				<Property name="You may">{schema.access === 'write' ? 'read and change it' : 'read it'}</Property>
				<Property name="Source">{schema.source ?? 'not said'}</Property>
				<Property name="Licence">{schema.licence ?? 'not said'}</Property>
			</PropertyList>
		</Box>
	);
}
