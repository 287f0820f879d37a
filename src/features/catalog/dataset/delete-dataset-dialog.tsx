import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type DatasetSchema, formatCoordinate } from '#contract/dataset.ts';
import { listDatasetVersions } from '#contract/dataset-version.ts';
import { listLinks } from '#contract/link.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { notResponding, othersMayUse } from '../../../lib/messages.ts';
import { paths } from '../../../routing/paths.ts';
import { forgetRecentPages } from '../../../storage/preferences.ts';
import { ConfirmationField } from '../../../ui/primitives/confirmation-field.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { useSpecTargets } from '../../build-specs/pipeline-queries.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { linksQuery } from '../../links/queries.ts';
import { versionsQuery } from '../../names/dataset-version-queries.ts';
import { noteGone } from '../../names/mutations.ts';
import { RemovalDialog } from '../../names/removal-panel.tsx';
import { useOffers, useReachable, useScope } from '../../session/queries.ts';
import { type SpecUse, specUses } from '../model.ts';
import { deleteDatasetMutation } from '../mutations.ts';
import classes from './delete-dataset-dialog.module.css';

interface DeleteDatasetDialogProps {
	readonly schema: DatasetSchema;
	readonly opened: boolean;
	readonly onClose: () => void;
}

/** Shows what is deleted with a dataset and what breaks, and asks to type its name. */
export function DeleteDatasetDialog({ schema, opened, onClose }: DeleteDatasetDialogProps) {
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const [typed, setTyped] = useState('');
	const isUnavailable = useReachable() === false;
	const scope = useScope();
	const { owner, namespace, datasetName } = schema;
	const dataset = { owner, namespace, datasetName };
	return (
		<RemovalDialog
			mutation={deleteDatasetMutation(queryClient)}
			input={opened ? { dataset } : null}
			onClose={() => {
				setTyped('');
				onClose();
			}}
			onRemoved={() => {
				void noteGone(scope, dataset);
				forgetRecentPages(scope, paths.dataset(dataset));
				void navigate(paths.namespace(owner, namespace), { replace: true });
			}}
			title="Delete this dataset?"
			confirmLabel="Delete dataset"
			unready={typed !== datasetName || isUnavailable}
		>
			<p>
				This deletes <code>{formatCoordinate(schema)}</code> and its rows, versions, descriptions and links. You can’t
				undo this.
			</p>
			<Consequence schema={schema} />
			<ConfirmationField
				word={datasetName}
				value={typed}
				onChange={setTyped}
				error={isUnavailable ? notResponding() : null}
			/>
		</RemovalDialog>
	);
}

function Consequence({ schema }: { schema: DatasetSchema }) {
	const specs = useQuery(buildSpecsQuery);
	const canList = useOffers(listLinks);
	const links = useQuery({ ...linksQuery(schema), staleTime: 0, enabled: canList });
	const versions = useQuery({ ...versionsQuery(schema), enabled: useOffers(listDatasetVersions) });
	const { query, targets } = useSpecTargets(specs.data?.items);
	const uses = specUses(specs.data?.items ?? [], schema, targets ?? new Map());
	const readers = uses.filter((use) => use.reads.length > 0);
	const writers = uses.filter((use) => use.writes.length > 0);
	return (
		<>
			<PropertyList size="ui" mb={3} className={classes.known}>
				<Property name="Rows">
					{formatCount(schema.rows)}, {formatBytes(schema.bytes)}
				</Property>
				{versions.data !== undefined && (
					<Property name="Versions">
						{versions.data.items.length === 1
							? 'Only the current one'
							: `${formatCount(versions.data.items.length)}, including the current one`}
					</Property>
				)}
				<Property name="Links">
					{!canList ? (
						'This service doesn’t list links.'
					) : links.isPending ? (
						'Loading…'
					) : links.isError ? (
						`Unknown. ${errorFacts(links.error).message}`
					) : (
						<Counted what="link" none="None that you can see.">
							{links.data.items.map(({ id, from, to }) => (
								<li key={id}>
									{from.namespace}/{from.dataset}.{from.columnName} → {to.namespace}/{to.dataset}.{to.columnName}
								</li>
							))}
						</Counted>
					)}
				</Property>
				<Property name="Read by">
					<Specs isPending={specs.isPending} uses={specs.data && readers} />
				</Property>
				<Property name="Written by">
					<Specs isPending={specs.isPending || query.isLoading} uses={targets && writers} />
				</Property>
			</PropertyList>
			<Muted component="p" size="ui">
				{readers.length > 0 && 'BuildSpecs that read this dataset aren’t deleted, but their builds will fail. '}
				{writers.length > 0 && 'The next build recreates the dataset without its descriptions and links. '}
				{othersMayUse('dataset')}
			</Muted>
		</>
	);
}

/** @param uses undefined if unknown */
function Specs({ isPending, uses }: { isPending: boolean; uses: readonly SpecUse[] | undefined }) {
	if (isPending) return 'Loading…';
	if (uses === undefined) return 'Unknown.';
	return (
		<Counted what="BuildSpec" none="None of your BuildSpecs">
			{uses.map(({ spec }) => (
				<li key={spec.id}>
					<Link to={paths.buildSpec(spec.id)} target="_blank">
						{formatCoordinate(spec.destination)}
					</Link>
				</li>
			))}
		</Counted>
	);
}

/** Items of a long list shown at first. */
const page = 100;

/** A count with the first items. The rest is shown on demand, because a scrolling box looks complete. */
function Counted({ what, none, children }: { what: string; none: string; children: readonly ReactNode[] }) {
	const [first, setFirst] = useState(3);
	const more = children.length - first;
	if (children.length === 0) return none;
	return (
		<>
			{countOf(children.length, what)}
			<Stack component="ul">{children.slice(0, first)}</Stack>
			{more > 0 && (
				<Button variant="subtle" size="compact-sm" onClick={() => setFirst(first + page)}>
					{more > page ? `Show ${page} of ${formatCount(more)} more` : `Show ${formatCount(more)} more`}
				</Button>
			)}
		</>
	);
}
