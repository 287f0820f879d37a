import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { wordsOfQuery } from '#lib/search/tokenize.ts';
import { paths } from '../../../routing/paths.ts';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../../ui/primitives/section-header.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { excerptOf, findSections, type GuideSection, headingId } from '../../docs/model.ts';
import { sectionsQuery } from '../../docs/queries.ts';
import { MarkedText } from '../marked-text-panel.tsx';
import type { ParsedSearch } from '../model.ts';
import classes from './search-page.module.css';

/** URL value of the type for docs, which the console searches itself. */
export const docsType = 'docs';

type Found = ReturnType<typeof findSections>;

/** Sections of the guides with all words, best first. All guides if only docs are requested. */
export function useDocs({ words: text, owner, isDocs }: ParsedSearch): Found {
	const words = wordsOfQuery(text);
	const { data = [] } = useQuery({ ...sectionsQuery, enabled: words.length > 0 || isDocs });
	// Docs have no owner.
	if (owner !== null) return [];
	if (words.length > 0) return findSections(data, words, 'everywhere');
	return isDocs ? data.filter(isBeginning).map((section) => ({ section, score: 1 })) : [];
}

const isBeginning = ({ heading, guide }: GuideSection): boolean => heading === guide.title;

interface DocResultsProps {
	readonly found: Found;
	readonly words: string;
	/** Whether nothing else is listed. */
	readonly isAlone: boolean;
}

export function DocResults({ found, words: text, isAlone }: DocResultsProps) {
	const words = wordsOfQuery(text);
	if (found.length === 0) return null;
	return (
		<>
			{!isAlone && (
				<Box pt={4}>
					<SectionHeader>Docs</SectionHeader>
				</Box>
			)}
			<Stack component="ol" aria-label={isAlone ? 'Results' : 'Docs'}>
				{found.map(({ section }) => {
					const { guide, heading } = section;
					const to = isBeginning(section) ? paths.docs(guide.id) : `${paths.docs(guide.id)}#${headingId(heading)}`;
					const excerpt = excerptOf(section, words);
					return (
						<Stack component="li" ruled="below" py={2} key={to}>
							<Inline gap={[0, 3]} align="baseline">
								<Link to={to} className={classes.doc}>
									<MarkedText text={heading} words={words} />
								</Link>
								<Muted>{isBeginning(section) ? guide.about : guide.title}</Muted>
							</Inline>
							{excerpt !== undefined && (
								<Muted breaks>
									<MarkedText text={excerpt} words={words} />
								</Muted>
							)}
						</Stack>
					);
				})}
			</Stack>
		</>
	);
}
