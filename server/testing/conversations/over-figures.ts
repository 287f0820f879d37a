import type { Conversation } from './types.ts';

const approach = `FROM bird_strikes WHERE "Phase of flight" = 'Approach'`;
const longHaul = 'FROM flights WHERE distance > 2000';
const large = `FROM bird_strikes WHERE "Phase of flight" IN ('Approach', 'Take-off run') AND "Wildlife Size" = 'Large'`;

/** Follow-ups that ask for another figure of the same rows or groups. */
export const overFigures: readonly Conversation[] = [
	{
		name: 'asks what counted rows cost, and compares that',
		namespace: 'aviation',
		turns: [
			{ say: 'How many bird strikes happened during approach?', rows: `SELECT count(*) ${approach}` },
			{ say: 'what did they cost on average?', rows: `SELECT avg("Cost Total $") ${approach}` },
			{
				say: 'compare that with take-off run',
				rows: `SELECT "Phase of flight", avg("Cost Total $") FROM bird_strikes WHERE "Phase of flight" IN ('Approach', 'Take-off run') GROUP BY 1`,
			},
			{ say: 'only large animals', rows: `SELECT "Phase of flight", avg("Cost Total $") ${large} GROUP BY 1` },
		],
	},
	{
		name: 'ranks all states after counting in one, and asks for shares of the top ones',
		namespace: 'aviation',
		turns: [
			{ say: 'How many airports are in Texas?', rows: `SELECT count(*) FROM airports WHERE state = 'TX'` },
			{
				say: 'which state has the most?',
				rows: 'SELECT state, count(*) FROM airports GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
			},
			{ say: 'top 4', rows: 'SELECT state, count(*) FROM airports GROUP BY 1 ORDER BY 2 DESC LIMIT 4' },
			{
				say: 'as a share of all airports',
				rows: 'SELECT state, 100.0 * count(*) / sum(count(*)) OVER () FROM airports GROUP BY 1 ORDER BY 2 DESC LIMIT 4',
			},
		],
	},
	{
		name: 'ranks by another figure',
		namespace: 'aviation',
		turns: [
			{ say: 'How many flights longer than 2000 miles were there?', rows: `SELECT count(*) ${longHaul}` },
			{ say: 'where do they leave from?', rows: `SELECT origin, count(*) ${longHaul} GROUP BY 1` },
			{ say: 'top 3', rows: `SELECT origin, count(*) ${longHaul} GROUP BY 1 ORDER BY 2 DESC LIMIT 3` },
			{
				say: 'and by average delay?',
				rows: `SELECT origin, avg(delay) ${longHaul} GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
		],
	},
	{
		name: 'breaks one of several years down, and filters its months',
		namespace: 'nature',
		turns: [
			{
				say: 'total precipitation in Seattle by year',
				rows: `SELECT year(date), sum(precipitation) FROM daily_weather WHERE location = 'Seattle' GROUP BY 1`,
			},
			{ say: 'which was the wettest?', rows: 'SELECT 2014' },
			{
				say: 'break that year down by month',
				rows: `SELECT strftime(date, '%Y-%m'), sum(precipitation) FROM daily_weather WHERE location = 'Seattle' AND year(date) = 2014 GROUP BY 1`,
			},
			{
				say: 'only months over 100',
				rows: `SELECT strftime(date, '%Y-%m'), sum(precipitation) FROM daily_weather WHERE location = 'Seattle' AND year(date) = 2014 GROUP BY 1 HAVING sum(precipitation) > 100`,
			},
		],
	},
	{
		name: 'lists the counted rows, and sorts them by a column it shows',
		namespace: 'geography',
		turns: [
			{
				say: 'Which countries in South Asia have an income below 5000?',
				rows: `SELECT country FROM countries WHERE region = 'south_asia' AND income < 5000`,
			},
			{
				say: 'how many of those have a population above 100 million?',
				rows: `SELECT count(*) FROM countries WHERE region = 'south_asia' AND income < 5000 AND population > 100000000`,
			},
			{
				say: 'which ones?',
				rows: `SELECT country FROM countries WHERE region = 'south_asia' AND income < 5000 AND population > 100000000`,
			},
			{
				say: 'what’s their population?',
				rows: `SELECT country, population FROM countries WHERE region = 'south_asia' AND income < 5000 AND population > 100000000`,
			},
			{
				say: 'sort by that',
				rows: `SELECT country, population FROM countries WHERE region = 'south_asia' AND income < 5000 AND population > 100000000`,
			},
		],
	},
	{
		name: 'leaves a group out, and counts per listed row',
		namespace: 'ferries',
		turns: [
			{
				say: 'How many crossings per destination in 2011?',
				rows: 'SELECT destination, count(*) FROM crossings WHERE year(sailed_on) = 2011 GROUP BY 1',
			},
			{
				say: 'without Lysvik',
				rows: `SELECT destination, count(*) FROM crossings WHERE year(sailed_on) = 2011 AND destination <> 'Lysvik' GROUP BY 1`,
			},
			{
				say: 'Which ferries were built before 2000?',
				rows: 'SELECT name FROM ferries WHERE built < 2000',
			},
			{
				say: 'how many crossings did each have?',
				rows: 'SELECT name, count(*) FROM ferries JOIN crossings USING (ferry_id) WHERE built < 2000 GROUP BY 1',
			},
		],
	},
];
