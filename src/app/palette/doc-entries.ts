import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { wordsOfQuery } from '#lib/search/tokenize.ts';
import { excerptOf, headingId, loadSections, sectionScore } from '../../features/docs/guide-sections.ts';
import { guides } from '../../features/docs/guides.ts';
import { paths } from '../../routing/paths.ts';
import type { EntryGroup } from './find-entries.ts';

export const docsLabel = 'Docs';

/** The guides, and their sections with all words of a text: in the heading, or anywhere where docs alone are searched. */
export function useDocEntries(text: string, isAlone: boolean): EntryGroup[] {
	const navigate = useNavigate();
	const words = wordsOfQuery(text);
	const { data = [] } = useQuery({
		queryKey: ['guide-sections'],
		queryFn: loadSections,
		staleTime: Infinity,
		enabled: words.length > 0,
	});
	const entry = (label: string, to: string) => ({ id: to, label, to, choose: () => void navigate(to) });
	const found = data
		.map((section) => ({ section, score: sectionScore(isAlone ? section : { ...section, text: '' }, words) }))
		.filter(({ section, score }) => score > 0 && section.heading !== section.guide.title)
		.sort((a, b) => b.score - a.score)
		.map(({ section, score }) => ({
			...entry(section.heading, `${paths.docs(section.guide.id)}#${headingId(section.heading)}`),
			hint: section.guide.title,
			excerpt: excerptOf(section, words),
			found: { score, words },
		}));
	const all = guides.map(({ id, title, about }) => ({
		...entry(title, paths.docs(id)),
		hint: 'Guide',
		synonyms: `docs help guide ${about}`,
	}));
	return [{ label: docsLabel, limit: 8, weight: 0.8, entries: [...all, ...found] }];
}
