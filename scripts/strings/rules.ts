import type { Entry } from './extract.ts';

export interface Remark {
	readonly entry: Entry;
	readonly why: string;
}

/** Words and phrases that sound translated, poetic or archaic, with what native products write. */
const banned: readonly (readonly [phrase: RegExp, instead: string])[] = [
	[/\banew\b/i, 'again'],
	[/\bmeanwhile\b/i, 'in the meantime, or say what happened'],
	[/\b(thereby|wherein|whereof|hereby|hitherto|therein)\b/i, 'a plain sentence'],
	[/\b(nobody|somebody)\b/i, 'no one, someone'],
	[/\b(whoever|whatever|whichever)\b/i, 'anyone who, everything that'],
	[
		/\b(are|is|was|were|be|been) told\b|\btells (who|what|which|how|that|whether|where)\b/i,
		'shown, detected; shows, says',
	],
	[/\breckon/i, 'calculate'],
	[/\b(mend|mends|mended)\b/i, 'fix'],
	[/\bgave way\b/i, 'was replaced'],
	[/\bmakes? of what\b/i, 'lineage'],
	[/\b(goes|going|went) on\b/i, 'continues, in progress'],
	[/\bwithdr(aw|awn|ew)\b/i, 'revoke'],
	[/\bunless said\b/i, 'by default'],
	[/\bof (theirs|yours|ours)\b/i, 'their, your, our'],
	[/\bput away\b/i, 'dismiss'],
	[/\bstands? here\b/i, 'is shown here'],
	[/\bcame in\b/i, 'arrived, was added'],
	[/\bin one go\b/i, 'at once'],
	[/\bneighbourhood\b/i, 'context'],
	[/\bcould not be (listed|tried)\b/i, 'Couldn’t load'],
	[/\b(sign-in|token|session) (has )?ended\b/i, 'expired'],
	[/\bthere is no such (dataset|namespace|BuildSpec|run|page)\b/i, 'this … doesn’t exist'],
	[/\bMore for\b/, 'Actions for'],
	[/\bMake a (token|namespace|link|dataset)\b/i, 'Create'],
	[/\b(nothing|none) (was|were) (asked|run|ingested|changed) yet\b/i, 'No … yet'],
	[/\bone a line\b|\ba record a\b/i, 'one per line'],
	[/\blook(s|ed)? (at it|through)\b/i, 'review, check'],
];

const british =
	/\b(colou?red(?<=coloured)|colours?|behaviours?|(?<!`)cancelled|cancelling|(?<!\/)catalogues?|organi[s]ations?|organi[s]e[ds]?|normali[s]e[ds]?|authori[s](e[ds]?|ations?)|recogni[s]e[ds]?|licences?|centres?|favourites?|grey|analysed?|labell(ed|ing)|travellers?|neighbours?|artefacts?|whilst|dialogue box)\b/i;

/** "1 rows", "2 row(s)". */
const badNumber =
	/\b(?<![\d,.:/-])1 (rows|columns|datasets|changes|runs|files|checks|values|versions|namespaces|links)\b|\w\(s\)/;

/** Screens and messages use typographic apostrophes; Markdown, which is edited as text, uses straight ones. */
const straight = /[\p{L}\d}]'(?=(?:t|s|re|ve|ll|d|m)\b)/u;
const curly = /\p{L}’\p{L}/u;
/** Names and values are quoted as in code, so that copied text works. */
const curlyQuotes = /[“”]/;

const maxWords = 25;
/** Maximum words in a sentence of the interface: 25. Docs and prompts may have longer ones. */
const isTooLong = ({ text }: Entry): boolean =>
	text
		.split(/(?<=[.!?:;])\s+/)
		.some((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length > maxWords);

/** First words of buttons that state what happens. */
const verbs = new Set(
	`add allow apply arrange ask attach back begin browse build cancel change check choose clear close collapse compare complete connect continue copy
	create cut decline define delete detach disable discard dismiss do download draw edit enable end expand explain export fill filter find fit follow forget
	format generate get give go grant group hide ignore import ingest insert invite jump keep leave let link list load look lower make map mark match maximize merge move
	new next not open pause paste pick pin play preview previous print profile propose query raise read reconnect redo refresh reload remove rename reorder repeat
	replace replay report request reset resize resolve restart restore resume retry return reuse review revoke rotate run save search see select send set
	share show sign skip sort split start stay step stop submit suggest swap switch take test toggle try turn unarchive undo ungroup unhide unlock unmark unpin
	unselect update upload use validate verify view wait widen wipe wrap write zoom yes no ok done cancel more`.split(
		/\s+/,
	),
);

/** Buttons named after what they open, like tabs and columns; `{…}` is a name. */
const isNamed = (text: string): boolean => /^(\{…\}|I[’']ve|I |Actions for )/.test(text);

/** Prompts to models, and text for shells and browsers. */
const isForMachines = ({ file, text }: Entry): boolean =>
	/\/ingest\/model\/|page-context\.ts$/.test(file) || /\b(nosuid|sandbox|attachment|ulimit|mkdir)\b/.test(text);

export function remarksOn(entry: Entry): Remark[] {
	const { text, kind } = entry;
	const found: Remark[] = [];
	const remark = (why: string) => found.push({ entry, why });
	for (const [phrase, instead] of banned) {
		const match = phrase.exec(text);
		if (match !== null) remark(`"${match[0]}": write ${instead}`);
	}
	const apostrophe = (kind === 'docs' ? curly : straight).test(text);
	if (apostrophe) remark(kind === 'docs' ? "a typographic apostrophe: write '" : 'a straight apostrophe: write ’');
	if (curlyQuotes.test(text)) remark('a typographic quote: write "');
	const spelled = british.exec(text);
	if (spelled !== null) remark(`"${spelled[0]}": American spelling`);
	const counted = badNumber.exec(text);
	if (counted !== null) remark(`"${counted[0]}": "1 row", "2 rows"`);
	if (kind !== 'docs' && !text.startsWith('Usage: ') && isTooLong(entry))
		remark(`a sentence of more than ${maxWords} words`);
	if (kind !== 'docs' && !isForMachines(entry) && /[\p{L}\d}]; [\p{L}{]/u.test(text))
		remark('a semicolon: write two sentences');
	const [first = ''] = text.toLowerCase().split(/[\s,…]+/);
	if (kind === 'button' && text.length > 1 && !isNamed(text) && !verbs.has(first)) remark('a button without a verb');
	return found;
}
