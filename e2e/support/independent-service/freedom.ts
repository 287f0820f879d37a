/** What the interface leaves to each service: one configuration is one service that somebody might run. */
export interface Freedom {
	/** Stands before `/api/v1`, such as `/platform`; empty for none. */
	readonly basePath: string;
	/** How the `href` of an output is written. */
	readonly href: 'relative' | 'rooted' | 'absolute';
	/** What an `href` answers: the shape is not shown. */
	readonly link: 'object' | 'url-object' | 'json-string' | 'text' | 'redirect';
	/** Where downloads come from. */
	readonly store: 'same-origin' | 'other-origin';
	readonly format: 'parquet' | 'csv' | 'json' | 'ndjson';
	/** Pipeline outputs bring their own download URLs; previews of code bring an `href`. */
	readonly outputs: 'code-blob' | 'pipeline';
	/** Whether pipeline outputs say when their download URLs expire. */
	readonly expires: boolean;
	/** After how many ms a run has produced its outputs, from the first question on. */
	readonly readyAfter: number;
	/** Records carry members that the interface does not name. */
	readonly unknownMembers: boolean;
	/** Writes answer 204 and nothing. */
	readonly emptyWrites: boolean;
	/** Errors with the members that are required and codes of their own, or with all members. */
	readonly errors: 'full' | 'required-only';
	readonly order: 'oldest-first' | 'newest-first';
	/** The shape of ids that the interface gives no format for (users, tokens, ingestions). */
	readonly ids: 'uuid' | 'number' | 'prefixed';
	readonly times: 'utc' | 'offset' | 'no-zone';
	/** Whether browsers may read more than the headers that they may always read. */
	readonly exposesHeaders: boolean;
	/** How long every answer takes, ms. */
	readonly delay: number;
	/** What the agents do besides the sequences that the interface shows. */
	readonly agents: 'as-shown' | 'no-streaming' | 'task-first' | 'asks-back' | 'fails-midway' | 'in-pieces';
	/** How people sign in. */
	readonly signIn: 'token' | 'implicit';
}

const plain: Freedom = {
	basePath: '',
	href: 'relative',
	link: 'object',
	store: 'same-origin',
	format: 'parquet',
	outputs: 'code-blob',
	expires: true,
	readyAfter: 0,
	unknownMembers: false,
	emptyWrites: false,
	errors: 'full',
	order: 'oldest-first',
	ids: 'uuid',
	times: 'utc',
	exposesHeaders: false,
	delay: 0,
	agents: 'as-shown',
	signIn: 'token',
};

/** Services that differ in what the interface leaves free, by a name that says how. */
export const services: Readonly<Record<string, Freedom>> = {
	plain,
	'below a path': { ...plain, basePath: '/platform/data', href: 'rooted', link: 'json-string', format: 'csv' },
	'another store': { ...plain, store: 'other-origin', href: 'absolute', link: 'url-object', format: 'ndjson' },
	'sign-in page': { ...plain, signIn: 'implicit', ids: 'number', times: 'offset', agents: 'task-first' },
	'empty answers': { ...plain, emptyWrites: true, errors: 'required-only', times: 'no-zone', link: 'text' },
	'slow pipeline': { ...plain, outputs: 'pipeline', expires: false, readyAfter: 10_000, agents: 'no-streaming' },
	'more than asked': {
		...plain,
		unknownMembers: true,
		order: 'newest-first',
		exposesHeaders: true,
		agents: 'in-pieces',
	},
	'slow answers': { ...plain, delay: 700, ids: 'prefixed', link: 'redirect', agents: 'asks-back' },
	'agents that break': { ...plain, agents: 'fails-midway', outputs: 'pipeline', store: 'other-origin', format: 'json' },
};
