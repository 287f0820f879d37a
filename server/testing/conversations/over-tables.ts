import type { Conversation } from './types.ts';

/** Over tables that were never used to develop a reader. */
export const overTables: readonly Conversation[] = [
	{
		name: 'compares years in tables without descriptions',
		namespace: 'ferries',
		turns: [
			{
				say: 'How many crossings were there in 2011?',
				rows: 'SELECT count(*) FROM crossings WHERE year(sailed_on) = 2011',
			},
			{ say: 'the same for 2012', rows: 'SELECT count(*) FROM crossings WHERE year(sailed_on) = 2012' },
			{
				say: 'by destination',
				rows: 'SELECT destination, count(*) FROM crossings WHERE year(sailed_on) = 2012 GROUP BY 1',
			},
			{
				say: 'and only for destination Kalmar?',
				rows: `SELECT count(*) FROM crossings WHERE year(sailed_on) = 2012 AND destination = 'Kalmar'`,
			},
			{ say: 'why?', rows: '' },
		],
	},
	{
		name: 'asks about one row of a list',
		namespace: 'ferries',
		turns: [
			{ say: 'Names of ferries with a capacity above 450', rows: 'SELECT name FROM ferries WHERE capacity > 450' },
			{ say: 'the third one', rows: 'SELECT name FROM ferries WHERE capacity > 450 LIMIT 1 OFFSET 2' },
			{ say: 'when was it built?', rows: 'SELECT built FROM ferries WHERE capacity > 450 LIMIT 1 OFFSET 2' },
			{ say: 'Names of ferries with a capacity above 450', rows: 'SELECT name FROM ferries WHERE capacity > 450' },
			{ say: 'what is their average capacity?', rows: 'SELECT avg(capacity) FROM ferries WHERE capacity > 450' },
		],
	},
	{
		name: 'ranks, reverses the ranking, and asks about one row',
		namespace: 'ferries',
		turns: [
			{
				say: 'Top 3 ferries by number of crossings',
				rows: 'SELECT name FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1 ORDER BY count(*) DESC LIMIT 3',
			},
			{
				say: 'and the bottom 2?',
				rows: 'SELECT name FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1 ORDER BY count(*) LIMIT 2',
			},
			{
				say: 'what is the home port of the second one?',
				rows: 'SELECT home_port FROM ferries WHERE name = (SELECT name FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1 ORDER BY count(*) LIMIT 1 OFFSET 1)',
			},
			{
				say: 'What is the average delay by destination?',
				rows: 'SELECT destination, avg(delay_min) FROM crossings GROUP BY 1',
			},
			{ say: 'only for Kalmar', rows: `SELECT avg(delay_min) FROM crossings WHERE destination = 'Kalmar'` },
		],
	},
	{
		name: 'asks about a table as in an encyclopedia',
		namespace: 'league',
		turns: [
			{ say: 'What is the highest attendance?', rows: 'SELECT max(Attendance) FROM games' },
			{ say: 'and the lowest?', rows: 'SELECT min(Attendance) FROM games' },
			{ say: 'the same for 2013', rows: 'SELECT min(Attendance) FROM games WHERE year(Date) = 2013' },
			{
				say: 'which opponent was it?',
				rows: 'SELECT Opponent FROM games WHERE year(Date) = 2013 ORDER BY Attendance LIMIT 1',
			},
			{
				say: 'How many games have the result Win?',
				rows: `SELECT count(*) FROM games WHERE Result = 'Win'`,
			},
		],
	},
	{
		name: 'clarifies a word in an unfamiliar table',
		namespace: 'ferries',
		turns: [
			{
				say: 'How many crossings are there by port?',
				unclear: { click: /destination/, reply: 'destination' },
				rows: 'SELECT destination, count(*) FROM crossings GROUP BY 1',
			},
			{
				say: 'in 2012',
				rows: 'SELECT destination, count(*) FROM crossings WHERE year(sailed_on) = 2012 GROUP BY 1',
			},
			{
				say: 'as a share',
				rows: 'SELECT destination, 100.0 * count(*) / sum(count(*)) OVER () FROM crossings WHERE year(sailed_on) = 2012 GROUP BY 1',
			},
			{
				say: 'which of those is the highest?',
				rows: 'SELECT destination FROM crossings WHERE year(sailed_on) = 2012 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
			},
			{ say: 'How many ferries are there?', rows: 'SELECT count(*) FROM ferries' },
		],
	},
	{
		name: 'chooses several rows of one list, one after the other',
		namespace: 'ferries',
		turns: [
			{
				say: 'number of crossings per month',
				rows: `SELECT count(*) FROM crossings GROUP BY date_trunc('month', sailed_on)`,
			},
			{
				say: 'only 2011',
				rows: 'SELECT count(*) FROM crossings WHERE year(sailed_on) = 2011 GROUP BY month(sailed_on)',
			},
			{
				say: 'which was the highest?',
				rows: 'SELECT count(*) FROM crossings WHERE year(sailed_on) = 2011 GROUP BY month(sailed_on) QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1',
			},
			{
				say: 'and the lowest?',
				rows: 'SELECT count(*) FROM crossings WHERE year(sailed_on) = 2011 GROUP BY month(sailed_on) QUALIFY rank() OVER (ORDER BY count(*)) = 1',
			},
			{
				say: 'same for 2012',
				rows: 'SELECT count(*) FROM crossings WHERE year(sailed_on) = 2012 GROUP BY month(sailed_on) QUALIFY rank() OVER (ORDER BY count(*)) = 1',
			},
		],
	},
	{
		name: 'clarifies which month is meant for another place',
		namespace: 'ferries',
		turns: [
			{
				say: 'average delay per month of crossings to Kalmar in 2011',
				rows: `SELECT avg(delay_min) FROM crossings WHERE destination = 'Kalmar' AND year(sailed_on) = 2011 GROUP BY month(sailed_on)`,
			},
			{
				say: 'highest month?',
				rows: `SELECT avg(delay_min) FROM crossings WHERE destination = 'Kalmar' AND year(sailed_on) = 2011 GROUP BY month(sailed_on) ORDER BY 1 DESC LIMIT 1`,
			},
			{
				say: 'how many crossings were there in that month?',
				rows: `SELECT count(*) FROM crossings WHERE destination = 'Kalmar' AND year(sailed_on) = 2011 AND month(sailed_on) = (SELECT month(sailed_on) FROM crossings WHERE destination = 'Kalmar' AND year(sailed_on) = 2011 GROUP BY 1 ORDER BY avg(delay_min) DESC LIMIT 1)`,
			},
			{
				say: 'and to Sandnes?',
				rows: `SELECT count(*) FROM crossings WHERE destination = 'Sandnes' AND year(sailed_on) = 2011 AND month(sailed_on) = (SELECT month(sailed_on) FROM crossings WHERE destination = 'Kalmar' AND year(sailed_on) = 2011 GROUP BY 1 ORDER BY avg(delay_min) DESC LIMIT 1)`,
				unclear: { click: /same month/, reply: 'the same month' },
			},
		],
	},
	{
		name: 'compares two values, and clarifies whether to add a third',
		namespace: 'ferries',
		turns: [
			{
				say: 'number of crossings to Kalmar per month in 2011',
				rows: `SELECT count(*) FROM crossings WHERE destination = 'Kalmar' AND year(sailed_on) = 2011 GROUP BY month(sailed_on)`,
			},
			{
				say: 'compare with Sandnes',
				rows: `SELECT destination, count(*) FROM crossings WHERE destination IN ('Kalmar', 'Sandnes') AND year(sailed_on) = 2011 GROUP BY month(sailed_on), 1`,
			},
			{
				say: 'in which month was the difference between them largest?',
				rows: `SELECT abs(count(*) FILTER (WHERE destination = 'Kalmar') - count(*) FILTER (WHERE destination = 'Sandnes')) AS gap FROM crossings WHERE destination IN ('Kalmar', 'Sandnes') AND year(sailed_on) = 2011 GROUP BY month(sailed_on) HAVING count(DISTINCT destination) = 2 QUALIFY rank() OVER (ORDER BY gap DESC) = 1`,
			},
			{
				say: 'and smallest?',
				rows: `SELECT abs(count(*) FILTER (WHERE destination = 'Kalmar') - count(*) FILTER (WHERE destination = 'Sandnes')) AS gap FROM crossings WHERE destination IN ('Kalmar', 'Sandnes') AND year(sailed_on) = 2011 GROUP BY month(sailed_on) HAVING count(DISTINCT destination) = 2 QUALIFY rank() OVER (ORDER BY gap) = 1`,
			},
			{
				say: 'Number of crossings to Kalmar or Sandnes by month in 2011',
				rows: `SELECT count(*) FROM crossings WHERE destination IN ('Kalmar', 'Sandnes') AND year(sailed_on) = 2011 GROUP BY month(sailed_on)`,
			},
			{
				say: 'and to Skagen?',
				rows: `SELECT count(*) FROM crossings WHERE destination = 'Skagen' AND year(sailed_on) = 2011 GROUP BY month(sailed_on)`,
				unclear: { click: /only/, reply: 'only' },
			},
		],
	},
	{
		name: 'keeps all rows tied for first place, and their conditions',
		namespace: 'ferries',
		turns: [
			{ say: 'How many ferries by engine?', rows: 'SELECT engine, count(*) FROM ferries GROUP BY 1' },
			{ say: 'which of those is the rarest?', rows: `SELECT 'electric', 1` },
			{ say: 'Which home port has the most ferries?', rows: `SELECT 'Lysvik', 3` },
			{ say: 'and the lowest?', rows: `SELECT * FROM (VALUES ('Torhamn', 2), ('Sandnes', 2))` },
		],
	},
	{
		name: 'counts rows without matches, and ranks home ports',
		namespace: 'ferries',
		turns: [
			{
				say: 'Which ferries have never been to Kalmar?',
				rows: `SELECT name FROM ferries WHERE ferry_id NOT IN (SELECT ferry_id FROM crossings WHERE destination = 'Kalmar')`,
			},
			{
				say: 'how many are those?',
				rows: `SELECT count(*) FROM ferries WHERE ferry_id NOT IN (SELECT ferry_id FROM crossings WHERE destination = 'Kalmar')`,
			},
			{
				say: 'Top 2 home ports by number of crossings',
				rows: 'SELECT home_port, count(*) FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
			},
			{
				say: 'and the lowest?',
				rows: 'SELECT home_port, count(*) FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1 ORDER BY 2 LIMIT 1',
			},
		],
	},
	{
		name: 'asks for both ends of a list, and for a total of its rows',
		namespace: 'ferries',
		turns: [
			{
				say: 'total passengers by ferry',
				rows: 'SELECT name, sum(passengers) FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1',
			},
			{
				say: 'highest 2',
				rows: 'SELECT name, sum(passengers) FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
			},
			{
				say: 'and the bottom 2?',
				rows: 'SELECT name, sum(passengers) FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1 ORDER BY 2 LIMIT 2',
			},
			{
				say: 'what is their total capacity?',
				rows: 'SELECT sum(capacity) FROM ferries WHERE ferry_id IN (SELECT ferry_id FROM crossings GROUP BY 1 ORDER BY sum(passengers) LIMIT 2)',
			},
			{ say: 'oldest ferry', rows: 'SELECT name FROM ferries ORDER BY built LIMIT 1' },
			{
				say: 'how many crossings did it make?',
				rows: 'SELECT count(*) FROM crossings WHERE ferry_id = (SELECT ferry_id FROM ferries ORDER BY built LIMIT 1)',
			},
		],
	},
	{
		name: 'asks for a share, and for those that remain',
		namespace: 'ferries',
		turns: [
			{ say: 'crossings with a delay over 10', rows: 'SELECT crossing_id FROM crossings WHERE delay_min > 10' },
			{
				say: 'what share of all crossings is that?',
				rows: 'SELECT 100 * avg((delay_min > 10)::int) FROM crossings',
			},
			{
				say: 'which ferry has the most of them?',
				rows: 'SELECT name, count(*) FROM crossings JOIN ferries USING (ferry_id) WHERE delay_min > 10 GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1',
			},
			{ say: 'average capacity by engine', rows: 'SELECT engine, avg(capacity) FROM ferries GROUP BY 1' },
			{
				say: 'only those built after 2000',
				rows: 'SELECT engine, avg(capacity) FROM ferries WHERE built > 2000 GROUP BY 1',
			},
			{
				say: 'by home port instead',
				rows: 'SELECT home_port, avg(capacity) FROM ferries WHERE built > 2000 GROUP BY 1',
			},
		],
	},
	{
		name: 'repeats the question for another dataset, and sorts shares by name',
		namespace: 'ferries',
		turns: [
			{ say: 'how many ferries are there?', rows: 'SELECT count(*) FROM ferries' },
			{ say: 'same for ports', rows: 'SELECT count(*) FROM ports' },
			{
				say: 'total passengers by ferry',
				rows: 'SELECT name, sum(passengers) FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1',
			},
			{
				say: 'as a share',
				rows: 'SELECT name, 100.0 * sum(passengers) / sum(sum(passengers)) OVER () FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1',
			},
			{
				say: 'sort by name',
				rows: 'SELECT name, 100.0 * sum(passengers) / sum(sum(passengers)) OVER () FROM crossings JOIN ferries USING (ferry_id) GROUP BY 1',
			},
		],
	},
];
