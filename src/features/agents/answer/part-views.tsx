import { Button } from '@mantine/core';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { memo } from 'react';
import type { AgentPart } from '../../../a2a/events.ts';
import { fileNameOf, saveFile } from '../../../lib/browser/save-file.ts';
import { formatBytes } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { PlainLink } from '../../../ui/markdown/plain-link.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { JsonTree } from '../../../ui/text/json-tree.tsx';
import { AnswerRows } from './answer-rows.tsx';
import { fileNameIn, listedRowsIn, resultRowsIn } from './evidence.ts';
import { type FilePart, fileIn } from './file-part.ts';
import { RawJson } from './raw-json.tsx';

interface PartViewsProps {
	readonly parts: readonly AgentPart[];
	/** Title of the parts: "Report of guide". */
	readonly name: string;
	/** Whether more may arrive. */
	readonly isOpen: boolean;
}

/** Renders parts by type: text, rows as a grid, files, other data as a tree. */
export const PartViews = memo(({ parts, name, isOpen }: PartViewsProps) => (
	<Stack gap={2}>
		{parts.map((part, index) => (
			<PartView
				// biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end
				key={index}
				part={part}
				name={parts.length === 1 ? name : `${name}, part ${index + 1}`}
				isOpen={isOpen}
			/>
		))}
	</Stack>
));

function PartView({ part, name, isOpen }: { part: AgentPart; name: string; isOpen: boolean }) {
	if (part.text !== undefined) {
		return <TextPart text={part.text} fileName={fileNameIn(part)} isPlain={isTable(part.mediaType)} />;
	}
	const rows = resultRowsIn([part]) ?? listedRowsIn(part.data);
	if (rows !== null) return <AnswerRows given={rows} name={name} isOpen={isOpen} />;
	const file = fileIn(part);
	if (file !== null) return <File file={file} />;
	if (part.data !== undefined) return <JsonTree value={part.data} label={name} />;
	return <RawJson values={[part]} />;
}

/** Plain text in which lines matter. */
const isTable = (mediaType: unknown): boolean =>
	typeof mediaType === 'string' &&
	/^(text\/(csv|tab-separated-values)|application\/(json|xml|yaml|sql))\b/i.test(mediaType);

interface TextPartProps {
	readonly text: string;
	readonly fileName: string | null;
	readonly isPlain: boolean;
}

function TextPart({ text, fileName, isPlain }: TextPartProps) {
	const body = isPlain ? (
		<Text component="pre" mono breaks>
			{text}
		</Text>
	) : (
		<Markdown text={text} />
	);
	if (fileName === null) return body;
	return (
		<Stack component="figure" gap={2} boxed p={2} aria-label={`File ${visibleText(fileName)}`}>
			<Inline gap={2}>
				<IconFile size={18} aria-hidden="true" />
				<Text weight="strong" breaks>
					{visibleText(fileName)}
				</Text>
				<DownloadButton name={fileName} content={text} />
			</Inline>
			{body}
		</Stack>
	);
}

const DownloadButton = ({ name, content }: { name: string; content: Blob | string }) => (
	<Button
		variant="default"
		size="compact-sm"
		leftSection={<IconDownload size={16} aria-hidden="true" />}
		aria-label={`Download ${visibleText(name)}`}
		onClick={() => saveFile(fileNameOf(name), content)}
	>
		Download
	</Button>
);

/** Image types that all browsers render and that can't contain scripts. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

function File({ file }: { file: FilePart }) {
	const { name, mediaType, content } = file;
	const about = [mediaType, ...(content.kind === 'bytes' ? [formatBytes(content.bytes.length)] : [])];
	return (
		<Stack component="figure" gap={2} boxed p={2} aria-label={`File ${visibleText(name)}`} align="start">
			<Inline gap={2}>
				<IconFile size={18} aria-hidden="true" />
				<Text weight="strong" breaks>
					{visibleText(name)}
				</Text>
				<Muted size="small" breaks>
					{visibleText(about.join(' · '))}
				</Muted>
				{content.kind === 'bytes' && (
					<DownloadButton name={name} content={new Blob([content.bytes], { type: mediaType })} />
				)}
				{content.kind === 'address' && <PlainLink href={content.url}>{visibleText(content.url)}</PlainLink>}
				{content.kind === 'unreadable' && (
					<Text tone="warning">The file content isn’t valid base64. Ask again, or contact the agent’s owner.</Text>
				)}
			</Inline>
			{content.kind === 'bytes' && pictures.has(mediaType) && (
				<img
					src={`data:${mediaType};base64,${content.base64}`}
					alt={visibleText(name)}
					style={{ maxWidth: '100%', maxHeight: '20rem' }}
				/>
			)}
		</Stack>
	);
}
