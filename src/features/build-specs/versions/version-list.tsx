import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LedgerEntry } from '../../../storage/ledger.ts';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import classes from '../versions.module.css';
import { type HistoryLine, sideInWords, sideName } from './versions.ts';

interface VersionListProps {
	readonly lines: readonly HistoryLine[];
	readonly hasDraft: boolean;
	/** Versions whose text can be had. */
	readonly readable: readonly number[];
	readonly left: string;
	readonly right: string;
	readonly onLeft: (side: string) => void;
	readonly onRight: (side: string) => void;
	readonly onRestore: (version: number) => void;
	readonly asideActions: (entry: LedgerEntry) => ReactNode;
	/** Null where nothing older is to come. */
	readonly onMore: (() => void) | null;
	readonly loadingMore: boolean;
}

/** The history of a BuildSpec, newest first; two of it are chosen to be compared. */
export function VersionList(props: VersionListProps) {
	const { lines, hasDraft, readable, left, right, onLeft, onRight, onRestore, asideActions, onMore, loadingMore } =
		props;
	const pick = (side: string) => (
		<>
			<td className={classes.pick}>
				<input
					type="radio"
					name="left"
					aria-label={`Compare from ${sideInWords(side)}`}
					checked={left === side}
					onChange={() => onLeft(side)}
				/>
			</td>
			<td className={classes.pick}>
				<input
					type="radio"
					name="right"
					aria-label={`Compare to ${sideInWords(side)}`}
					checked={right === side}
					onChange={() => onRight(side)}
				/>
			</td>
		</>
	);
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keys
		<section className={classes.list} aria-label="Versions" tabIndex={0}>
			<SimpleTable className={classes.table}>
				<thead>
					<tr>
						<th scope="col">From</th>
						<th scope="col">To</th>
						<th scope="col">Version</th>
						<th scope="col">Saved</th>
						<th scope="col">
							<VisuallyHidden>Actions</VisuallyHidden>
						</th>
					</tr>
				</thead>
				<tbody>
					{hasDraft && (
						<tr>
							{pick('draft')}
							<td colSpan={3}>Your draft, not saved</td>
						</tr>
					)}
					{lines.map((line) => {
						if (line.kind === 'gap') {
							return (
								<tr key={`gap-${line.from}`} className={classes.gap}>
									<td colSpan={5}>{gapInWords(line)}</td>
								</tr>
							);
						}
						if (line.kind === 'aside') {
							return (
								<tr key={sideName(line.entry)}>
									{pick(sideName(line.entry))}
									<td colSpan={2}>
										Your text that gave way <RelativeTime iso={new Date(line.entry.at).toISOString()} />
									</td>
									<td className={classes.action}>{asideActions(line.entry)}</td>
								</tr>
							);
						}
						const side = String(line.version);
						const isReadable = readable.includes(line.version);
						return (
							<tr key={side}>
								{isReadable ? (
									pick(side)
								) : (
									<Muted colSpan={2} component="td">
										not kept
									</Muted>
								)}
								<td>
									<Text mono>v{line.version}</Text>
									{line.current && <Muted> now</Muted>}
									{line.change !== null && line.change !== 'edited' && <Muted> {line.change}</Muted>}
								</td>
								<td>
									{line.savedAt !== null && <RelativeTime iso={line.savedAt} />}
									{line.author !== null && <Muted> by {line.author}</Muted>}
								</td>
								<td className={classes.action}>
									{!line.current && isReadable && (
										<Button
											variant="default"
											size="compact-sm"
											aria-label={`Restore version ${line.version}…`}
											onClick={() => onRestore(line.version)}
										>
											Restore…
										</Button>
									)}
								</td>
							</tr>
						);
					})}
				</tbody>
			</SimpleTable>
			{onMore !== null && (
				<Button variant="default" size="compact-sm" loading={loadingMore} onClick={onMore}>
					Show older versions
				</Button>
			)}
		</section>
	);
}

const gapInWords = ({ from, to }: { from: number; to: number }): string =>
	from === to
		? `Version ${from} was never seen by this browser.`
		: `Versions ${from} to ${to} were never seen by this browser.`;
