import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, useState } from 'react';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { protocolVersion } from '../../../a2a/client.ts';
import { readFrame } from '../../../a2a/frame-findings.ts';
import { useFocusBack } from '../../../lib/browser/use-focus-back.ts';
import { toCurl } from '../../../lib/curl.ts';
import { countOf, formatBytes, formatCount } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { readFrames, type StoredFrame } from '../../../storage/conversations.ts';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { CodeText } from '../../../ui/text/code-text.tsx';
import { CopyTextButton } from '../../../ui/text/copy-button.tsx';
import type { Turn } from '../conversation.ts';
import classes from './wire-view.module.css';

interface Line {
	readonly frame: StoredFrame;
	readonly turn: Turn;
	/** Id of its request. */
	readonly id: unknown;
}

/** Maximum frames checked in advance; the rest is checked when shown. */
const judged = 20_000;

/** Every request and frame of a conversation, as sent, with times and sizes. */
export function WireView({ turns, onClose }: { turns: readonly Turn[]; onClose: () => void }) {
	useFocusBack();
	return (
		<Modal opened onClose={onClose} title="Protocol log" size="100%">
			<Frames turns={turns} />
		</Modal>
	);
}

async function readLines(turns: readonly Turn[]): Promise<Line[]> {
	const lines: Line[] = [];
	for (const turn of turns) {
		let id: unknown;
		for await (const batch of readFrames(turn.id)) {
			for (const frame of batch) {
				if (frame.direction === 'sent') id = idIn(frame.text);
				lines.push({ frame, turn, id });
			}
		}
	}
	return lines;
}

function Frames({ turns }: { turns: readonly Turn[] }) {
	const versions = turns.map((turn) => `${turn.id} ${turn.events} ${turn.ending?.kind ?? ''}`);
	const frames = useQuery({
		queryKey: ['conversations', 'frames', ...versions],
		queryFn: () => readLines(turns),
		gcTime: 0,
		retry: false,
	});
	const [chosen, setChosen] = useState<number | null>(null);
	const [onlyFindings, setOnlyFindings] = useState(false);
	const lines = frames.data ?? [];
	const found = useMemo(() => lines.slice(0, judged).filter((line) => readingOf(line).findings.length > 0), [lines]);
	if (frames.isPending) return <LoadingRows rows={6} />;
	if (frames.isError) {
		return (
			<Notice tone="error" title="Couldn’t load the messages">
				{frames.error.message}
			</Notice>
		);
	}
	if (lines.length === 0)
		return <EmptyState title="No messages yet">Requests and responses appear here when you ask a question.</EmptyState>;
	const shown = onlyFindings ? found : lines;
	const bytes = lines.reduce((sum, line) => sum + line.frame.text.length, 0);
	const line = chosen === null ? undefined : shown[chosen];
	return (
		<Stack gap={2} className={classes.wire}>
			<Inline gap={2} justify="between">
				<Muted size="small">
					{countOf(lines.length, 'message')} · {formatBytes(bytes)}
				</Muted>
				<Button
					variant={onlyFindings ? 'light' : 'subtle'}
					size="compact-sm"
					aria-pressed={onlyFindings}
					disabled={found.length === 0}
					onClick={() => {
						setChosen(null);
						setOnlyFindings(!onlyFindings);
					}}
				>
					{found.length === 0 ? 'No A2A 1.0 violations' : `${countOf(found.length, 'message')} with A2A 1.0 violations`}
				</Button>
			</Inline>
			<div className={classes.panes}>
				<FrameList lines={shown} chosen={chosen} onChoose={setChosen} />
				{line === undefined ? <EmptyState title="Select a message to see its content" /> : <FrameText line={line} />}
			</div>
		</Stack>
	);
}

interface FrameListProps {
	readonly lines: readonly Line[];
	readonly chosen: number | null;
	readonly onChoose: (index: number) => void;
}

const rowHeight = 28;

