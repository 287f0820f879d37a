import { Button, VisuallyHidden } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { countOf } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { paths } from '../../../routing/paths.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { hitsIn, piecesOf } from './code-hits.ts';
import classes from './hit-list.module.css';
import type { FoundCode } from './list-model.ts';

/** Shown at first. */
const first = { specs: 40, lines: 3 };

export function HitList({ found, q, drafts }: { found: readonly FoundCode[]; q: string; drafts: ReadonlySet<string> }) {
	const [limit, setLimit] = useState(first.specs);
	return (
		<Box component="section" fill scroll aria-label="Matches in code" tabIndex={0}>
			<Stack component="ol">
				{found.slice(0, limit).map((code) => (
					<Found key={code.row.spec.id} found={code} q={q} hasDraft={drafts.has(code.row.spec.id)} />
				))}
			</Stack>
			{found.length > limit && (
				<CompactButton onClick={() => setLimit(limit + 5 * first.specs)}>
					Show more ({countOf(found.length, 'BuildSpec')} in total)
				</CompactButton>
			)}
		</Box>
	);
}

const Found = memo(function Found({ found, q, hasDraft }: { found: FoundCode; q: string; hasDraft: boolean }) {
	const { row, lines } = found;
	const [isWhole, setWhole] = useState(false);
	const limit = isWhole ? lines : first.lines;
	const hits = useMemo(() => hitsIn(row, q, limit), [row, q, limit]);
	return (
		<li className={classes.spec}>
			<Inline gap={[0, 3]} align="baseline" pb={1}>
				<Text to={paths.buildSpec(row.spec.id)} component={Link} weight="strong" mono breaks>
					{row.name}
				</Text>
				<Muted>
					v{row.spec.version} · {countOf(lines, 'line')}
				</Muted>
				{hasDraft && <Muted title="Only the saved version is searched">has a draft</Muted>}
			</Inline>
			<Stack component="ol">
				{hits.map((hit) => (
					<li key={hit.line}>
						<Inline
							component={Link}
							to={paths.buildSpec(row.spec.id, { line: hit.line, column: hit.column })}
							gap={3}
							nowrap
							align="baseline"
							className={classes.line}
						>
							<VisuallyHidden>{`Line ${hit.line}: `}</VisuallyHidden>
							<Muted mono numeric rigid className={classes.number} aria-hidden>
								{hit.line}
							</Muted>
							<Text component="code" mono pre breaks className={classes.text}>
								{piecesOf(hit).map(({ text, isFound }, index) => {
									const Piece = isFound ? 'mark' : 'span';
									// biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line keep their order
									return <Piece key={index}>{visibleText(text)}</Piece>;
								})}
							</Text>
						</Inline>
					</li>
				))}
			</Stack>
			{lines > hits.length && (
				<Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
					Show {countOf(lines - hits.length, 'more line')}
				</Button>
			)}
		</li>
	);
});
