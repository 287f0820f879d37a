import { useQuery } from '@tanstack/react-query';
import type { Description } from '#contract/description.ts';
import type { ExtensionName } from '#contract/operation.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { CorruptDataList, VerifiedProperty } from '../data-verification-panel.tsx';
import { extensionsOf, useSessionStore } from '../model.ts';
import { descriptionQuery, useReachable, waitOfDescription } from '../queries.ts';
import classes from './about-page.module.css';
import { SignInEnd } from './sign-in-end.tsx';

/** What this service is, what it offers beyond the core, and what it does not. */
export function AboutPage() {
	const session = useSessionStore((state) => state.session);
	const reachable = useReachable();
	const { data: description, isError, isFetching, refetch } = useQuery(descriptionQuery);
	if (session === null) return null;
	const isUnread = description === null && waitOfDescription() !== null;
	const offered = extensionsOf(description ?? null);
	const missing = (Object.keys(extensionLabels) as ExtensionName[]).filter((key) => !offered.includes(key));
	return (
		<PageFrame title="About this service">
			<Stack gap={4} style={{ maxWidth: '64rem' }}>
				<PropertyList className={classes.about}>
					<Property name="Service">{session.serviceName}</Property>
					<Property name="Address">
						<code>{session.baseUrl}</code>
					</Property>
					<Property name="Connection">
						{reachable === null ? (
							'Not asked yet'
						) : (
							<StateChip tone={reachable ? 'success' : 'error'}>{reachable ? 'Reachable' : 'Not reachable'}</StateChip>
						)}
					</Property>
					<Property name="Tier">
						{description === undefined || isUnread
							? 'Not known yet'
							: offered.length === 0
								? 'Core only'
								: `Core and ${countOf(offered.length, 'extension')}`}
					</Property>
					<Property name="Signed in as">
						<code>{session.username}</code>
					</Property>
					<Property name="Sign-in">
						<SignInEnd />
					</Property>
					<VerifiedProperty />
				</PropertyList>
				<CorruptDataList />
				{isError && (
					<Notice tone="warning" title="Its description cannot be read now">
						What it offers is looked up again when it answers.
					</Notice>
				)}
				{description === undefined && !isError && <LoadingRows rows={6} />}
				{isUnread && (
					<Notice
						tone="warning"
						title="Its description could not be read"
						action={
							<SecondaryButton onClick={() => void refetch()} loading={isFetching}>
								Look it up now
							</SecondaryButton>
						}
					>
						What it offers beyond the core is not known, so the console shows the core only. For a while it is looked up
						again as long as the service answers.
					</Notice>
				)}
				{description === null && !isUnread && (
					<Notice tone="info" title="This service offers the core">
						It has no description of more. BuildSpecs are read, edited and deleted, outputs of runs whose id you know
						are looked at, links are added, and agents are asked. Names of namespaces and datasets are learned from what
						passes through the console.
					</Notice>
				)}
				{offered.length > 0 && <Offered extensions={offered} />}
				{description !== undefined && !isUnread && missing.length > 0 && (
					<section>
						<SectionHeader size="large" mb={2}>
							What it does not offer
						</SectionHeader>
						<Bullets>
							{missing.map((name) => (
								<li key={name}>
									{extensionLabels[name]} <Muted component="code">{name}</Muted>
								</li>
							))}
						</Bullets>
					</section>
				)}
			</Stack>
		</PageFrame>
	);
}

function Offered({ extensions }: { extensions: readonly ExtensionName[] }) {
	const { data: description = null } = useQuery(descriptionQuery);
	return (
		<section>
			<SectionHeader size="large" mb={2}>
				What it offers beyond the core
			</SectionHeader>
			<SimpleTable cards="lines" className={classes.table} columns={['Extension', 'Operations']}>
				{extensions.map((extension) => {
					const operations = operationsOf(description, extension);
					return (
						<tbody key={extension}>
							{operations.map(({ method, path, summary, limits }, index) => (
								<tr key={`${method} ${path}`}>
									{index === 0 && (
										<th scope="rowgroup" rowSpan={operations.length}>
											{Object.hasOwn(extensionLabels, extension) && extensionLabels[extension]}
											<code className={classes.name}>{extension}</code>
										</th>
									)}
									<td>
										{summary}
										<code className={classes.name}>
											{method} {path}
										</code>
										{limits.length > 0 && <span className={classes.name}>{limits.join('; ')}</span>}
									</td>
								</tr>
							))}
						</tbody>
					);
				})}
			</SimpleTable>
		</section>
	);
}

