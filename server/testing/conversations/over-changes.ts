import type { Conversation } from './types.ts';

const japan = `FROM country_years WHERE country = 'Japan' AND year`;
const change = (column: string, country: string, from: number, to: number) =>
	`SELECT (SELECT ${column} FROM country_years WHERE country = '${country}' AND year = ${to}) - (SELECT ${column} FROM country_years WHERE country = '${country}' AND year = ${from})`;
const late = 'FROM flights WHERE delay > 60';
const latest = `(SELECT origin ${late} GROUP BY 1 ORDER BY count(*) DESC LIMIT 3)`;
const phases = `(SELECT "Phase of flight" FROM bird_strikes GROUP BY 1 ORDER BY sum("Cost Total $") DESC LIMIT 3)`;
const rain = (where: string) => `(SELECT count(*) FROM daily_weather WHERE weather = 'rain' AND ${where})`;

const engineers = '(FROM us_states ORDER BY engineers DESC LIMIT 5)';
const busiest = '(SELECT ferry_id FROM crossings GROUP BY 1 ORDER BY count(*) DESC LIMIT 3)';

/** Follow-ups about how a figure changed, about the rows behind one group, and about each top group. */
export const overChanges: readonly Conversation[] = [
	{
		name: 'asks how much a figure went up, the same for another country, and who had the highest',
		namespace: 'geography',
		turns: [
			{ say: 'What was the life expectancy in Japan in 2005?', rows: `SELECT life_expect ${japan} = 2005` },
			{ say: 'and in 1955?', rows: `SELECT life_expect ${japan} = 1955` },
			{ say: 'how much did it go up?', rows: change('life_expect', 'Japan', 1955, 2005) },
			{ say: 'same for China', rows: change('life_expect', 'China', 1955, 2005) },
			{
				say: 'which country had the highest in 2005?',
				rows: 'SELECT country FROM country_years WHERE year = 2005 ORDER BY life_expect DESC LIMIT 1',
			},
		],
	},
	{
		name: 'asks how much a yearly figure fell',
		namespace: 'geography',
		turns: [
			{
				say: 'fertility by year for India',
				rows: `SELECT year, fertility FROM country_years WHERE country = 'India'`,
			},
			{ say: 'how much has it fallen since then?', rows: change('fertility', 'India', 1955, 2005) },
			{ say: 'and in China?', rows: change('fertility', 'China', 1955, 2005) },
		],
	},
	{
		name: 'asks for the difference between two places',
		namespace: 'nature',
		turns: [
			{
				say: 'How many rainy days did Seattle have in 2012?',
				rows: `SELECT ${rain(`location = 'Seattle' AND year(date) = 2012`)}`,
			},
			{ say: 'and New York?', rows: `SELECT ${rain(`location = 'New York' AND year(date) = 2012`)}` },
			{
				say: "what's the difference?",
				rows: `SELECT ${rain(`location = 'Seattle' AND year(date) = 2012`)} - ${rain(`location = 'New York' AND year(date) = 2012`)}`,
			},
		],
	},
	{
		name: 'breaks the top group down, and asks why',
		namespace: 'geography',
		turns: [
			{
				say: 'Which region has the most people?',
				rows: 'SELECT region FROM countries GROUP BY 1 ORDER BY sum(population) DESC LIMIT 1',
			},
			{
				say: 'by country',
				rows: 'SELECT country, population FROM countries WHERE region = (SELECT region FROM countries GROUP BY 1 ORDER BY sum(population) DESC LIMIT 1)',
			},
			{
				say: 'Which region has the most people?',
				rows: 'SELECT region FROM countries GROUP BY 1 ORDER BY sum(population) DESC LIMIT 1',
			},
			{ say: 'why?', rows: '' },
		],
	},
	{
		name: 'asks for the average of each top group',
		namespace: 'aviation',
		turns: [
			{ say: 'How many flights were more than an hour late?', rows: `SELECT count(*) ${late}` },
			{ say: 'which airports did they mostly leave from?', rows: `SELECT origin, count(*) ${late} GROUP BY 1` },
			{ say: 'only the top 3', rows: `SELECT origin, count(*) ${late} GROUP BY 1 ORDER BY 2 DESC LIMIT 3` },
			{
				say: 'show me their average delay',
				rows: `SELECT origin, avg(delay) ${late} AND origin IN ${latest} GROUP BY 1`,
			},
		],
	},
	{
		name: 'counts the rows behind each top group',
		namespace: 'aviation',
		turns: [
			{
				say: 'What did bird strikes cost in total, by phase of flight?',
				rows: 'SELECT "Phase of flight", sum("Cost Total $") FROM bird_strikes GROUP BY 1',
			},
			{
				say: 'just the top 3',
				rows: 'SELECT "Phase of flight", sum("Cost Total $") FROM bird_strikes GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
			},
			{
				say: 'how many strikes are behind each of them?',
				rows: `SELECT "Phase of flight", count(*) FROM bird_strikes WHERE "Phase of flight" IN ${phases} GROUP BY 1`,
			},
		],
	},
	{
		name: 'leaves one of the listed rows out of a total',
		namespace: 'geography',
		turns: [
			{
				say: 'Which 5 states have the most engineers?',
				rows: 'SELECT state, engineers FROM us_states ORDER BY 2 DESC LIMIT 5',
			},
			{ say: 'how many hurricanes did they have?', rows: `SELECT sum(hurricanes) FROM ${engineers}` },
			{
				say: 'leave out Texas',
				rows: `SELECT sum(hurricanes) FROM ${engineers} WHERE state <> 'Texas'`,
			},
			{
				say: 'what is their average population?',
				rows: `SELECT avg(population) FROM ${engineers} WHERE state <> 'Texas'`,
			},
		],
	},
	{
		name: 'changes a condition on rows linked with the listed ones',
		namespace: 'ferries',
		turns: [
			{
				say: 'Top 3 ferries by number of crossings',
				rows: `SELECT name FROM ferries WHERE ferry_id IN ${busiest}`,
			},
			{
				say: 'how many passengers did they carry?',
				rows: `SELECT sum(passengers) FROM crossings WHERE ferry_id IN ${busiest}`,
			},
			{
				say: 'only to Kalmar',
				rows: `SELECT sum(passengers) FROM crossings WHERE ferry_id IN ${busiest} AND destination = 'Kalmar'`,
			},
			{
				say: 'and to Sandnes?',
				rows: `SELECT sum(passengers) FROM crossings WHERE ferry_id IN ${busiest} AND destination = 'Sandnes'`,
			},
		],
	},
	{
		name: 'asks for a share of all rows, and why one group is so high',
		namespace: 'aviation',
		turns: [
			{
				say: 'flights from ORD by destination',
				rows: `SELECT destination, count(*) FROM flights WHERE origin = 'ORD' GROUP BY 1`,
			},
			{
				say: 'top 3',
				rows: `SELECT destination, count(*) FROM flights WHERE origin = 'ORD' GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
			{
				say: 'as a share of all flights',
				rows: `SELECT destination, 100.0 * count(*) / (SELECT count(*) FROM flights) FROM flights WHERE origin = 'ORD' GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
			{ say: 'flights by origin', rows: 'SELECT origin, count(*) FROM flights GROUP BY 1' },
			{
				say: 'why is DFW so high?',
				rows: `SELECT strftime(departure, '%Y-%m'), count(*) FROM flights WHERE origin = 'DFW' GROUP BY 1`,
			},
		],
	},
];
