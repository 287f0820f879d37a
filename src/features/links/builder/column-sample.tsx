import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DatasetSchema } from '#contract/dataset.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { Histogram } from '../../../data-views/profile/histogram.tsx';
import { distinctWords } from '../../../data-views/profile/profile-labels.ts';
import { TopValues } from '../../../data-views/profile/top-values.tsx';
import { useProfile } from '../../../data-views/profile/use-profile.ts';
import { countOf } from '../../../lib/format.ts';
import { cellReader, kindOfType, memorySource } from '../../../rows/index.ts';
import { Muted } from '../../../ui/primitives/text.tsx';
import { sampleQuery } from '../queries.ts';
import classes from './builder.module.css';

export function ColumnSample({ schema, column }: { schema: DatasetSchema; column: string }) {
	const type = schema.columns.find((candidate) => candidate.name === column)?.type ?? '';
	const sample = useQuery(sampleQuery(schema));
	const rows = sample.data?.rows;
	const source = useMemo(() => {
		const read = cellReader(type);
		const values = (rows ?? []).map((row) => [read(row[column])]);
		return memorySource([{ name: column, type, kind: kindOfType(type) }], values);
	}, [rows, column, type]);
	const { columns } = useProfile(source);
	const profile = columns[0];
	if (profile === undefined || rows === undefined || rows.length === 0) {
		return (
			<Muted component="p" numeric>
				{sample.isError
					? `Couldn’t load a sample. ${errorFacts(sample.error).message}`
					: rows?.length === 0
						? 'No rows'
						: 'Loading a sample…'}
			</Muted>
		);
	}
	const of = `${rows.length < schema.rows ? 'the first ' : ''}${countOf(rows.length, 'row')}`;
	return (
		<div className={classes.sample}>
			{profile.shape?.kind === 'histogram' && (
				<Histogram bins={profile.shape.bins} name={column} kind={profile.kind} rows={rows.length} onPick={undefined} />
			)}
			{profile.shape?.kind === 'top' && (
				<TopValues
					shape={{ ...profile.shape, values: profile.shape.values.slice(0, 6) }}
					name={column}
					kind={profile.kind}
					rows={rows.length}
					onPick={undefined}
				/>
			)}
			<Muted component="p" numeric>
				Distinct values in {of}: {distinctWords(profile)}
				{profile.nulls > 0 && `. ${countOf(profile.nulls, 'null')}`}
			</Muted>
		</div>
	);
}
