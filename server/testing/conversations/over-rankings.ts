import type { Conversation } from './types.ts';

/** Follow-ups that rank, sort, narrow or count what the previous answer listed. */
export const overRankings: readonly Conversation[] = [
	{
		name: 'moves on by a year, and ranks the counted rows',
		namespace: 'ferries',
		turns: [
			{
				say: 'How many crossings were there in 2011?',
				rows: 'SELECT count(*) FROM crossings WHERE year(sailed_on) = 2011',
			},
			{ say: 'and the year after?', rows: 'SELECT count(*) FROM crossings WHERE year(sailed_on) = 2012' },
			{
				say: 'which destination had the most?',
				rows: 'SELECT destination FROM crossings WHERE year(sailed_on) = 2012 GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1',
			},
			{
				say: 'show me the bottom 2',
				rows: 'SELECT destination FROM crossings WHERE year(sailed_on) = 2012 GROUP BY 1 ORDER BY count(*), 1 LIMIT 2',
			},
		],
	},
	{
		name: 'filters groups by their figure, and counts them',
		namespace: 'ferries',
		turns: [
			{
				say: 'average delay per crossing for each destination',
				rows: 'SELECT destination, avg(delay_min) FROM crossings GROUP BY 1',
			},
			{
				say: 'how many of them are above 10?',
				rows: 'SELECT count(*) FROM (SELECT avg(delay_min) AS a FROM crossings GROUP BY destination) WHERE a > 10',
			},
			{
				say: 'which ones average more than 10?',
				rows: 'SELECT destination, avg(delay_min) FROM crossings GROUP BY 1 HAVING avg(delay_min) > 10',
			},
			{
				say: 'the worst two',
				rows: 'SELECT destination FROM crossings GROUP BY 1 ORDER BY avg(delay_min) DESC LIMIT 2',
			},
		],
	},
	{
		name: 'sorts a list, and drops rows from it',
		namespace: 'nature',
		turns: [
			{
				say: 'How many earthquakes stronger than magnitude 5 were there?',
				rows: `SELECT count(*) FROM earthquakes WHERE magnitude > 5 AND event_type = 'earthquake'`,
			},
			{ say: 'list them with place and depth', rows: 'SELECT place, depth_km FROM earthquakes WHERE magnitude > 5' },
			{ say: 'deepest first', rows: 'SELECT place, depth_km FROM earthquakes WHERE magnitude > 5' },
			{
				say: 'drop the ones shallower than 100 km',
				rows: 'SELECT place, depth_km FROM earthquakes WHERE magnitude > 5 AND depth_km >= 100',
			},
		],
	},
	{
		name: 'keeps a condition on the origin when grouping by destination',
		namespace: 'aviation',
		turns: [
			{
				say: "How many flights left from Chicago O'Hare International in February?",
				rows: `SELECT count(*) FROM flights WHERE origin = 'ORD' AND month(departure) = 2`,
			},
			{
				say: 'what was the average delay there?',
				rows: `SELECT avg(delay) FROM flights WHERE origin = 'ORD' AND month(departure) = 2`,
			},
			{
				say: 'break it down by destination',
				rows: `SELECT destination, avg(delay) FROM flights WHERE origin = 'ORD' AND month(departure) = 2 GROUP BY 1`,
			},
		],
	},
	{
		name: 'counts the crossings of listed ferries by group',
		namespace: 'ferries',
		turns: [
			{ say: 'Which ferries have home port Lysvik?', rows: `SELECT name FROM ferries WHERE home_port = 'Lysvik'` },
			{
				say: 'how many crossings did they make by destination?',
				rows: `SELECT destination, count(*) FROM crossings JOIN ferries USING (ferry_id) WHERE home_port = 'Lysvik' GROUP BY 1`,
			},
		],
	},
	{
		name: 'keeps the year that an answer picked',
		namespace: 'aviation',
		turns: [
			{
				say: 'How many bird strikes per year?',
				rows: 'SELECT year("Flight Date"), count(*) FROM bird_strikes GROUP BY 1',
			},
			{
				say: 'which year had the most?',
				rows: 'SELECT year("Flight Date"), count(*) FROM bird_strikes GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
			},
			{
				say: 'how many strikes caused damage that year?',
				rows: `SELECT count(*) FROM bird_strikes WHERE year("Flight Date") = 2001 AND "Effect Amount of damage" <> 'None'`,
			},
		],
	},
	{
		name: 'drops a grouping, and takes the maximum instead of the average',
		namespace: 'ferries',
		turns: [
			{
				say: 'average delay by destination and year',
				rows: 'SELECT destination, year(sailed_on), avg(delay_min) FROM crossings GROUP BY 1, 2',
			},
			{ say: 'drop the destination', rows: 'SELECT year(sailed_on), avg(delay_min) FROM crossings GROUP BY 1' },
			{ say: 'and the maximum?', rows: 'SELECT year(sailed_on), max(delay_min) FROM crossings GROUP BY 1' },
		],
	},
	{
		name: 'ranks by a total, corrects the column, and asks for shares',
		namespace: 'ferries',
		turns: [
			{
				say: 'top 3 ferries by passengers',
				rows: `SELECT name, sum(passengers) FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
			{
				say: 'no, by delay min',
				rows: `SELECT name, sum(delay_min) FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
			{
				say: 'as a share of all',
				rows: `SELECT name, 100.0 * sum(delay_min) / sum(sum(delay_min)) OVER () FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
			{
				say: 'for Kalmar only?',
				rows: `SELECT name, 100.0 * sum(delay_min) / sum(sum(delay_min)) OVER () FROM crossings JOIN ferries USING (ferry_id) WHERE destination = 'Kalmar' GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
		],
	},
	{
		name: 'asks for the worst groups, and lists the counted rows',
		namespace: 'ferries',
		turns: [
			{
				say: 'average delay by destination',
				rows: 'SELECT destination, avg(delay_min) FROM crossings GROUP BY 1',
			},
			{
				say: 'which are the two worst?',
				rows: 'SELECT destination, avg(delay_min) FROM crossings GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
			},
			{ say: 'How many ferries were built after 2000?', rows: 'SELECT count(*) FROM ferries WHERE built > 2000' },
			{
				say: 'list them by capacity',
				rows: 'SELECT name, capacity FROM ferries WHERE built > 2000 ORDER BY capacity',
			},
			{ say: 'no, by built', rows: 'SELECT name, built FROM ferries WHERE built > 2000 ORDER BY built' },
		],
	},
];
