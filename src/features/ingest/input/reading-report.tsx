import { countOf, formatCount } from '../../../lib/format.ts';
import type { Inspection } from '../../../rows/index.ts';
import { Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { Notice } from '../../../ui/states/states.tsx';
import { FirstItems } from '../parts.tsx';

export function ReadingReport({ inspection }: { inspection: Inspection }) {
	const { format, rows, columns, rejected, rejectedCount, preambleLines, remarks } = inspection;
	return (
		<Stack gap={3}>
			<Muted component="p" role="status">
				{format}: {countOf(rows, 'record')}, {countOf(columns.length, 'field')}
				{rejectedCount > 0 && `, ${countOf(rejectedCount, 'line')} skipped`}
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
			{rejectedCount > 0 && (
				<Notice
					tone="warning"
					title={`${countOf(rejectedCount, 'line couldn’t be parsed and was', 'lines couldn’t be parsed and were')} skipped`}
				>
					<FirstItems
						items={rejected}
						total={rejectedCount}
						most={20}
						item={({ line, reason, text }) => (
							<li key={line}>
								Line {formatCount(line)}: {reason} <code>{text.slice(0, 200)}</code>
							</li>
						)}
					/>
				</Notice>
			)}
			{[
				...remarks,
				...(preambleLines.length > 0
					? [`Text before the table, not read as rows: ${preambleLines.join(' / ').slice(0, 300)}`]
					: []),
			].map((remark) => (
				<Muted key={remark} component="p">
					{remark}
				</Muted>
			))}
		</Stack>
	);
}
