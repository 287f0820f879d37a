import { queryOptions, useQuery } from '@tanstack/react-query';
import { getStatus, type ServiceProblem } from '#contract/status.ts';
import { call } from '../../api/http.ts';
import { PopoverButton } from '../../ui/menu/popover-button.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { ToneSign } from '../../ui/states/state-chip.tsx';
import classes from './status-line.module.css';

const labels: Readonly<Record<string, string>> = {
	STORAGE_FULL: 'Disk almost full',
	STORAGE_READ_ONLY: 'Read-only',
};

const statusQuery = queryOptions({
	queryKey: ['status'],
	queryFn: ({ signal }) => call(getStatus, {}, { signal }),
	refetchInterval: 30_000,
});

/** What the service currently can't do, shown before users find out through a failed save. */
export function ServiceProblems() {
	const { data } = useQuery(statusQuery);
	return data?.problems.map((problem) => <Problem key={problem.code} problem={problem} />);
}

function Problem({ problem: { code, message } }: { problem: ServiceProblem }) {
	return (
		<PopoverButton
			className={`${classes.item} ${classes.button} ${classes.ends}`}
			panelLabel="Service problem"
			position="top-start"
			width={320}
			face={
				<>
					<ToneSign tone="warning" size={14} /> {labels[code] ?? 'Service problem'}
				</>
			}
		>
			<Text component="p">{message}</Text>
			<Muted component="p">
				Code: <code>{code}</code>
			</Muted>
		</PopoverButton>
	);
}
