import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listRuns } from '#contract/build-run.ts';
import { type BuildSpec, checkBuildSpec } from '#contract/build-spec.ts';
import { type DatasetSchema, formatCoordinate, getSchema } from '#contract/dataset.ts';
import type { Description } from '#contract/description.ts';
import { type ErrorFacts, errorFacts } from '../../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Notice } from '../../../ui/states.tsx';
import { schemaQuery } from '../../names/queries.ts';
import { outputsQuery, runsQuery } from '../../runs/queries.ts';
import { offers } from '../../session/model.ts';
import { buildSpecsQuery } from '../queries.ts';
import {
	type ColumnChanges,
	columnChanges,
	isGitPipeline,
	type PipelineTarget,
	previewOf,
	readersOf,
	targetsOf,
} from './build-model.ts';
import { resultColumnsQuery } from './build-queries.ts';
import classes from './build-sheet.module.css';

interface BuildSheetProps {
	readonly opened: boolean;
	readonly spec: BuildSpec;
	readonly description: Description | null;
	/** There is text that is not saved. */
	readonly dirty: boolean;
	readonly onSave: () => void;
	readonly saving: boolean;
	readonly onBuild: () => void;
	readonly pending: boolean;
	readonly error: ErrorFacts | null;
	readonly onClose: () => void;
}

/** What a build will do, said before it is done. */
export function BuildSheet(props: BuildSheetProps) {
	const { opened, spec, dirty, onClose, onBuild, pending, error } = props;
	const name = formatCoordinate(spec.destination);
	return (
		<ConfirmDialog
			opened={opened}
			onClose={onClose}
			title={`Build version ${spec.version}?`}
			confirmLabel={`Build ${name}`}
			onConfirm={onBuild}
			pending={pending}
			error={error}
		>
			{opened && (
				<Stack gap={3}>
					{dirty && (
						<Notice
							tone="warning"
							title="Your unsaved changes are not built"
							action={
								<Button variant="default" loading={props.saving} onClick={props.onSave}>
									Save first
								</Button>
							}
						>
							A build runs version {spec.version}, as it is saved.
						</Notice>
					)}
					<Consequence {...props} name={name} />
				</Stack>
			)}
		</ConfirmDialog>
	);
}

