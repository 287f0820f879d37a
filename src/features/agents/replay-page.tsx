import { Button, FileButton, SegmentedControl, Slider } from '@mantine/core';
import { IconFileImport, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { visibleText } from '../../lib/visible-text.ts';
import { paths } from '../../routing/paths.ts';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { EmptyState, Notice } from '../../ui/states.tsx';
import { ExchangeView } from './exchange-view.tsx';
import { momentsOf, type RecordFile, readRecord, turnAt } from './record-file.ts';
import classes from './replay-page.module.css';
import { leafUnder, threadOf } from './thread.ts';

/** A recorded conversation as it went, from a file alone: no service is asked. */
export function ReplayPage() {
	const [record, setRecord] = useState<RecordFile | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const open = async (file: File | null) => {
		if (file === null) return;
		try {
			setRecord(await readRecord(file));
			setProblem(null);
		} catch (error) {
			setProblem(error instanceof Error ? error.message : String(error));
		}
	};
	useDrop((file) => void open(file));
	return (
		<div className={classes.whole}>
			<PageFrame
				title="Replay a conversation"
				fill
				actions={
					<>
						<FileButton accept="application/json,.json" onChange={(file) => void open(file)}>
							{(props) => (
								<Button {...props} leftSection={<IconFileImport size={16} aria-hidden="true" />}>
									Open a record
								</Button>
							)}
						</FileButton>
						<Button component={Link} to={paths.agents()} variant="default">
							Go to Agents
						</Button>
					</>
				}
			>
				{problem !== null && (
					<Notice tone="error" title="The record could not be opened">
						{problem}
					</Notice>
				)}
				{record === null ? (
					<EmptyState title="No record is open">
						Open or drop a file that was exported as a record. It is read in this browser; no service is asked and
						nothing is sent.
					</EmptyState>
				) : (
					<Replay key={`${record.title} ${record.updatedAt}`} record={record} />
				)}
			</PageFrame>
		</div>
	);
}

/** Takes a file that is dropped anywhere on the page. */
function useDrop(take: (file: File | null) => void): void {
	const onDrop = useEffectEvent(take);
	useEffect(() => {
		const left = new AbortController();
		document.addEventListener('dragover', (event) => event.preventDefault(), { signal: left.signal });
		const drop = (event: DragEvent) => {
			event.preventDefault();
			onDrop(event.dataTransfer?.files[0] ?? null);
		};
		document.addEventListener('drop', drop, { signal: left.signal });
		return () => left.abort();
	}, []);
}

const speeds = [
	{ value: '1', label: 'As it went' },
	{ value: '5', label: '5 ×' },
	{ value: '25', label: '25 ×' },
];

/** Nobody waits while nothing happens, ms: longer pauses, as between two questions, are shortened to this. */
const longestPause = 2_000;

function Replay({ record }: { record: RecordFile }) {
	const clock = useMemo(() => clockOf(momentsOf(record)), [record]);
	const [at, setAt] = useState(clock.length);
	const [playing, setPlaying] = useState(false);
	const [speed, setSpeed] = useState('1');
	/** The turn that the line of questions ends with; null: the newest. */
	const [leaf, setLeaf] = useState<string | null>(null);
	useEffect(() => {
		if (!playing) return;
		let before = performance.now();
		let frame = requestAnimationFrame(function tick(now) {
			const passed = (now - before) * Number(speed);
			before = now;
			setAt((it) => Math.min(clock.length, it + passed));
			frame = requestAnimationFrame(tick);
		});
		return () => cancelAnimationFrame(frame);
	}, [playing, speed, clock.length]);
	if (playing && at >= clock.length) setPlaying(false);
	const time = clock.timeAt(at);
	const turns = record.turns.filter(({ asked }) => asked.at <= time).map((it) => turnAt(it, time));
	return (
		<>
			<Inline gap={3}>
				<Button
					variant="default"
					leftSection={
						playing ? <IconPlayerPause size={16} aria-hidden="true" /> : <IconPlayerPlay size={16} aria-hidden="true" />
					}
					onClick={() => {
						if (!playing && at >= clock.length) setAt(0);
						// What is asked next is shown as it comes.
						setLeaf(null);
						setPlaying(!playing);
					}}
				>
					{playing ? 'Pause' : 'Play'}
				</Button>
				<Slider
					className={classes.slider ?? ''}
					thumbLabel="Time"
					label={(it) => `${(it / 1_000).toFixed(1)} s`}
					min={0}
					max={clock.length}
					step={10}
					value={at}
					onChange={setAt}
				/>
				<SegmentedControl size="xs" aria-label="Speed" data={speeds} value={speed} onChange={setSpeed} />
			</Inline>
			<Muted my={1} component="p" size="small">
				{visibleText(record.title)} · recorded {new Date(record.createdAt).toLocaleString()} at{' '}
				{visibleText(record.service)}
			</Muted>
			<Stack gap={4} fill scroll pb={4}>
				{threadOf(turns, leaf).map((exchange) => (
					<ExchangeView
						key={exchange.turns[0]?.after ?? ''}
						exchange={exchange}
						isLast={false}
						onBranch={(id) => setLeaf(leafUnder(turns, id))}
					/>
				))}
			</Stack>
		</>
	);
}

/** Time as it is replayed: without the pauses that nobody waits for. `length` and what `timeAt` takes are ms. */
function clockOf(moments: readonly number[]): { length: number; timeAt: (at: number) => number } {
	const stops: { at: number; time: number }[] = [];
	let at = 0;
	moments.forEach((time, index) => {
		at += Math.min(longestPause, time - (moments[index - 1] ?? time));
		stops.push({ at, time });
	});
	return {
		length: at,
		timeAt: (wanted) => {
			let [low, high] = [0, stops.length - 1];
			while (low < high) {
				const middle = (low + high + 1) >> 1;
				if ((stops[middle]?.at ?? 0) <= wanted) low = middle;
				else high = middle - 1;
			}
			const stop = stops[low];
			return stop === undefined ? 0 : stop.time;
		},
	};
}
