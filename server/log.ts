import { pino } from 'pino';
import type { RequestLog } from './http/observe.ts';

/** Lines for a machine to read. */
export interface Log {
	readonly request: RequestLog;
	say(message: string, facts?: object): void;
}

/**
 * Writes the log as JSON, a line for each request and each thing that goes wrong. What the service reports with
 * `console.error` becomes such a line too. Tokens and codes are never in it.
 */
export function startJsonLog(): Log {
	const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
	const report =
		(level: 'error' | 'warn') =>
		(...parts: unknown[]) => {
			const err = parts.find((it) => it instanceof Error);
			const text = parts.filter((it) => it !== err).map(String);
			const facts: object = err === undefined ? {} : { err };
			log[level](facts, text.join(' '));
		};
	console.error = report('error');
	console.warn = report('warn');
	return {
		request: (facts) => (facts.status >= 500 ? log.warn(facts, 'request') : log.info(facts, 'request')),
		say: (message, facts = {}) => log.info(facts, message),
	};
}
