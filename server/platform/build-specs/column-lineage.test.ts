import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuildSpec, CheckResult, type ColumnLineage } from '#contract/build-spec.ts';
import { PipelineCheck } from '#contract/pipeline.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

/** Derived by hand from the sample's code: each column with its sources, then columns that are only read. */
const reference: Readonly<Record<string, readonly string[]>> = {
	airport_delays: [
		'iata copied airports.iata',
		'name copied airports.name',
		'state copied airports.state',
		'flights computed',
		'avg_delay_min computed flights.delay',
		'pct_late computed flights.delay',
		'also flights.origin',
	],
	strikes_by_state: [
		'state copied us_states.state',
		'strikes computed',
		'total_cost computed bird_strikes.Cost Total $',
		'population computed us_states.population',
		'strikes_per_million computed us_states.population',
		'also bird_strikes.Origin State',
	],
	capital_nearest_airport: [
		'state copied us_states.state',
		'capital computed us_states.capital',
		'nearest_airport computed airports.iata airports.latitude airports.longitude us_states.capital_latitude us_states.capital_longitude',
		'km computed airports.latitude airports.longitude us_states.capital_latitude us_states.capital_longitude',
		'also',
	],
	quakes_daily: [
		'day computed earthquakes.time',
		'quakes computed',
		'strongest computed earthquakes.magnitude',
		'avg_depth_km computed earthquakes.depth_km',
		'also earthquakes.event_type',
	],
	country_change: [
		'country copied country_years.country',
		'life_gain_1955_2005 computed country_years.life_expect country_years.year',
		'income computed countries.income',
		'region computed countries.region',
		'also countries.country',
	],
};

/** The same for each output of the pipeline `flights_per_month`, through its steps. */
const pipelineReference: Readonly<Record<string, readonly string[]>> = {
	flights_per_month: [
		'month computed flights.departure',
		'flights computed',
		'avg_delay_min computed flights.delay',
		'pct_late computed flights.delay',
		'also',
	],
	'delays_{state}': [
		'iata copied airports.iata',
		'name copied airports.name',
		'city copied airports.city',
		'flights computed',
		'avg_delay_min computed flights.delay',
		'worst_delay_min computed flights.delay',
		'also airports.state flights.origin',
	],
	delays_by_airport: [
		'iata copied airports.iata',
		'name copied airports.name',
		'city copied airports.city',
		'state copied airports.state',
		'flights computed',
		'avg_delay_min computed flights.delay',
		'worst_delay_min computed flights.delay',
		'also flights.origin',
	],
	// Arguments of aggregates count as keys of GROUP BY ALL, because the parse tree doesn't distinguish them.
	busiest_states: [
		'state copied airports.state',
		'flights computed',
		'also airports.city airports.iata airports.name flights.delay flights.origin',
	],
};

const edit = async (name: string) => {
	const { items } = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' });
	const spec = items.find(({ destination }) => destination.datasetName === name);
	return { sources: spec?.sources, destination: spec?.destination, code: spec?.code };
};

function linesOf(lineage: ColumnLineage | null | undefined): string[] {
	const words = (columns: readonly { dataset: { datasetName: string }; column: string }[]) =>
		columns.map(({ dataset, column }) => `${dataset.datasetName}.${column}`).sort();
	return [
		...(lineage?.columns ?? []).map(({ column, kind, from }) => [column, kind, ...words(from)].join(' ')),
		['also', ...words(lineage?.alsoRead ?? [])].join(' '),
	];
}

test.each(Object.entries(reference))('finds the source columns of %s', async (name, expected) => {
	const body = await edit(name);
	const { lineage } = CheckResult.parse(await service.json('POST', '/build-specs/check', { as: 'demo', body }));
	expect(linesOf(lineage)).toEqual(expected);
});

test('finds the source columns of each pipeline output through its steps', async () => {
	const body = await edit('flights_per_month');
	const { outputs } = PipelineCheck.parse(await service.json('POST', '/pipelines/check', { as: 'demo', body }));
	expect(Object.fromEntries(outputs.map(({ name, lineage }) => [name, linesOf(lineage)]))).toEqual(pipelineReference);
});

test('returns no lineage for code with an error or for a pipeline', async () => {
	const check = async (payload: string) => {
		const body = { sources: [], code: { payload } };
		return CheckResult.parse(await service.json('POST', '/build-specs/check', { as: 'demo', body })).lineage;
	};
	expect(await check('SELECT nothing')).toBeNull();
	expect(await check('{"gitPipeline": {}}')).toBeUndefined();
});
