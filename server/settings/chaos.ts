import { operations } from '#contract/service/operations.ts';

/** A simulated failure of an operation's requests, for development. */
export interface ChaosRule {
	/** Operation id, or `*` for all. */
	readonly operation: string;
	/** Share of the requests affected, from 0 to 1. */
	readonly rate: number;
	/** Delay of a request before anything else happens, ms. */
	readonly latencyMs: number;
	/** What happens then: an error status, no response before (`drop`) or after (`after`) the work, half a response (`cut`), or null for nothing. */
	readonly effect: { readonly fail: number } | 'drop' | 'after' | 'cut' | null;
}

/** What rules can name: operations of the API, and the service's other endpoints. */
export const chaosTargets: readonly { id: string; method: string; path: string }[] = [
	...operations.map((operation) => ({
		id: operation.id,
		method: operation.method,
		path: `/api/v1${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
	})),
	{ id: 'downloadObject', method: 'GET', path: '/objects/:sha256' },
	{ id: 'exchangeCode', method: 'POST', path: '/auth/code' },
];
const ids = chaosTargets.map((item) => item.id);

/** Parses rules such as `listBuildSpecs:latency=2000,rate=0.5;updateBuildSpec:fail=503;*:drop`, latency in ms. @throws Error shown to users */
export function parseChaos(text: string): ChaosRule[] {
	const rules = text.split(';').map((part) => part.trim());
	return rules.filter((rule) => rule !== '').map(parseRule);
}

function parseRule(text: string): ChaosRule {
	const [operation = '', words, ...rest] = text.split(':').map((part) => part.trim());
	if (operation !== '*' && !ids.includes(operation)) {
		throw new Error(`"${operation}" isn’t an operation. Use one of ${ids.join(', ')}, or * for all.`);
	}
	if (words === undefined || words === '' || rest.length > 0) {
		throw new Error(`"${text}" must be "OPERATION:RULES", such as "${operation}:latency=2000".`);
	}
	const parts = words.split(',').map((part) => parseWord(part.trim()));
	if (parts.filter((part) => part.effect).length > 1) {
		throw new Error(`"${text}" has more than one of fail, drop, after and cut. Use only one.`);
	}
	return Object.assign({ operation, rate: 1, latencyMs: 0, effect: null }, ...parts);
}

function parseWord(word: string): Partial<ChaosRule> {
	const [name = '', value] = word.split('=');
	const amount = value !== undefined && /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
	if (name === 'latency' && amount <= 600_000) return { latencyMs: amount };
	if (name === 'rate' && amount <= 1) return { rate: amount };
	if (name === 'fail' && Number.isInteger(amount) && amount >= 400 && amount <= 599)
		return { effect: { fail: amount } };
	if (value === undefined && (name === 'drop' || name === 'after' || name === 'cut')) return { effect: name };
	throw new Error(
		`"${word}" isn’t a rule. Use latency=MILLISECONDS (up to 600000), rate=0..1, fail=STATUS (400 to 599), drop, after or cut.`,
	);
}
