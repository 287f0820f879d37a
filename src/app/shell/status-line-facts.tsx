import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listRuns } from '#contract/build-run.ts';
import { hasEnded } from '../../features/runs/model.ts';
import { runsQuery } from '../../features/runs/queries.ts';
import { extensionsOf, offers, useSessionStore } from '../../features/session/model.ts';
import { descriptionQuery, useReachable, useScope, waitOfDescription } from '../../features/session/queries.ts';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { useDraftCount } from '../../storage/use-drafts.ts';
import { PopoverButton } from '../../ui/menu/popover-button.tsx';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { ToneSign } from '../../ui/states/state-chip.tsx';
import tones from '../../ui/states/tone.module.css';
import classes from './status-line.module.css';
import { StatusLineNews } from './status-line-news.tsx';

export function StatusLineFacts() {
	const drafts = useDraftCount(useScope());
	const running = useRunningCount();
	return (
		<>
			<Connection />
			<Tier />
			<StatusLineNews />
			<Inline component="span" nowrap push align="stretch">
				{running > 0 && (
					<Link to={paths.runs()} className={classes.item}>
						{countOf(running, 'run')} in progress
					</Link>
				)}
				{drafts > 0 && <span className={classes.item}>{countOf(drafts, 'unsaved draft')}</span>}
			</Inline>
		</>
	);
}

function Connection() {
	const reachable = useReachable();
	const name = useSessionStore((state) => state.session?.serviceName ?? '');
	const tone = reachable === null ? 'neutral' : reachable ? 'success' : 'error';
	const word = reachable === null ? 'Connecting' : reachable ? 'Connected' : 'Not connected';
	return (
		<span className={`${classes.item} ${classes.connection}`} role="status">
			<span className={tones[tone]} style={{ display: 'inline-flex' }}>
				<ToneSign tone={tone} size={14} />
			</span>
			<Text clip className={classes.service}>
				{name} ·
			</Text>{' '}
			{/* As wide as the longer of its first two labels, so that the following facts don't move. */}
			<span style={{ minWidth: '5.2em' }}>
				{word}
				{reachable === false && <span className={classes.more}>, retrying</span>}
			</span>
		</span>
	);
}

function Tier() {
	const { data: description } = useQuery(descriptionQuery);
	if (description === undefined) return null;
	const extensions = extensionsOf(description);
	if (extensions.length === 0) {
		return (
			<Link to={paths.about()} className={classes.item}>
				{description === null && waitOfDescription() !== null ? 'Extensions unknown' : 'No extensions'}
			</Link>
		);
	}
	return (
		<PopoverButton
			className={`${classes.item} ${classes.button}`}
			panelLabel="Extensions"
			position="top-start"
			width={260}
			face={`${countOf(extensions.length, 'extension')} available`}
		>
			<Muted component="p">Extensions</Muted>
			<Bullets mt={2}>
				{extensions.map((extension) => (
					<li key={extension}>
						<code>{extension}</code>
					</li>
				))}
			</Bullets>
			<Link to={paths.about()}>About this service</Link>
		</PopoverButton>
	);
}

/** Polling interval while something runs, in ms. Paused in hidden tabs. */
const runningInterval = 5_000;

function useRunningCount(): number {
	const { data: description = null } = useQuery(descriptionQuery);
	const { data = 0 } = useQuery({
		...runsQuery(),
		enabled: offers(description, listRuns),
		staleTime: 30_000,
		select: ({ items }) => items.filter((run) => !hasEnded(run)).length,
		refetchInterval: ({ state }) => (state.data?.items.some((run) => !hasEnded(run)) ? runningInterval : false),
	});
	return data;
}
