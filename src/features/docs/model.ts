import { foldForSearch } from '#lib/search/tokenize.ts';
import { type Guide, guides, loadGuide } from './guides.ts';

/** A heading of a guide with the text below it. */
export interface GuideSection {
	readonly guide: Guide;
	readonly heading: string;
	readonly text: string;
	/** Both as they are searched. */
	readonly folded: { readonly heading: string; readonly text: string };
}

/** All sections of all guides; a guide's beginning has its title. */
export async function loadSections(): Promise<GuideSection[]> {
	const read = guides.map(async (guide) => sectionsOf(guide, await loadGuide(guide.id)));
	return (await Promise.all(read)).flat();
}

/** The sections of a Markdown text. Lines of code that begin with "#" are no headings. */
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

/** The part of an address that leads to a heading, as GitHub writes it. */
export const headingId = (heading: string): string =>
	heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

/** Sections with all folded words, best first: those that have them in the heading, or anywhere. */
export function findSections(
	sections: readonly GuideSection[],
	words: readonly string[],
	where: 'headings' | 'everywhere',
): { readonly section: GuideSection; readonly score: number }[] {
	if (words.length === 0) return [];
	// Inside of other words they are noise: "git" in "digits".
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

/** The line with most of the words, without Markdown's marks. */
export function excerptOf({ text, folded }: GuideSection, words: readonly string[]): string | undefined {
	const counts = folded.text.split('\n').map((line) => words.filter((word) => line.includes(word)).length);
	const most = Math.max(...counts);
	if (most === 0) return undefined;
	return (text.split('\n')[counts.indexOf(most)] ?? '')
		.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replaceAll(/[*`|]|^[-#>\s\d.]+/g, '')
		.trim();
}
