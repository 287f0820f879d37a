import { pino } from 'pino';

/** One answered request. Excludes queries and headers, which contain signatures and tokens. */
export interface RequestFacts {
	readonly requestId: string;
	readonly method: string;
	readonly path: string;
	readonly status: number;
	/** From the first byte to the response headers. */
	readonly ms: number;
}

export type RequestLog = (facts: RequestFacts) => void;

/** Logs failures, one line each, never including users' code, rows and parameters, tokens or keys. */
export interface Log {
	error(message: string, error?: unknown): void;
	/** Null if requests aren't logged. */
	readonly request: RequestLog | null;
	/** Logs a disconnected client; null if that isn't logged. */
	readonly disconnected: ((facts: Pick<RequestFacts, 'requestId' | 'method' | 'path'>) => void) | null;
	/** Null if the console informs users instead. */
	readonly info: ((message: string, facts: object) => void) | null;
}

export type LogLevel = 'info' | 'debug';

/** A text log. @param write receives each line; defaults to stderr */
export const createTextLog = (level: LogLevel, write: (line: string) => void = console.error): Log => ({
	error: (message, ...errors) =>
		write(
			[message, ...errors.map((error) => (error instanceof Error ? describeError(error) : String(error)))].join(' '),
		),
	request: null,
	disconnected:
		level === 'info'
			? null
			: ({ requestId, method, path }) => write(`debug: request ${requestId}: client disconnected (${method} ${path})`),
	info: null,
});

export const textLog: Log = createTextLog('info');

/** A log of JSON lines on stdout, including one per request. */
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

/** The kind and origin of an error in one line, without anything that users wrote or that was sent on their behalf. */
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

/** Errors whose messages come from the service, the language or the system; libraries quote their input in theirs. */
const ownNames = /^(Error|TypeError|RangeError|AbortError|TimeoutError|AggregateError|(Store|CorruptObject)Error)$/;

function messageOf(error: Error): string {
	// A failed statement is logged with placeholders: its parameters are on a separate line.
	const failed = /^Failed query: ([\s\S]*?)\nparams: /.exec(error.message)?.[1];
	const isOwn = ownNames.test(error.name) && !Reflect.has(error, 'severity') && !Reflect.has(error, 'query');
	if (failed === undefined && !isOwn) return '';
	return `: ${(failed ?? error.message).replaceAll(/\s+/g, ' ')}`;
}

/** The stack frames. The message precedes them, and may contain similar lines. */
function framesOf({ stack = '', message }: Error): string[] {
	const after = stack.slice(stack.indexOf(message) + message.length);
	return [...after.matchAll(/^\s+at (.+)$/gm)].map(([, frame = '']) => frame.trim());
}
