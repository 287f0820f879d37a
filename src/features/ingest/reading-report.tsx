import { formatCount } from '../../lib/format.ts';
import type { Inspection } from '../../rows/index.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { Notice } from '../../ui/states.tsx';
import classes from './ingest.module.css';

const shown = 20;

/** What a file holds after it was read to its end, and each line of it that is no row. */
export function ReadingReport({ inspection }: { inspection: Inspection }) {
	const { format, rows, columns, aside, asideCount, preambleLines, remarks } = inspection;
	return (
		<Stack gap={3} className={classes.report}>
			<Muted component="p" role="status">
				{format}: {formatCount(rows)} {rows === 1 ? 'record' : 'records'}, {formatCount(columns.length)}{' '}
				{columns.length === 1 ? 'field' : 'fields'}
				{asideCount > 0 && `, ${formatCount(asideCount)} ${asideCount === 1 ? 'line' : 'lines'} skipped`}
			</Muted>
			<Inline component="ul" gap={[1, 3]} align="stretch" tone="muted" aria-label="Column types">
				{columns.slice(0, 100).map(({ name, type, declared, empty }) => (
					<li key={name}>
						<code>{name}</code> {declared ?? (type === 'empty' ? 'no values' : type)}
						{declared !== null && type === 'empty' && ', no values'}
						{empty > 0 && type !== 'empty' && `, ${formatCount(empty)} empty`}
					</li>
				))}
			</Inline>
			{asideCount > 0 && (
				<Notice
					tone="warning"
					title={`${formatCount(asideCount)} ${asideCount === 1 ? "line couldn't be parsed and was" : "lines couldn't be parsed and were"} skipped`}
				>
					<ul className={classes.aside}>
						{aside.slice(0, shown).map(({ line, reason, text }) => (
							<li key={line}>
								Line {formatCount(line)}: {reason} <code>{text.slice(0, 200)}</code>
							</li>
						))}
					</ul>
					{asideCount > shown && `And ${formatCount(asideCount - shown)} more.`}
				</Notice>
			)}
			{[
				...remarks,
				...(preambleLines.length > 0 ? [`Not read as rows: ${preambleLines.join(' / ').slice(0, 300)}`] : []),
			].map((it) => (
				<Muted key={it} component="p">
					{it}
				</Muted>
			))}
		</Stack>
	);
}
