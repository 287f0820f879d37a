import { Autocomplete, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { formatCoordinate, getRows } from '#contract/dataset.ts';
import { type MatchType, partnerOf } from '#contract/link.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { readCoordinate } from '../../names/model.ts';
import { useDatasetCompletions } from '../../names/queries.ts';
import { useOffers } from '../../session/queries.ts';
import type { EndText, Side } from '../model.ts';
import classes from './builder.module.css';
import type { LinkEndState } from './use-link-end.ts';

const sample = lazyPart(() => import('./column-sample.tsx'), 'ColumnSample');

interface EndFieldProps {
	readonly side: Side;
	readonly end: EndText;
	readonly known: LinkEndState;
	readonly me: string;
	readonly matchType: MatchType;
	/** For GeoMatch: the longitude column from the options, or empty. */
	readonly longitude: string;
	/** Messages about this end's fields, from the service or the form. */
	readonly problems: {
		readonly dataset: string | null;
		readonly column: string | null;
		readonly longitude: string | null;
	};
	readonly onChange: (change: Partial<EndText>) => void;
	readonly onLongitude: (column: string) => void;
	/** Pasted values, for an end whose rows the console can't see; null if not needed. */
	readonly pasted: string | null;
	readonly onPaste: (text: string) => void;
}

const legends: Readonly<Record<Side, string>> = { from: 'From', to: 'To' };

export function EndField({ side, end, known, me, matchType, longitude, problems, ...on }: EndFieldProps) {
	const showsRows = useOffers(getRows);
	const [wanted, setWanted] = useState(false);
	const datasets = useDatasetCompletions(wanted, end.dataset);
	const { schema, columns } = known;
	const types = useMemo(() => new Map(columns.map((column) => [column.name, column.type])), [columns]);
	const names = useMemo(() => [...types.keys()], [types]);
	const isGeo = matchType === 'GeoMatch';
	const complete = () => {
		const { coordinate } = readCoordinate(end.dataset, me);
		if (coordinate !== null && formatCoordinate(coordinate) !== end.dataset) {
			on.onChange({ dataset: formatCoordinate(coordinate) });
		}
	};
	const type = types.get(end.column) ?? '';
	const partner = end.column === '' ? null : partnerOf(end.column, names);
	return (
		<Stack component="fieldset" gap={2} boxed pt={2} px={3} pb={3} raised>
			<Text component="legend" weight="strong" px={1}>
				{legends[side]}
			</Text>
			<Autocomplete
				label="Dataset"
				classNames={{ input: classes.mono ?? '' }}
				placeholder="owner/namespace/dataset"
				data={[...new Set(datasets)]}
				value={end.dataset}
				error={problems.dataset}
				onFocus={() => setWanted(true)}
				onChange={(dataset) => on.onChange({ dataset })}
				onBlur={complete}
			/>
			<Autocomplete
				label={isGeo ? 'Latitude column' : 'Column'}
				classNames={{ input: classes.mono ?? '' }}
				placeholder={names.length > 0 ? 'Choose a column' : 'Type a column name'}
				data={[...new Set(names)]}
				limit={200}
				value={end.column}
				error={problems.column}
				renderOption={({ option }) => (
					<Inline component="span" gap={3} nowrap align="stretch" justify="between" fill>
						<Text component="code" clip>
							{option.value}
						</Text>
						<Muted numeric>{types.get(option.value)}</Muted>
					</Inline>
				)}
				onChange={(column) => on.onChange({ column })}
			/>
			{isGeo && (
				<Autocomplete
					label="Longitude column"
					classNames={{ input: classes.mono ?? '' }}
					placeholder={partner === null ? 'Choose a column' : `Detected: ${partner}`}
					data={[...new Set(names)].filter((name) => name !== end.column)}
					limit={200}
					value={longitude}
					error={problems.longitude}
					onChange={on.onLongitude}
				/>
			)}
			<Inline className={classes.size} component="p" gap={[0, 3]} align="stretch" justify="between" numeric>
				{schema !== null && (
					<Link to={paths.dataset(schema)} target="_blank">
						{countOf(schema.rows, 'row')}, {countOf(schema.columns.length, 'column')}
					</Link>
				)}
				{type !== '' && (
					<Muted component="code" push>
						{type}
					</Muted>
				)}
			</Inline>
			{schema !== null && type !== '' && showsRows && <LazyPart part={sample} props={{ schema, column: end.column }} />}
			{on.pasted !== null && (
				<Textarea
					label={isGeo ? 'Sample locations' : 'Sample values'}
					description={
						isGeo
							? 'Rows of this dataset aren’t available here. Paste one location per line, such as 47.37, 8.54.'
							: 'Rows of this dataset aren’t available here. Paste some values, one per line.'
					}
					classNames={{ input: classes.mono ?? '' }}
					rows={4}
					value={on.pasted}
					onChange={(event) => on.onPaste(event.currentTarget.value)}
				/>
			)}
		</Stack>
	);
}
