import { foldForSearch } from '#lib/search/tokenize.ts';
import { type Guide, guides, loadGuide } from './guides.ts';

/** A heading of a guide with the text below it. */
export interface GuideSection {
	readonly guide: Guide;
	readonly heading: string;
	readonly text: string;
}

/** All sections of all guides; a guide's beginning has its title. */
export async function loadSections(): Promise<GuideSection[]> {
	const read = guides.map(async (guide) => sectionsOf(guide, await loadGuide(guide.id)));
	return (await Promise.all(read)).flat();
}

/** The sections of a Markdown text. Lines of code that begin with "#" are no headings. */
export function sectionsOf(guide: Guide, markdown: string): GuideSection[] {
	const sections: { guide: Guide; heading: string; text: string }[] = [{ guide, heading: guide.title, text: '' }];
	let isCode = false;
	for (const line of markdown.split('\n')) {
		if (line.startsWith('```')) isCode = !isCode;
		const [, heading] = isCode ? [] : (/^#{2,6} (.+)$/.exec(line) ?? []);
		const last = sections.at(-1);
		if (heading !== undefined) sections.push({ guide, heading: heading.replaceAll('`', ''), text: '' });
		else if (last !== undefined) last.text += `${line}\n`;
	}
	return sections;
}

/** The part of an address that leads to a heading, as GitHub writes it. */
export const headingId = (heading: string): string =>
	heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

/** How well a section fits folded words: 0 where it has not all of them, best where its heading has. */
export function sectionScore({ heading, text }: GuideSection, words: readonly string[]): number {
	const [folded, whole] = [foldForSearch(heading), foldForSearch(`${heading} ${text}`)];
	if (!words.every((word) => whole.includes(word))) return 0;
	return 0.3 + 0.4 * (words.filter((word) => folded.includes(word)).length / words.length);
}

/** The line with most of the words, without Markdown's marks. */
export function excerptOf({ text }: GuideSection, words: readonly string[]): string | undefined {
	const lines = text.split('\n').map((line) => ({ line, plain: foldForSearch(line) }));
	const counted = lines.map(({ line, plain }) => ({
		line,
		count: words.filter((word) => plain.includes(word)).length,
	}));
	const best = counted.reduce((most, item) => (item.count > most.count ? item : most), { line: '', count: 0 });
	if (best.count === 0) return undefined;
	return best.line
		.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replaceAll(/[*`|]|^[-#>\s\d.]+/g, '')
		.trim();
}
