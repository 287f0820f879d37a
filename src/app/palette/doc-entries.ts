import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { wordsOfQuery } from '#lib/search/tokenize.ts';
import { guides } from '../../features/docs/guides.ts';
import { excerptOf, findSections, headingId } from '../../features/docs/model.ts';
import { sectionsQuery } from '../../features/docs/queries.ts';
import { paths } from '../../routing/paths.ts';
import type { EntryGroup } from './find-entries.ts';

export const docsLabel = 'Docs';
/** Maximum sections that become entries; more are never shown. */
const maxSections = 20;

/** The guides, and sections with all words of the text in their heading, or anywhere if only docs are searched. */
export function useDocEntries(text: string, isAlone: boolean): EntryGroup[] {
	const navigate = useNavigate();
	const words = wordsOfQuery(text);
	const { data = [] } = useQuery({ ...sectionsQuery, enabled: words.length > 0 });
	const entry = (label: string, to: string) => ({ id: to, label, to, choose: () => void navigate(to) });
	const found = findSections(data, words, isAlone ? 'everywhere' : 'headings')
		.filter(({ section }) => section.heading !== section.guide.title)
		.slice(0, maxSections)
		.map(({ section, score }) => ({
			...entry(section.heading, `${paths.docs(section.guide.id)}#${headingId(section.heading)}`),
			hint: section.guide.title,
			excerpt: excerptOf(section, words),
			found: { score, words },
		}));
	const all = guides.map(({ id, title, about, keywords }) => ({
		...entry(title, paths.docs(id)),
		hint: 'Guide',
		synonyms: `docs help guide ${about} ${keywords}`,
	}));
	return [{ label: docsLabel, limit: 8, weight: 0.8, entries: [...all, ...found] }];
}
