/** A link or a picture, whose text may stand on several lines. */
const link = /!?\[((?:[^\]\n]|\n(?!\s*\n))*)\]\([^)]*\)/g;

/** What a model was talked into leads nowhere: links and pictures become their text. */
const withoutLinks = (markdown: string): string =>
	markdown
		.replaceAll(link, '$1')
		.replaceAll(/^[ \t]*\[[^\]\n]+\]:.*$/gm, '')
		.replaceAll(/<(?=[a-z/!?])/gi, '&lt;')
		.replaceAll(/\bhttps?:\/\/\S+/gi, (address) => `\`${address.replaceAll('`', '')}\``);

/** The end of a paragraph, and that of its last line, that what follows may make a link, a picture, HTML or an address of. */
const openLink = /!?\[(?:[^\]\n]|\n(?!\s*\n))*(?:\](?:\([^)]*)?)?$/;
const openLine = /(?:^[ \t]*\[[^\]]+\]:.*|!|<|\bh(?:t(?:t(?:p(?:s?(?::(?:\/(?:\/\S*)?)?)?)?)?)?)?)$/i;

/** Makes a text safe as it comes: gives what can be shown of it, which is never taken back. */
export function safeText() {
	/** The paragraph that goes on, as it came, and how much of it was shown. */
	let open = '';
	let shown = 0;
	return {
		add(piece: string): string {
			open += piece;
			// A link that is whole holds no other one.
			const rest = open.replaceAll(link, (whole) => ' '.repeat(whole.length));
			const line = rest.lastIndexOf('\n') + 1;
			const ends = [rest.search(openLink), line + rest.slice(line).search(openLine)];
			const settled = open.slice(0, Math.min(open.length, ...ends.filter((at, of) => at >= (of === 0 ? 0 : line))));
			const safe = withoutLinks(settled);
			const next = safe.slice(shown);
			shown = safe.length;
			const closed = settled.lastIndexOf('\n\n') + 2;
			if (closed > 2) {
				shown -= withoutLinks(settled.slice(0, closed)).length;
				open = open.slice(closed);
			}
			return next;
		},
		/** What is left of it. */
		end: (): string => withoutLinks(open).slice(shown),
	};
}
