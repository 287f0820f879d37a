import { useQuery } from '@tanstack/react-query';
import type { BuildRun, LogItem } from '#contract/build-run.ts';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { hasEnded } from './model.ts';
import { runLogQuery } from './queries.ts';
import classes from './run-log.module.css';

export function RunLog({ run }: { run: BuildRun }) {
	const log = useQuery(runLogQuery(run.id, !hasEnded(run)));
	if (log.isPending) return <LoadingRows rows={2} />;
	if (log.isError) return <QueryErrorPanel title="The log could not be read" query={log} />;
	if (log.data.items.length === 0)
		return (
			<Muted component="p" spaced>
				Nothing was reported.
			</Muted>
		);
	return (
		<ol className={classes.log} aria-label="Log">
			{log.data.items.map((item, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a log only grows at its end
				<LogLine key={index} item={item} />
			))}
		</ol>
	);
}

const clock = new Intl.DateTimeFormat('en-GB', {
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	fractionalSecondDigits: 3,
});

function LogLine({ item }: { item: LogItem }) {
	const at = Date.parse(item.at);
	return (
		<li className={classes.line} data-level={item.level}>
			<Muted dateTime={item.at} component="time" numeric>
				{Number.isNaN(at) ? item.at : clock.format(at)}
			</Muted>
			<Muted numeric className={classes.level}>
				{item.level}
			</Muted>
			<Text pre breaks>
				{item.message}
			</Text>
		</li>
	);
}
