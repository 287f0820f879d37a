import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BuildRun, LogItem } from '#contract/build-run.ts';
import { setOrDelete, useAddressEdit } from '../../lib/use-address-edit.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { Stack } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { hasEnded } from './model.ts';
import { runLogQuery } from './queries.ts';
import classes from './run-log.module.css';

/** A run's log; for a pipeline, optionally filtered by the step in the URL. */
export function RunLog({ run }: { run: BuildRun }) {
	const isOver = hasEnded(run);
	const log = useQuery({ ...runLogQuery(run.id, !isOver), placeholderData: keepPreviousData });
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	if (log.isPending) return <LoadingRows rows={2} />;
	if (log.isError) return <QueryErrorPanel title="Couldn’t load the log" query={log} />;
	const { items } = log.data;
	const steps = [...new Set(items.flatMap(({ step }) => step ?? []))];
	const step = steps.find((name) => name === params.get('step')) ?? '';
	const shown = step === '' ? items : items.filter((item) => item.step === step);
	return (
		<Stack style={{ maxHeight: '100%' }}>
			{steps.length > 1 && (
				<NativeSelect
					size="xs"
					maw="16rem"
					mb="xs"
					aria-label="Step"
					value={step}
					data={[{ value: '', label: 'All steps' }, ...steps]}
					onChange={({ currentTarget: { value } }) =>
						edit((address) => setOrDelete(address, 'step', value === '' ? null : value))
					}
				/>
			)}
			{shown.length === 0 ? (
				<Muted component="p" spaced>
					The log is empty.
				</Muted>
			) : (
				<ol className={classes.log} aria-label="Log">
					{shown.map((item, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a log only grows at its end
						<LogLine key={index} item={item} />
					))}
				</ol>
			)}
		</Stack>
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
