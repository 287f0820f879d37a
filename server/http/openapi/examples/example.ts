import type { InputOf, Operation, ResultOf } from '#contract/operation.ts';

export interface Example {
	readonly params?: Readonly<Record<string, unknown>>;
	readonly query?: Readonly<Record<string, unknown>>;
	readonly body?: unknown;
	readonly result?: unknown;
	/** The result for the operation's other success status. */
	readonly otherResult?: unknown;
}

type ExampleOf<O extends Operation> = InputOf<O> & { readonly result: ResultOf<O>; readonly otherResult?: ResultOf<O> };

export const examples = new Map<string, Example>();

/** Typed so that the compiler checks an example against the operation's schemas. */
export const add = <const O extends Operation>({ id }: O, example: ExampleOf<O>): void =>
	void examples.set(id, example);

export const at = '2026-11-24T09:30:00.000Z';
export const later = '2026-11-24T09:30:01.250Z';
export const buildSpecId = '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b01';
export const buildRunId = '0b8f3a52-6a3d-4d0e-8f3b-2c1d9e7a4f10';
export const planId = '3f0c5b1e-8a24-4f0f-9f5d-6b7e2d1c8a90';
export const otherSpecId = 'c2d9f7b4-1e63-4a0b-8d57-90a1b2c3d4e5';
export const linkId = '57fe2147-a54f-4051-a79c-4e5822c914ad';
export const ingestionId = '7d5c9a3e-1f2b-4c6d-9e8f-0a1b2c3d4e5f';
export const tokenId = '07608770-bf60-43b1-b3e2-14c36596b029';
export const sha256 = '82d348b1b9942f323e3b1d319f824428fb42dc22d6bd8d5f4981407166450ac6';

export const aviation = { username: 'demo', namespace: 'aviation' };
export const airports = { owner: 'demo', namespace: 'aviation', datasetName: 'airports' };
export const perState = { owner: 'demo', namespace: 'aviation', datasetName: 'airports_per_state' };
export const routes = { username: 'demo', namespace: 'aviation', datasetName: 'routes' };
export const edit = {
	sources: [airports],
	destination: perState,
	code: { payload: 'SELECT state, count(*) AS airports FROM aviation.airports GROUP BY state ORDER BY airports DESC' },
};
export const page = { limit: '100' };
