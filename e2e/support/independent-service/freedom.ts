/** What the interface leaves to each service: one configuration is one possible service. */
export interface Freedom {
	/** Precedes `/api/v1`, such as `/platform`; empty for none. */
	readonly basePath: string;
	/** The form of an output's `href`. */
	readonly href: 'relative' | 'rooted' | 'absolute';
	/** What an `href` returns, whose shape isn't specified. */
	readonly link: 'object' | 'url-object' | 'json-string' | 'text' | 'redirect';
	readonly store: 'same-origin' | 'other-origin';
	readonly format: 'parquet' | 'csv' | 'json' | 'ndjson';
	/** Pipeline outputs contain their own download URLs; previews of code contain an `href`. */
	readonly outputs: 'code-blob' | 'pipeline';
	/** Whether pipeline outputs say when their download URLs expire. */
	readonly expires: boolean;
	/** Time until a run has outputs, ms from the first request for them. */
	readonly readyAfter: number;
	/** Records contain members that the interface doesn't name. */
	readonly unknownMembers: boolean;
	readonly emptyWrites: boolean;
	/** Errors with only the required members and codes of their own, or with all members. */
	readonly errors: 'full' | 'required-only';
	readonly order: 'oldest-first' | 'newest-first';
	/** The form of ids without a specified format (users, tokens, ingestions). */
	readonly ids: 'uuid' | 'number' | 'prefixed';
	readonly times: 'utc' | 'offset' | 'no-zone';
	/** Whether browsers may read more than the CORS-safelisted headers. */
	readonly exposesHeaders: boolean;
	/** Delay of every response, ms. */
	readonly delay: number;
	/** Agents' behavior beyond the sequences that the interface shows. */
	readonly agents: 'as-shown' | 'no-streaming' | 'task-first' | 'asks-back' | 'fails-midway' | 'in-pieces' | 'cut-off';
	readonly signIn: 'token' | 'implicit';
	/** How optional members without a value are written. */
	readonly absent: 'left-out' | 'null';
	/** How numbers without a specified type are written: cells, scores, indexes of steps. */
	readonly numbers: 'number' | 'text';
	/** How JSON is written: plainly, or with a byte order mark, a vendor media type, and compression. */
	readonly json: 'plain' | 'marked' | 'gzip';
	/** How events are framed: as shown, or with CRLF, comments, names, ids and a byte order mark, a few bytes at a time. */
	readonly framing: 'as-shown' | 'odd';
	/** A gateway answers the first read of each URL with 429 and a web page. */
	readonly busy: boolean;
	/** How far the service's clock is ahead of the browser's, ms. */
	readonly clock: number;
	readonly names: Names;
}

export interface Names {
	readonly namespace: string;
	readonly planets: string;
	readonly moons: string;
	readonly smallPlanets: string;
	readonly moonsPerPlanet: string;
}

const plainNames: Names = {
	namespace: 'astronomy',
	planets: 'planets',
	moons: 'moons',
	smallPlanets: 'small_planets',
	moonsPerPlanet: 'moons_per_planet',
};

const oddNames: Names = {
	namespace: `the "sky" & 'beyond' 🪐`,
	planets: 'планеты <b>100%?#',
	moons: `moons ${'of every planet '.repeat(7)}`.padEnd(128, '🌙').slice(0, 128),
	smallPlanets: 'small/minor planets: "< 10,000 km"',
	moonsPerPlanet: '衛星の数+1',
};

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
	absent: 'left-out',
	numbers: 'number',
	json: 'plain',
	framing: 'as-shown',
	busy: false,
	clock: 0,
	names: plainNames,
};

const hour = 3_600_000;

/** Services that differ in what the interface leaves open, by a descriptive name. */
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
	'nulls and strings': { ...plain, absent: 'null', numbers: 'text', outputs: 'pipeline', agents: 'task-first' },
	'marked bytes': { ...plain, json: 'marked', framing: 'odd', clock: -hour, link: 'text' },
	'busy gateway': { ...plain, busy: true, json: 'gzip', clock: hour, outputs: 'pipeline', agents: 'cut-off' },
	'odd names': { ...plain, names: oddNames, json: 'gzip' },
};

/** Members without a value, as this service writes them. */
export const empty = ({ absent }: Freedom, ...names: string[]): Readonly<Record<string, null>> =>
	absent === 'null' ? Object.fromEntries(names.map((name) => [name, null])) : {};