function FrameList({ lines, chosen, onChoose }: FrameListProps) {
	const scroller = useRef<HTMLDivElement>(null);
	const id = useId();
	const rows = useVirtualizer({
		count: lines.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		overscan: 20,
	});
	return (
		<Box
			boxed
			scroll
			ref={scroller}
			role="listbox"
			aria-label="Messages"
			tabIndex={0}
			{...(chosen === null ? {} : { 'aria-activedescendant': `${id}-${chosen}` })}
			onKeyDown={(event) => {
				const step = steps[event.key];
				if (step === undefined) return;
				event.preventDefault();
				const next = Math.min(lines.length - 1, Math.max(0, (chosen ?? -1) + step));
				onChoose(next);
				rows.scrollToIndex(next);
			}}
		>
			<div className={classes.sizer} style={{ height: rows.getTotalSize() }}>
				{rows.getVirtualItems().map(({ index, start }) => {
					const line = lines[index];
					if (line === undefined) return null;
					const { what, findings } = readingOf(line);
					const isSent = line.frame.direction === 'sent';
					return (
						<Inline
							key={index}
							id={`${id}-${index}`}
							role="option"
							tabIndex={-1}
							aria-selected={index === chosen}
							aria-setsize={lines.length}
							aria-posinset={index + 1}
							gap={2}
							nowrap
							className={classes.row}
							style={{ transform: `translateY(${start}px)` }}
							onClick={() => onChoose(index)}
						>
							<Muted size="small" mono>
								{seconds(line.frame.at - line.turn.at)}
							</Muted>
							<span aria-hidden="true">{isSent ? '→' : '←'}</span>
							<Text fill clip>
								{isSent && 'sent '}
								{visibleText(what)}
								{findings.length > 0 && (
									<Text component="strong" tone="warning">
										{' '}
										· {countOf(findings.length, 'violation')}
									</Text>
								)}
							</Text>
							<Muted size="small" mono>
								{formatBytes(line.frame.text.length)}
							</Muted>
						</Inline>
					);
				})}
			</div>
		</Box>
	);
}

/** How far keys move in the list. */
const steps: Readonly<Record<string, number>> = {
	ArrowDown: 1,
	ArrowUp: -1,
	PageDown: 20,
	PageUp: -20,
	Home: Number.NEGATIVE_INFINITY,
	End: Number.POSITIVE_INFINITY,
};

/** Maximum frame text rendered, in UTF-16 units. */
const longest = 200_000;

function FrameText({ line }: { line: Line }) {
	const { frame, turn } = line;
	const { findings } = readingOf(line);
	const text = pretty(frame.text);
	return (
		<Stack component="section" gap={2} align="start" scroll className={classes.text} aria-label="Selected message">
			<Muted component="p" size="small">
				{new Date(frame.at).toISOString()} · {turn.agent} · {formatBytes(frame.text.length)}
			</Muted>
			{findings.map((finding) => (
				<Text key={finding} component="p" tone="warning">
					{finding}
				</Text>
			))}
			{frame.direction === 'sent' && (
				<CopyTextButton text={() => requestAsCurl(turn.url, frame.text)}>Copy as cURL</CopyTextButton>
			)}
			<CodeText text={visibleText(text.slice(0, longest))} language={null} label="Message" />
			{text.length > longest && (
				<Muted component="p" size="small">
					Showing the first {formatCount(longest)} characters.
				</Muted>
			)}
		</Stack>
	);
}

const requestAsCurl = (url: string, body: string): string =>
	toCurl({
		method: 'POST',
		url,
		bearer: true,
		headers: {
			'Content-Type': 'application/json',
			Accept: 'text/event-stream, application/json',
			'A2A-Version': protocolVersion,
		},
		body,
		streams: true,
	});

function readingOf({ frame, id }: Line): { what: string; findings: readonly string[] } {
	if (frame.direction === 'received') return readFrame(frame.text, id);
	const [, method = 'request'] = /"method":"(\w+)"/.exec(frame.text) ?? [];
	return { what: method, findings: [] };
}

function idIn(text: string): unknown {
	try {
		return (JSON.parse(text) as { id?: unknown }).id;
	} catch {
		return undefined;
	}
}

function pretty(text: string): string {
	try {
		return stringifyJson(parseJson(text), 2);
	} catch {
		return text;
	}
}

const seconds = (ms: number): string => `+${(Math.max(0, ms) / 1_000).toFixed(3)} s`;
