import type { Conversation } from './types.ts';

const from = (origin: string, month: number): string =>
	`FROM flights WHERE origin = '${origin}' AND month(departure) = ${month}`;
const change = (origin: string): string =>
	`SELECT (SELECT count(*) ${from(origin, 3)}) - (SELECT count(*) ${from(origin, 2)})`;
const on = (day: string): string => `SELECT count(*) FROM flights WHERE departure::DATE = '${day}'`;
const strikes = (year: number): string => `SELECT count(*) FROM bird_strikes WHERE year("Flight Date") = ${year}`;
const share = (part: string, year: number, by = ''): string =>
	`SELECT ${by}100.0 * count(*) FILTER ("Time of day" = '${part}') / count(*) FROM bird_strikes WHERE year("Flight Date") = ${year}`;
const busy = '(SELECT origin FROM flights GROUP BY 1 HAVING count(*) >= 200)';
const worst = `(SELECT origin FROM flights WHERE origin IN ${busy} GROUP BY 1 ORDER BY avg(delay) DESC LIMIT 3)`;
const second =
	'(SELECT "Wildlife Species" FROM bird_strikes GROUP BY 1 ORDER BY sum("Cost Total $") DESC LIMIT 1 OFFSET 1)';
const phases = `FROM bird_strikes WHERE "Effect Amount of damage" = 'Substantial' AND year("Flight Date") = 1999 GROUP BY 1`;
const costs = `SELECT "Phase of flight", sum("Cost Total $") AS cost FROM bird_strikes WHERE "Effect Amount of damage" = 'Substantial' GROUP BY 1`;
const capacity = (ports: string): string => `FROM ferries WHERE home_port IN (${ports})`;

/** Follow-ups about the next month, day or year, about what groups have in common, and about the same of other rows. */
export const overPeriods: readonly Conversation[] = [
	{
		name: 'goes on to March, which is also the name of an airport',
		namespace: 'aviation',
		turns: [
			{ say: 'How many flights left ATL in February 2001?', rows: `SELECT count(*) ${from('ATL', 2)}` },
			{ say: 'and in March?', rows: `SELECT count(*) ${from('ATL', 3)}` },
			{ say: "what's the difference?", rows: change('ATL') },
			{ say: 'the same for DFW', rows: change('DFW') },
		],
	},
	{
		name: 'asks for the day before the busiest one, and the day before that',
		namespace: 'aviation',
		turns: [
			{ say: 'Which day had the most flights?', rows: on('2001-01-03') },
			{ say: 'and the day before?', rows: on('2001-01-02') },
			{ say: 'and the day before that?', rows: on('2001-01-01') },
		],
	},
	{
		name: 'asks for a share within a year, of another year, and of another part',
		namespace: 'aviation',
		turns: [
			{ say: 'What share of bird strikes happened at night in 1999?', rows: share('Night', 1999) },
			{ say: 'and in 2000?', rows: share('Night', 2000) },
			{ say: 'during the day instead', rows: share('Day', 2000) },
			{ say: 'by phase of flight', rows: `${share('Day', 2000, '"Phase of flight", ')} GROUP BY 1` },
		],
	},
	{
		name: 'asks for last year, which can be two years',
		namespace: 'aviation',
		turns: [
			{ say: 'How many bird strikes were there in 1999?', rows: strikes(1999) },
			{ say: 'last year', unclear: { click: /1998/, reply: 'in 1998' }, rows: strikes(1998) },
		],
	},
	{
		name: 'limits groups by their size, and asks where the first of them are',
		namespace: 'aviation',
		turns: [
			{ say: 'What is the average delay per origin?', rows: 'SELECT origin, avg(delay) FROM flights GROUP BY 1' },
			{
				say: 'only origins with at least 200 flights',
				rows: `SELECT origin, avg(delay) FROM flights WHERE origin IN ${busy} GROUP BY 1`,
			},
			{
				say: 'which three are the worst?',
				rows: `SELECT origin, avg(delay) FROM flights WHERE origin IN ${worst} GROUP BY 1`,
			},
			{ say: 'what states are they in?', rows: `SELECT iata, state FROM airports WHERE iata IN ${worst}` },
			{
				say: 'how far did their flights go on average?',
				rows: `SELECT avg(distance) FROM flights WHERE origin IN ${worst}`,
			},
		],
	},
	{
		name: 'asks where one of a ranking was most often',
		namespace: 'aviation',
		turns: [
			{
				say: 'Top 10 wildlife species by total cost',
				rows: 'SELECT "Wildlife Species", sum("Cost Total $") FROM bird_strikes GROUP BY 1 ORDER BY 2 DESC LIMIT 10',
			},
			{ say: 'the second one', rows: `SELECT ${second}` },
			{
				say: 'in which state was it hit most often?',
				rows: `SELECT "Origin State", count(*) FROM bird_strikes WHERE "Wildlife Species" = ${second} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
			},
		],
	},
	{
		name: 'asks for the share of the first groups in the total of what was asked about',
		namespace: 'aviation',
		turns: [
			{ say: 'sum of cost total of bird strikes with substantial damage by phase of flight', rows: costs },
			{ say: 'only the top three', rows: `${costs} ORDER BY 2 DESC LIMIT 3` },
			{
				say: 'what share of the total is that?',
				rows: `SELECT 100 * (SELECT sum(cost) FROM (${costs} ORDER BY 2 DESC LIMIT 3)) / sum(cost) FROM (${costs})`,
			},
		],
	},
	{
		name: 'calls groups by the first word of their name',
		namespace: 'aviation',
		turns: [
			{
				say: 'How many bird strikes with substantial damage in 1999 by phase of flight?',
				rows: `SELECT "Phase of flight", count(*) ${phases}`,
			},
			{
				say: 'which phase was the worst?',
				rows: `SELECT "Phase of flight", count(*) ${phases} ORDER BY 2 DESC LIMIT 1`,
			},
		],
	},
	{
		name: 'asks the same about other rows, and compares them',
		namespace: 'ferries',
		turns: [
			{
				say: 'Which ferries from Lysvik have the most passengers?',
				rows: `SELECT name FROM ferries JOIN crossings USING (ferry_id) WHERE home_port = 'Lysvik' GROUP BY 1`,
			},
			{ say: 'what is their average capacity?', rows: `SELECT avg(capacity) ${capacity(`'Lysvik'`)}` },
			{ say: 'and Torhamn?', rows: `SELECT avg(capacity) ${capacity(`'Torhamn'`)}` },
			{
				say: 'compare with Sandnes',
				rows: `SELECT home_port, avg(capacity) ${capacity(`'Torhamn', 'Sandnes'`)} GROUP BY 1`,
			},
		],
	},
];
