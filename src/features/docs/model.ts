import { foldForSearch } from '#lib/search/tokenize.ts';
import { type Guide, guides, loadGuide } from './guides.ts';

/** A heading of a guide and the text below it. */
export interface GuideSection {
	readonly guide: Guide;
	readonly heading: string;
	readonly text: string;
	/** Folded for searching. */
	readonly folded: { readonly heading: string; readonly text: string };
}

/** All sections of all guides. The first one of a guide has its title. */
export async function loadSections(): Promise<GuideSection[]> {
	const read = guides.map(async (guide) => sectionsOf(guide, await loadGuide(guide.id)));
	return (await Promise.all(read)).flat();
}

/** Splits Markdown into sections. Lines of code that begin with "#" aren't headings. */
export function sectionsOf(guide: Guide, markdown: string): GuideSection[] {
	const sections = [{ heading: guide.title, text: '' }];
	let isCode = false;
	for (const line of markdown.split('\n')) {
		if (line.startsWith('```')) isCode = !isCode;
		const [, heading] = isCode ? [] : (/^#{2,6} (.+)$/.exec(line) ?? []);
		const last = sections.at(-1);
		if (heading !== undefined) sections.push({ heading: heading.replaceAll('`', ''), text: '' });
		else if (last !== undefined) last.text += `${line}\n`;
	}
	return sections.map(({ heading, text }) => ({
		guide,
		heading,
		text,
		folded: { heading: foldForSearch(heading), text: foldForSearch(text) },
	}));
}

/** A heading's URL fragment, as on GitHub. */
export const headingId = (heading: string): string =>
	heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

/** Sections with all folded words, headings first. */
export function findSections(
	sections: readonly GuideSection[],
	words: readonly string[],
	where: 'headings' | 'everywhere',
): { readonly section: GuideSection; readonly score: number }[] {
	if (words.length === 0) return [];
	// Only at the start of a word: "git" in "digits" is noise.
	const beginnings = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'u'));
	return sections
		.map((section) => ({ section, score: sectionScore(section, beginnings, where) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score);
}

function sectionScore(
	{ folded: { heading, text } }: GuideSection,
	beginnings: readonly RegExp[],
	where: 'headings' | 'everywhere',
): number {
	const inHeading = beginnings.filter((word) => word.test(heading));
	const isThere = (word: RegExp) => inHeading.includes(word) || (where === 'everywhere' && word.test(text));
	return beginnings.every(isThere) ? 0.3 + 0.4 * (inHeading.length / beginnings.length) : 0;
}

/** The line with the most matches, without Markdown syntax. */
export function excerptOf({ text, folded }: GuideSection, words: readonly string[]): string | undefined {
	const counts = folded.text.split('\n').map((line) => words.filter((word) => line.includes(word)).length);
	const max = Math.max(...counts);
	if (max === 0) return undefined;
	return (text.split('\n')[counts.indexOf(max)] ?? '')
		.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replaceAll(/[*`|]|^[-#>\s\d.]+/g, '')
		.trim();
}