/** What each extension is for, in the words of whoever uses it; one without words goes by its name. */
const extensionLabels: Readonly<Partial<Record<ExtensionName, string>>> = {
	'description/1': 'The service describes itself',
	'build-spec-create/1': 'Create BuildSpecs',
	'build-spec-versions/1': 'Version history of BuildSpecs, and going back',
	'build-spec-check/1': 'Check a definition while it is typed',
	'build-spec-undelete/1': 'Bring deleted BuildSpecs back',
	'version-notes/1': 'Name versions and describe changes',
	'run-plans/1': 'Show how a query was carried out',
	'preview-runs/1': 'Preview runs of a BuildSpec, unsaved text included',
	'scratch-runs/1': 'Worksheets',
	'build-runs/1': 'Build runs, which write the destination',
	'build-plans/1': 'Build what depends on a dataset, in order',
	'checks/1': 'Check the rows of every preview and build',
	'runs/1': 'List runs with their state and log, and cancel them',
	'namespaces/1': 'List and create namespaces',
	'namespace-activity/1': 'Show what happened in namespaces day by day',
	'namespace-models/1': 'Choose and limit language models',
	'datasets/1': 'List, describe and delete datasets',
	'dataset-rows/1': 'Look at rows of a dataset, sorted and filtered',
	'dataset-versions/1': 'Keep former versions of datasets, to be read, compared and restored',
	'dataset-status/1': 'Tell which datasets are up to date, and why others are not',
	'rows-query/1': 'Sort, filter, profile, compare and export rows with its engine',
	'links/1': 'List and delete links',
	'link-trial/1': 'Try a link before it is added',
	'link-suggestions/1': 'Suggest links',
	'search/1': 'Search for datasets, columns, BuildSpecs and links',
	'shares/1': 'List and grant shares',
	'tokens/1': 'List, create and revoke tokens',
	'status/1': 'Tell what the service can’t do at present',
	'ingestions/1': 'Bring rows in, in chunks, with a record of each ingestion',
	'file-ingestions/1': 'Upload files, and review their columns before they are saved',
	'preview-facts/1': 'What previews of an ingestion work with',
	'data-verification/1': 'Stored data that was found corrupt',
	'query-ask/1': 'Ask the assistant for one answer at once',
};

/** The operations of an extension as the service's document has them, in its order. */
function operationsOf(description: Description | null, extension: string) {
	return Object.entries(description?.paths ?? {}).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, operation]) => operation['x-console-extension'] === extension)
			.map(([method, { summary, parameters }]) => ({
				method: method.toUpperCase(),
				path,
				summary: typeof summary === 'string' ? summary : '',
				/** Bounds that the document states for its parameters: "limit: at most 1,000". */
				limits: limitsOf(parameters),
			})),
	);
}

function limitsOf(parameters: unknown): string[] {
	if (!Array.isArray(parameters)) return [];
	return parameters.flatMap((parameter: unknown) => {
		const { name, schema, in: location } = asObject(parameter);
		const { maximum, maxLength } = asObject(schema);
		// Headers are the console's own affair.
		if (typeof name !== 'string' || location === 'header') return [];
		// A schema states the largest number that can be written where nobody chose one.
		if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER) {
			return [`${name}: at most ${formatCount(maximum)}`];
		}
		return typeof maxLength === 'number' ? [`${name}: at most ${formatCount(maxLength)} characters`] : [];
	});
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null ? { ...value } : {};
