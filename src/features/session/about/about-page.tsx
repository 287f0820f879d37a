import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExtensionName } from '#contract/operation.ts';
import { countOf } from '../../../lib/format.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { Stack } from '../../../ui/primitives/layout.tsx';
import { Property, PropertyList } from '../../../ui/primitives/property-list.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { extensionsOf, useSessionStore } from '../model.ts';
import { descriptionQuery, useReachable, waitOfDescription } from '../queries.ts';
import { extensionLabels, operationsOf } from './about-model.ts';
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
			<Stack gap={4} className={classes.page}>
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
				</PropertyList>
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
							<Button variant="default" onClick={() => void refetch()} loading={isFetching}>
								Look it up now
							</Button>
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
			<SimpleTable cards="lines" className={classes.table}>
				<thead>
					<tr>
						<th scope="col">Extension</th>
						<th scope="col">Operations</th>
					</tr>
				</thead>
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
