const link = /!?\[((?:[^\]\n]|\n(?!\s*\n))*)\]\([^)]*\)/g;

/** Links and images become plain text, so that a prompt injection can't make a model's answer lead anywhere. */
const withoutLinks = (markdown: string): string =>
	markdown
		.replaceAll(link, '$1')
		.replaceAll(/^[ \t]*\[[^\]\n]+\]:.*$/gm, '')
		.replaceAll(/<(?=[a-z/!?])/gi, '&lt;')
		.replaceAll(/\bhttps?:\/\/\S+/gi, (address) => `\`${address.replaceAll('`', '')}\``);

/** The end of a paragraph, and of its last line, that following text could turn into a link, an image, HTML or a URL. */
const openLink = /!?\[(?:[^\]\n]|\n(?!\s*\n))*(?:\](?:\([^)]*)?)?$/;
const openLine = /(?:^[ \t]*\[[^\]]+\]:.*|!|<|\bh(?:t(?:t(?:p(?:s?(?::(?:\/(?:\/\S*)?)?)?)?)?)?)?)$/i;

/** Makes a text safe while it streams: returns what can be shown already and never takes it back. */
export function safeText() {
	/** The current paragraph, unmodified, and how much of it was shown. */
	let open = '';
	let shown = 0;
	return {
		add(piece: string): string {
			open += piece;
			// A complete link contains no other link.
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
		end: (): string => withoutLinks(open).slice(shown),
	};
}
