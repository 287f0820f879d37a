import { pino } from 'pino';

/** One answered request. It holds no query and no header: there are signatures and tokens in those. */
export interface RequestFacts {
	readonly requestId: string;
	readonly method: string;
	readonly path: string;
	readonly status: number;
	/** From the first byte to the answer's head. */
	readonly ms: number;
}

export type RequestLog = (facts: RequestFacts) => void;

/** What goes wrong, one line each; people's code, rows and parameters, tokens and keys are never in it. */
export interface Log {
	error(message: string, error?: unknown): void;
	/** Null where requests aren't logged. */
	readonly request: RequestLog | null;
	/** A client that went away; null where that isn't logged. */
	readonly disconnected: ((facts: Pick<RequestFacts, 'requestId' | 'method' | 'path'>) => void) | null;
	/** Null where people are told by the console instead. */
	readonly info: ((message: string, facts: object) => void) | null;
}

export type LogLevel = 'info' | 'debug';

/** Lines of text. @param write receives each of them; by default they go to stderr */
export const createTextLog = (level: LogLevel, write: (line: string) => void = console.error): Log => ({
	error: (message, ...errors) =>
		write(
			[message, ...errors.map((error) => (error instanceof Error ? describeError(error) : String(error)))].join(' '),
		),
	request: null,
	disconnected:
		level === 'info'
			? null
			: ({ requestId, method, path }) =>
					write(`debug: request ${requestId}: the client of ${method} ${path} disconnected`),
	info: null,
});

export const textLog: Log = createTextLog('info');

/** Lines of JSON on stdout, one for each request too. */
export function createJsonLog(level: LogLevel): Log {
	const log = pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime });
	return {
		error: (message, ...errors) => {
			const error = errors.find((candidate) => candidate instanceof Error);
			const text = [message, ...errors.filter((other) => other !== error).map(String)].join(' ');
			log.error(error === undefined ? {} : { error: describeError(error) }, text);
		},
		request: (facts) => (facts.status >= 500 ? log.warn(facts, 'request') : log.info(facts, 'request')),
		disconnected: level === 'info' ? null : (facts) => log.debug(facts, 'client disconnected'),
		info: (message, facts) => log.info(facts, message),
	};
}

/** What an error is and where it came from, in one line, and nothing that people wrote or that was sent for them. */
export function describeError(error: Error): string {
	const cause = error.cause instanceof Error ? `; caused by ${describeError(error.cause)}` : '';
	const frames = framesOf(error).slice(0, 4);
	const origin = frames.length === 0 ? '' : ` (${frames.join(' < ')})`;
	return `${error.name}${factsOf(error)}${messageOf(error)}${origin}${cause}`;
}

const shownFacts = ['code', 'constraint', 'table', 'column', 'statusCode', 'syscall'] as const;

function factsOf(error: Error): string {
	const facts = shownFacts.flatMap((name) => {
		const value: unknown = Reflect.get(error, name);
		return typeof value === 'string' || typeof value === 'number' ? `${name} ${value}` : [];
	});
	return facts.length === 0 ? '' : ` [${facts.join(', ')}]`;
}

/** Errors whose messages the service, the language or the system writes; those of libraries quote what they were given. */
const ownNames = /^(Error|TypeError|RangeError|AbortError|TimeoutError|AggregateError|(Store|CorruptObject)Error)$/;

function messageOf(error: Error): string {
	// A failed statement is told with placeholders: its parameters follow on another line.
	const failed = /^Failed query: ([\s\S]*?)\nparams: /.exec(error.message)?.[1];
	const isOwn = ownNames.test(error.name) && !Reflect.has(error, 'severity') && !Reflect.has(error, 'query');
	if (failed === undefined && !isOwn) return '';
	return `: ${(failed ?? error.message).replaceAll(/\s+/g, ' ')}`;
}

/** Where it was thrown. The message stands before that, and may hold lines that look alike. */
function framesOf({ stack = '', message }: Error): string[] {
	const after = stack.slice(stack.indexOf(message) + message.length);
	return [...after.matchAll(/^\s+at (.+)$/gm)].map(([, frame = '']) => frame.trim());
}