function Consequence({ spec, description, name }: BuildSheetProps & { name: string }) {
	const canSee = offers(description, getSchema);
	const dataset = useQuery({ ...schemaQuery(spec.destination), enabled: canSee });
	const runs = useQuery({ ...runsQuery(spec.id), enabled: offers(description, listRuns) });
	const specs = useQuery(buildSpecsQuery);
	const preview = previewOf(spec, runs.data?.items ?? []);
	const isPipeline = isGitPipeline(spec.code.payload);
	const columns = useQuery({
		...resultColumnsQuery(spec),
		enabled: !isPipeline && offers(description, checkBuildSpec),
	});
	const outputs = useQuery({ ...outputsQuery(preview?.id ?? ''), enabled: isPipeline && preview !== null });
	const targets = isPipeline ? targetsOf(outputs.data?.items ?? []) : [];
	const written = [spec.destination, ...targets.map(({ coordinate }) => coordinate)];
	const readers = readersOf(written, spec.id, specs.data?.items ?? []);
	const now = dataset.data;
	return (
		<>
			<Text component="p">
				{isPipeline ? (
					'This pipeline replaces all rows of every dataset it writes. If any of it fails, nothing is written.'
				) : now === null ? (
					<>
						<code>{name}</code> does not exist yet. The build makes it.
					</>
				) : (
					<>
						All rows of <code>{name}</code> are replaced in one step, once all of the new ones are written.
					</>
				)}
			</Text>
			<PropertyList numeric className={classes.changes}>
				<Property name={isPipeline ? 'Destination now' : 'Now'}>
					{!canSee ? (
						'This service does not say what is in the dataset.'
					) : dataset.isPending ? (
						'Looking…'
					) : dataset.isError ? (
						`Not known: ${errorFacts(dataset.error).message}`
					) : (
						<Present dataset={dataset.data} />
					)}
				</Property>
				<Property name={isPipeline ? 'Writes' : 'After'}>
					{preview === null ? (
						`Not known: there is no preview of version ${spec.version} as it is saved.`
					) : outputs.isLoading ? (
						'Loading…'
					) : outputs.isError ? (
						`Not known: ${errorFacts(outputs.error).message}`
					) : (
						<>
							{isPipeline ? datasetsOf(targets.length) : rowsOf(preview.rows ?? 0)} in the preview of version{' '}
							{spec.version} <RelativeTime iso={preview.createdAt} />
							<Targets targets={targets} />
						</>
					)}
				</Property>
				{!isPipeline && (
					<Property name="Columns">
						{columns.data === undefined || columns.data.length === 0 ? (
							columns.isFetching ? (
								'Looking…'
							) : (
								'Columns are known after the run.'
							)
						) : now ? (
							<Changes changes={columnChanges(now.columns, columns.data)} />
						) : (
							columns.data.map((it) => it.name).join(', ')
						)}
					</Property>
				)}
				<Property name="Read by">
					{specs.isPending ? (
						'Looking…'
					) : readers.length === 0 ? (
						'None of your BuildSpecs.'
					) : (
						<Stack component="ul">
							{readers.map((it) => (
								<li key={it.id}>
									<Link to={paths.buildSpec(it.id)} target="_blank">
										{formatCoordinate(it.destination)}
									</Link>
								</li>
							))}
						</Stack>
					)}
				</Property>
			</PropertyList>
			<Muted component="p">
				What cannot be seen from here: BuildSpecs of other people that read it, and what is done with its rows
				elsewhere.
			</Muted>
		</>
	);
}

const Targets = ({ targets }: { targets: readonly PipelineTarget[] }) =>
	targets.length === 0 ? null : (
		<Stack component="ul" aria-label="Datasets this build writes">
			{targets.map(({ coordinate, rows }) => (
				<li key={formatCoordinate(coordinate)}>
					<code>{formatCoordinate(coordinate)}</code>: {rows === null ? 'row count unknown' : rowsOf(rows)}
				</li>
			))}
		</Stack>
	);

function Present({ dataset }: { dataset: DatasetSchema | null }) {
	if (dataset === null) return 'Nothing: there is no such dataset.';
	const { rows, columns, bytes, updatedAt, builtBy } = dataset;
	const version = builtBy?.version ?? null;
	return (
		<>
			{rowsOf(rows)}, {columns.length === 1 ? '1 column' : `${columns.length} columns`}, {formatBytes(bytes)}, from{' '}
			<RelativeTime iso={updatedAt} />
			{version === null ? '' : `, built by version ${version}`}
		</>
	);
}

function Changes({ changes: { added, removed, retyped, kept } }: { changes: ColumnChanges }) {
	if (added.length + removed.length + retyped.length === 0) return kept === 1 ? 'The same one.' : `The same ${kept}.`;
	return (
		<Stack component="ul">
			{removed.map((it) => (
				<li key={it.name}>
					<Text tone="error">removed</Text> <code>{it.name}</code> {it.type}
				</li>
			))}
			{retyped.map((it) => (
				<li key={it.name}>
					<Text tone="warning">other type</Text> <code>{it.name}</code> {it.before} → {it.after}
				</li>
			))}
			{added.map((it) => (
				<li key={it.name}>
					<Text tone="success">added</Text> <code>{it.name}</code> {it.type}
				</li>
			))}
			{kept > 0 && <li>{kept === 1 ? 'one stays as it is' : `${kept} stay as they are`}</li>}
		</Stack>
	);
}

const datasetsOf = (count: number): string => (count === 1 ? '1 dataset' : `${formatCount(count)} datasets`);

const rowsOf = (rows: number): string => (rows === 1 ? '1 row' : `${formatCount(rows)} rows`);
