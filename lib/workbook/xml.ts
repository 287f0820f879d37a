import { Parser } from 'saxen';

type Attributes = Readonly<Record<string, string>>;

interface Handlers {
	/** @param name without its namespace, as are the attributes' */
	readonly onOpen?: (name: string, attributes: () => Attributes) => void;
	readonly onClose?: (name: string) => void;
	readonly onText?: (text: string) => void;
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Calls handlers for the elements and texts of XML in order; an absent file is an empty text. @throws Error if it's damaged */
export function walkXml(xml: string, { onOpen, onClose, onText }: Handlers): void {
	if (xml === '') return;
	const parser = new Parser();
	const attributesOf = (given: Attributes, decode: (text: string) => string): Attributes =>
		Object.fromEntries(Object.entries(given).map(([name, value]) => [bare(name), decode(value)]));
	parser.on('error', (error) => {
		throw error;
	});
	if (onOpen !== undefined)
		parser.on('openTag', (name, attributes, decode) => onOpen(bare(name), () => attributesOf(attributes(), decode)));
	if (onClose !== undefined) parser.on('closeTag', (name) => onClose(bare(name)));
	if (onText !== undefined) {
		parser.on('text', (text, decode) => onText(decode(text)));
		parser.on('cdata', onText);
	}
	// XML has line feeds only, whatever the file's line ends are.
	parser.parse(xml.replace(/\r\n?/g, '\n'));
}

/** Characters that XML can't contain are written as `_x0001_`, and an underscore before such digits as `_x005F_`. */
export const unescapeText = (text: string): string =>
	text.includes('_x')
		? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
		: text;
