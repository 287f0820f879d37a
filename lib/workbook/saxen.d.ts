/** The part of the package that we use; it ships no types. */
declare module 'saxen' {
	type Decode = (text: string) => string;
	export class Parser {
		on(
			event: 'openTag',
			handler: (name: string, attributes: () => Readonly<Record<string, string>>, decode: Decode) => void,
		): this;
		on(event: 'closeTag', handler: (name: string) => void): this;
		on(event: 'text', handler: (text: string, decode: Decode) => void): this;
		on(event: 'cdata', handler: (text: string) => void): this;
		on(event: 'error', handler: (error: Error) => void): this;
		parse(xml: string): void;
	}
}
