import type { Names } from './freedom.ts';

/** A dataset with its rows, in memory. */
export interface Table {
	readonly owner: string;
	namespace: string;
	readonly datasetName: string;
	/** The word for it in questions. */
	readonly topic: string;
	columns: string[];
	rows: Record<string, string | number | null>[];
}

export interface Coordinate {
	owner: string;
	namespace: string;
	datasetName: string;
}

export interface BuildSpec {
	id: string;
	owner: string;
	version: number;
	sources: Coordinate[];
	destination: Coordinate;
	code: { payload: string };
	createdAt: number;
	updatedAt: number;
}

export interface LinkEnd {
	username: string;
	namespace: string;
	dataset: string;
	columnName: string;
}

export interface Link {
	from: LinkEnd;
	to: LinkEnd;
	matchType: string;
	options?: Record<string, unknown>;
}

/** Mean radius in km, mass in 10^24 kg, distance from the Sun in 10^6 km, known moons. */
const planets: readonly (readonly [string, number, number, number, number])[] = [
	['Mercury', 2439.7, 0.33011, 57.909, 0],
	['Venus', 6051.8, 4.8675, 108.21, 0],
	['Earth', 6371, 5.9724, 149.598, 1],
	['Mars', 3389.5, 0.64171, 227.956, 2],
	['Jupiter', 69_911, 1898.19, 778.479, 95],
	['Saturn', 58_232, 568.34, 1432.041, 146],
	['Uranus', 25_362, 86.813, 2867.043, 28],
	['Neptune', 24_622, 102.413, 4514.953, 16],
];

/** Mean radius in km, year of discovery; null if unknown. */
const moons: readonly (readonly [string, string, number, number | null])[] = [
	['Moon', 'Earth', 1737.4, null],
	['Phobos', 'Mars', 11.1, 1877],
	['Deimos', 'Mars', 6.2, 1877],
	['Io', 'Jupiter', 1821.6, 1610],
	['Europa', 'Jupiter', 1560.8, 1610],
	['Ganymede', 'Jupiter', 2634.1, 1610],
	['Callisto', 'Jupiter', 2410.3, 1610],
	['Mimas', 'Saturn', 198.2, 1789],
	['Enceladus', 'Saturn', 252.1, 1789],
	['Titan', 'Saturn', 2574.7, 1655],
	['Iapetus', 'Saturn', 734.5, 1671],
	['Titania', 'Uranus', 788.4, 1787],
	['Oberon', 'Uranus', 761.4, 1787],
	['Triton', 'Neptune', 1353.4, 1846],
];

const table = (
	{ namespace, ...names }: Names,
	name: 'planets' | 'moons',
	columns: string[],
	rows: readonly (readonly (string | number | null)[])[],
): Table => ({
	owner: 'ada',
	namespace,
	datasetName: names[name],
	topic: name,
	columns,
	rows: rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
});

export const runs = {
	/** A preview with one output per destination slot. */
	ready: '0b6f3a52-6c0e-4d2b-9a54-0f6f2b1d7e11',
	/** A second preview with other code, to be compared with the first. */
	other: '0b6f3a52-6c0e-4d2b-9a54-0f6f2b1d7e12',
};

export class Store {
	readonly tables: Table[];
	readonly buildSpecs: BuildSpec[];
	readonly links: Link[] = [];
	readonly shares = [
		{ username: 'grace', role: 'viewer' },
		{ username: 'alan', role: 'editor' },
	];
	readonly seen = new Map<string, number>();
	readonly #names: Names;

	constructor(names: Names) {
		const at = (name: Exclude<keyof Names, 'namespace'>): Coordinate => ({
			owner: 'ada',
			namespace: names.namespace,
			datasetName: names[name],
		});
		this.#names = names;
		this.tables = [
			table(names, 'planets', ['name', 'radius_km', 'mass_1e24_kg', 'distance_1e6_km', 'moons'], planets),
			table(names, 'moons', ['name', 'planet', 'radius_km', 'discovered'], moons),
		];
		this.buildSpecs = [
			{
				id: 'c1f7d6a0-52c3-4f6c-8f39-7f1f2f5a9b01',
				owner: 'ada',
				version: 1,
				sources: [at('planets')],
				destination: at('smallPlanets'),
				code: { payload: 'select name, radius_km from astronomy.planets where radius_km < 10000' },
				createdAt: Date.UTC(2026, 2, 3, 9, 15),
				updatedAt: Date.UTC(2026, 2, 3, 9, 15),
			},
			{
				id: 'c1f7d6a0-52c3-4f6c-8f39-7f1f2f5a9b02',
				owner: 'ada',
				version: 7,
				sources: [at('planets'), at('moons')],
				destination: at('moonsPerPlanet'),
				code: { payload: 'select planet, count(*) as moons from astronomy.moons group by planet' },
				createdAt: Date.UTC(2026, 3, 11, 16, 40, 12),
				updatedAt: Date.UTC(2026, 9, 30, 7, 5, 33),
			},
		];
	}

	/** The rows of a preview's outputs, by output name. */
	outputs(run: string): ReadonlyMap<string, Table['rows']> {
		const planets = this.tables[0]?.rows ?? [];
		const least = run === runs.ready ? 0 : 5000;
		const small = planets.filter(({ radius_km }) => Number(radius_km) < 10_000 && Number(radius_km) > least);
		return new Map([
			[
				this.#names.smallPlanets,
				small.map(({ name, radius_km }) => ({ name: name ?? null, radius_km: radius_km ?? null })),
			],
		]);
	}
}
