import { useQuery } from '@tanstack/react-query';
import type { Description } from '#contract/description.ts';
import type { ExtensionName } from '#contract/operation.ts';
import { formatCount } from '../../../lib/format.ts';
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
					<Property name="URL">
						<code>{session.baseUrl}</code>
					</Property>
					<Property name="Connection">
						{reachable === null ? (
							'Not connected yet'
						) : (
							<StateChip tone={reachable ? 'success' : 'error'}>{reachable ? 'Connected' : 'Not responding'}</StateChip>
						)}
					</Property>
					<Property name="Extensions">
						{description === undefined || isUnread
							? 'Unknown'
							: offered.length === 0
								? 'None'
								: `${formatCount(offered.length)} available`}
					</Property>
					<Property name="Signed in as">
						<code>{session.username}</code>
					</Property>
					<Property name="Session">
						<SignInEnd />
					</Property>
					<VerifiedProperty />
				</PropertyList>
				<CorruptDataList />
				{isError && (
					<Notice tone="warning" title="Couldn’t load the feature list">
						The console tries again when the service responds.
					</Notice>
				)}
				{description === undefined && !isError && <LoadingRows rows={6} />}
				{isUnread && (
					<Notice
						tone="warning"
						title="Couldn’t load the feature list"
						action={
							<SecondaryButton onClick={() => void refetch()} loading={isFetching}>
								Try again
							</SecondaryButton>
						}
					>
						Until the list loads, only core features are shown.
					</Notice>
				)}
				{description === null && !isUnread && (
					<Notice tone="info" title="This service supports only core features">
						You can edit and delete BuildSpecs, open outputs by run ID, create links and ask agents. Namespaces and
						datasets are listed once the console has discovered their names.
					</Notice>
				)}
				{offered.length > 0 && <Offered extensions={offered} />}
				{description !== undefined && !isUnread && missing.length > 0 && (
					<section>
						<SectionHeader size="large" mb={2}>
							Unsupported extensions
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
				Supported extensions
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
										{limits.length > 0 && <span className={classes.name}>{limits.join(', ')}</span>}
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

/** User-facing descriptions of extensions. Others are shown by name. */
const extensionLabels: Readonly<Partial<Record<ExtensionName, string>>> = {
	'description/1': 'List supported features and limits',
	'build-spec-create/1': 'Create BuildSpecs',
	'build-spec-versions/1': 'List and restore BuildSpec versions',
	'build-spec-check/1': 'Validate BuildSpecs while you type',
	'build-spec-undelete/1': 'Restore deleted BuildSpecs',
	'version-notes/1': 'Name versions and describe changes',
	'run-plans/1': 'Show query plans',
	'preview-runs/1': 'Preview BuildSpecs, saved or not',
	'scratch-runs/1': 'Run worksheets',
	'build-runs/1': 'Build BuildSpecs and write their destinations',
	'build-plans/1': 'Build everything downstream of a dataset',
	'checks/1': 'Run checks on previews and builds',
	'runs/1': 'List runs with their status and log, and cancel runs',
	'namespaces/1': 'List and create namespaces',
	'namespace-changes/1': 'Edit namespace details, and delete namespaces',
	'namespace-activity/1': 'Show daily activity in namespaces',
	'namespace-models/1': 'Choose and restrict language models',
	'datasets/1': 'List and delete datasets, and edit their details',
	'dataset-changes/1': 'Rename datasets',
	'dataset-rows/1': 'Show, sort and filter dataset rows',
	'dataset-versions/1': 'Show, compare and restore dataset versions',
	'dataset-status/1': 'Show which datasets are outdated, and why',
	'rows-query/1': 'Sort, filter, profile, compare and export rows on the service',
	'links/1': 'List and delete links',
	'link-trial/1': 'Preview links before creating them',
	'link-suggestions/1': 'Suggest links',
	'search/1': 'Search namespaces, datasets, columns, BuildSpecs and links',
	'shares/1': 'List, grant and revoke shares',
	'tokens/1': 'List, create and revoke tokens',
	'status/1': 'Report current service problems',
	'users/1': 'List, invite and disable users',
	'audit/1': 'Show the audit log',
	'pipelines/1': 'Validate pipelines in Git repositories, and show their files',
	'ingestions/1': 'Ingest rows in chunks, with an ingestion history',
	'file-ingestions/1': 'Upload files and review their columns before saving',
	'file-cleaning/1': 'Clean all values in an uploaded file',
	'preview-facts/1': 'Show the language models and limits for ingestion previews',
	'data-verification/1': 'Report corrupt data',
	'query-ask/1': 'Get the assistant’s answer in one response',
};

/** An extension's operations, in the order of the service's document. */
function operationsOf(description: Description | null, extension: string) {
	return Object.entries(description?.paths ?? {}).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, operation]) => operation['x-console-extension'] === extension)
			.map(([method, { summary, parameters }]) => ({
				method: method.toUpperCase(),
				path,
				summary: typeof summary === 'string' ? summary : '',
				/** Documented limits of its parameters: "limit: at most 1,000". */
				limits: limitsOf(parameters),
			})),
	);
}

function limitsOf(parameters: unknown): string[] {
	if (!Array.isArray(parameters)) return [];
	return parameters.flatMap((parameter: unknown) => {
		const { name, schema, in: location } = asObject(parameter);
		const { maximum, maxLength } = asObject(schema);
		// Users don't set headers.
		if (typeof name !== 'string' || location === 'header') return [];
		// A schema states the largest representable number if no limit was set.
		if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER) {
			return [`${name}: at most ${formatCount(maximum)}`];
		}
		return typeof maxLength === 'number' ? [`${name}: at most ${formatCount(maxLength)} characters`] : [];
	});
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null ? { ...value } : {};
