import type { Excerpt, OpenedFile, ReadAs } from '../../../rows/index.ts';
import { Bullets } from '../../../ui/primitives/bullets.tsx';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState, Notice } from '../../../ui/states/states.tsx';
import { RowsPanel } from '../rows-panel.tsx';
import classes from './file-content.module.css';

export interface FileContentProps {
	readonly file: OpenedFile;
	readonly name: string;
	readonly dataset: string;
	readonly onReadAs: (as: ReadAs) => void;
}

export function FileContent({ file, name, dataset, onReadAs }: FileContentProps) {
	const { source, excerpt } = file;
	return (
		<Stack style={{ height: '100%', minHeight: 0 }}>
			<Remarks file={file} onReadAs={onReadAs} />
			{source !== null && (
				<div style={{ flex: 1, minHeight: '13rem' }}>
					<RowsPanel source={source} name={name} dataset={dataset} />
				</div>
			)}
			{source === null && excerpt === null && <EmptyState title="This output is empty (0 bytes)" />}
			{excerpt !== null && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling text must be scrollable by keyboard
				<section className={classes.excerpt} tabIndex={0} aria-label={`Start of ${name}`}>
					<Text component="pre" mono style={{ whiteSpace: 'pre' }}>
						{excerpt.text}
					</Text>
				</section>
			)}
		</Stack>
	);
}

function Remarks({ file, onReadAs }: Pick<FileContentProps, 'file' | 'onReadAs'>) {
	const { content, excerpt } = file;
	const warnings = content.remarks.filter((remark) => remark.tone === 'warning');
	const infos = content.remarks.filter((remark) => remark.tone === 'info').map((remark) => remark.text);
	if (excerpt !== null && file.source === null) infos.push(aboutExcerpt(excerpt));
	if (warnings.length + infos.length + content.rivals.length === 0) return null;
	return (
		<div className={classes.remarks}>
			{warnings.length > 0 && (
				<Notice tone="warning" title={warnings[0]?.text}>
					{warnings.length > 1 && (
						<Bullets>
							{warnings.slice(1).map(({ text }) => (
								<li key={text}>{text}</li>
							))}
						</Bullets>
					)}
				</Notice>
			)}
			{content.rivals.length > 0 && (
				<Inline gap={2}>
					<span>Couldn’t reliably detect the delimiter. Read the file with:</span>
					{content.rivals.map((as) => (
						<CompactButton key={as.delimiter} onClick={() => onReadAs(as)}>
							{separatorName(as.delimiter)}
						</CompactButton>
					))}
				</Inline>
			)}
			{infos.map((text) => (
				<Muted key={text} component="p">
					{text}
				</Muted>
			))}
		</div>
	);
}

function aboutExcerpt(excerpt: Excerpt): string {
	const what = excerpt.kind === 'hex' ? 'bytes' : 'text';
	if (!excerpt.cut) return `No rows found. Showing the ${what} of the file:`;
	return `No rows found. Showing only the start of the file. Download the file to see everything.`;
}

function separatorName(delimiter: string | null): string {
	if (delimiter === null) return 'No delimiter, one value per line';
	return { ',': 'Comma', '\t': 'Tab', ';': 'Semicolon', '|': 'Pipe' }[delimiter] ?? delimiter;
}
