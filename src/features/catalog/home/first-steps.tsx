import { IconFileUpload, IconMessages, IconSitemap, IconX, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { listRuns } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { listIngestions } from '#contract/ingest.ts';
import { paths } from '../../../routing/paths.ts';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { conversationsQuery } from '../../agents/queries.ts';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { ingestionsQuery } from '../../ingest/queries.ts';
import { runsQuery } from '../../runs/queries.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import classes from './home-page.module.css';
import { useMayUpload } from './use-may-upload.ts';

const hidden = 'home/first-steps-hidden';

/** Suggestions for users who haven't run, asked or uploaded anything yet. */
export function FirstSteps() {
	const [isHidden, setHidden] = useState(() => readPreference(hidden, z.boolean()) ?? false);
	return isHidden ? null : (
		<Steps
			onHide={() => {
				setHidden(true);
				writePreference(hidden, true);
				document.querySelector('main')?.focus();
			}}
		/>
	);
}

function Steps({ onHide }: { onHide: () => void }) {
	const scope = useScope();
	const hasRuns = useOffers(listRuns);
	const runs = useQuery({ ...runsQuery(), enabled: hasRuns });
	const conversations = useQuery(conversationsQuery(scope));
	const drafts = useDrafts(scope);
	const hasNothing =
		drafts.length === 0 &&
		(!hasRuns || runs.data?.items.length === 0) &&
		(conversations.isError || conversations.data?.length === 0);
	const hasIngestions = useOffers(listIngestions);
	const ingestions = useQuery({ ...ingestionsQuery(false), enabled: hasIngestions && hasNothing });
	const { data: specs } = useQuery(buildSpecsQuery);
	const mayUpload = useMayUpload();
	if (!hasNothing || (hasIngestions && ingestions.data?.items.length !== 0)) return null;
	const [spec] = specs?.items ?? [];
	return (
		<section aria-label="Get started">
			<Inline justify="between" nowrap pb={2}>
				<SectionHeader>Get started</SectionHeader>
				<IconButton label='Hide "Get started"' title="Hide" icon={IconX} iconSize={16} size={24} onClick={onHide} />
			</Inline>
			<div className={classes.steps}>
				{mayUpload && (
					<Step icon={IconFileUpload} to={paths.upload()} title="Upload data">
						Turn a CSV, JSON, Parquet or Excel file into a dataset.
					</Step>
				)}
				<Step icon={IconMessages} to={paths.agents()} title="Ask a question">
					Ask about a namespace in your own words. Every answer shows its query and rows.
				</Step>
				<Step
					icon={IconSitemap}
					to={spec === undefined ? paths.newBuildSpec() : paths.buildSpec(spec.id)}
					title={spec === undefined ? 'Write a BuildSpec' : 'Open a BuildSpec'}
				>
					{spec === undefined
						? 'Derive a dataset from other datasets with SQL.'
						: `See how ${formatCoordinate(spec.destination)} is derived from other datasets.`}
				</Step>
			</div>
		</section>
	);
}

interface StepProps {
	readonly icon: TablerIcon;
	readonly to: string;
	readonly title: string;
	readonly children: string;
}

const Step = ({ icon: Icon, to, title, children }: StepProps) => (
	<Link to={to} className={classes.step}>
		<Icon size={24} stroke={1.5} aria-hidden="true" />
		<span>
			<strong>{title}</strong>
			<Muted component="span" weight="normal">
				{children}
			</Muted>
		</span>
	</Link>
);
