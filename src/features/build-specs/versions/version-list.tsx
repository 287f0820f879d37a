import { IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { paths } from '../../../routing/paths.ts';
import { readDraft, storeDraft } from '../../../storage/drafts.ts';
import { forgetEntry, type VersionEntry } from '../../../storage/version-history.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { IconButton } from '../../../ui/primitives/icon-button.tsx';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { versionHistoryKey } from '../version-queries.ts';
import classes from '../versions.module.css';
import { type HistoryLine, type Sides, sideLabel, sideName } from './versions.ts';

interface VersionListProps {
	readonly lines: readonly HistoryLine[];
	/** Whether there is a draft, which a replaced draft must not overwrite. */
	readonly hasDraft: boolean;
	readonly readable: readonly number[];
	readonly sides: Sides;
	readonly onRestore: (version: number) => void;
	/** Null if the service stores no notes. */
	readonly onDescribe: ((line: Extract<HistoryLine, { kind: 'version' }>) => void) | null;
	/** Versions known to have errors. */
	readonly broken: ReadonlySet<number>;
	readonly name: string;
	readonly scope: Scope;
	readonly onMore: (() => void) | null;
	readonly loadingMore: boolean;
}

export function VersionList(props: VersionListProps) {
	const { lines, hasDraft, readable, sides, onRestore, onDescribe, broken, name, scope, onMore, loadingMore } = props;
	const pick = (side: string) =>
		(['left', 'right'] as const).map((name) => (
			<td key={name} className={classes.pick}>
				<input
					type="radio"
					name={name}
					aria-label={`Compare ${name === 'left' ? 'from' : 'to'} ${sideLabel(side)}`}
					checked={sides[name] === side}
					onChange={() => sides.choose(name, side)}
				/>
			</td>
		));
	return (
		<Box component="section" fill scroll className={classes.list} aria-label="Versions" tabIndex={0}>
			<SimpleTable
				className={classes.table}
				columns={['From', 'To', 'Version', 'Saved', { label: 'Actions', isHidden: true }]}
			>
				<tbody>
					{hasDraft && (
						<tr>
							{pick('draft')}
							<td colSpan={3}>Your unsaved draft</td>
						</tr>
					)}
					{lines.map((line) => {
						if (line.kind === 'gap') {
							return (
								<tr key={`gap-${line.from}`} className={classes.gap}>
									<td colSpan={5}>{gapLabel(line)}</td>
								</tr>
							);
						}
						if (line.kind === 'aside') {
							return (
								<tr key={sideName(line.entry)}>
									{pick(sideName(line.entry))}
									<td colSpan={2}>
										Your replaced draft, <RelativeTime iso={new Date(line.entry.at).toISOString()} />
									</td>
									<td>
										<ReplacedTextActions scope={scope} entry={line.entry} name={name} hasDraft={hasDraft} />
									</td>
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
										Not available
									</Muted>
								)}
								<td>
									<Text mono>v{line.version}</Text>
									{line.current && <Muted> · current</Muted>}
									{line.change !== null && line.change !== 'edited' && <Muted> · {line.change}</Muted>}
									{broken.has(line.version) && (
										<Text tone="error" title="This version doesn’t work with its current sources">
											{' '}
											has errors
										</Text>
									)}
									{line.name !== '' && <Text weight="strong"> {line.name}</Text>}
								</td>
								<td>
									{line.savedAt !== null && <RelativeTime iso={line.savedAt} />}
									{line.author !== null && <Muted> by {line.author}</Muted>}
									{line.message !== '' && (
										<Text component="p" breaks style={{ whiteSpace: 'pre-line' }}>
											{line.message}
										</Text>
									)}
								</td>
								<td style={{ textAlign: 'right' }}>
									{onDescribe !== null && line.change !== null && (
										<IconButton
											label={`Edit name and message of version ${line.version}…`}
											icon={IconPencil}
											onClick={() => onDescribe(line)}
										/>
									)}
									{!line.current && isReadable && (
										<CompactButton
											aria-label={`Restore version ${line.version}…`}
											onClick={() => onRestore(line.version)}
										>
											Restore…
										</CompactButton>
									)}
								</td>
							</tr>
						);
					})}
				</tbody>
			</SimpleTable>
			{onMore !== null && (
				<CompactButton loading={loadingMore} onClick={onMore}>
					Show older versions
				</CompactButton>
			)}
		</Box>
	);
}

const gapLabel = ({ from, to }: { from: number; to: number }): string =>
	from === to
		? `Version ${from} isn’t stored in this browser.`
		: `Versions ${from} to ${to} aren’t stored in this browser.`;

type ReplacedTextProps = Pick<VersionListProps, 'scope' | 'name' | 'hasDraft'> & { readonly entry: VersionEntry };

function ReplacedTextActions({ scope, entry, name, hasDraft }: ReplacedTextProps) {
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const [refusal, setRefusal] = useState<string | null>(null);
	const goOn = () => {
		const { text, version, buildSpecId } = entry;
		// Another tab may have just stored a draft.
		const found = readDraft(scope, buildSpecId);
		if (found.kind === 'draft') return setRefusal(draftExistsMessage);
		if (found.kind === 'unreadable') return setRefusal(unreadableDraftMessage);
		const draft = { text, baseVersion: version, baseEtag: null, at: Date.now() };
		if (storeDraft(scope, buildSpecId, draft).kept) void navigate(paths.buildSpec(buildSpecId));
		else saveFile(`${name}.txt`, text.payload);
	};
	const forget = async () => {
		await forgetEntry(scope, entry);
		await queryClient.invalidateQueries({ queryKey: versionHistoryKey });
	};
	return (
		<Inline gap={1} align="stretch" justify="end" style={{ paddingBlock: 2 }}>
			<CompactButton disabled={hasDraft} title={hasDraft ? draftExistsMessage : undefined} onClick={goOn}>
				Restore as draft
			</CompactButton>
			<CompactButton onClick={() => void forget()}>Delete draft</CompactButton>
			{refusal !== null && (
				<Text component="p" tone="error" style={{ flexBasis: '100%' }} role="alert">
					{refusal}
				</Text>
			)}
		</Inline>
	);
}

const draftExistsMessage = 'You already have a draft. Save or discard it first.';
const unreadableDraftMessage = 'Your draft can’t be read. Open the BuildSpec and download or discard the draft first.';
