import type { Conversation } from './types.ts';

const per = 'FROM crossings GROUP BY destination';
const share = (where: string, of: string) =>
	`SELECT destination, 100.0 * count(*) / sum(count(*)) OVER () FROM crossings ${where} GROUP BY destination QUALIFY destination IN (${of})`;
const most = `SELECT destination ${per} ORDER BY count(*) DESC, 1`;
const summer = 'WHERE month(sailed_on) = 7';
const jfk = (origin: string) => `FROM flights WHERE origin = '${origin}' AND month(departure) = 2`;
const strongest = `FROM earthquakes WHERE event_type = 'earthquake' ORDER BY magnitude DESC LIMIT 1`;

/** Follow-ups that reverse an answer, add to it, or ask for shares of the rows it picked. */
export const overTurns: readonly Conversation[] = [
	{
		name: 'asks for the largest group as a share of all, and that share for some rows',
		namespace: 'ferries',
		turns: [
			{ say: 'crossings by destination', rows: `SELECT destination, count(*) ${per}` },
			{ say: 'which is the largest of those?', rows: `SELECT destination, count(*) ${per} ORDER BY 2 DESC LIMIT 1` },
			{ say: 'as a share of all', rows: share('', `${most} LIMIT 1`) },
			{ say: 'for July only?', rows: share(summer, `${most} LIMIT 1`) },
			{
				say: 'and the average delay?',
				rows: `SELECT avg(delay_min) FROM crossings ${summer} AND destination = (${most} LIMIT 1)`,
			},
		],
	},
	{
		name: 'asks for the top groups as a share of all, and for one month',
		namespace: 'ferries',
		turns: [
			{ say: 'crossings by destination', rows: `SELECT destination, count(*) ${per}` },
			{ say: 'only the top 2', rows: `SELECT destination, count(*) ${per} ORDER BY 2 DESC LIMIT 2` },
			{ say: 'as a share of all crossings', rows: share('', `${most} LIMIT 2`) },
			{
				say: 'for July only?',
				rows: `FROM (${share(summer, most)}) ORDER BY 2 DESC LIMIT 2`,
			},
		],
	},
	{
		name: 'reverses a ranking, and adds a column',
		namespace: 'ferries',
		turns: [
			{
				say: 'top 3 ferries by total passengers in 2010',
				rows: `SELECT name, sum(passengers) FROM ferries JOIN crossings USING (ferry_id) WHERE year(sailed_on) = 2010 GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
			{
				say: 'the other way round',
				rows: `SELECT name, sum(passengers) FROM ferries JOIN crossings USING (ferry_id) WHERE year(sailed_on) = 2010 GROUP BY 1 ORDER BY 2 LIMIT 3`,
			},
			{
				say: 'show their capacity too',
				rows: `SELECT name, capacity, sum(passengers) FROM ferries JOIN crossings USING (ferry_id) WHERE year(sailed_on) = 2010 GROUP BY 1, 2 ORDER BY 3 LIMIT 3`,
			},
		],
	},
	{
		name: 'adds a column that describes the groups',
		namespace: 'aviation',
		turns: [
			{ say: 'number of flights per destination', rows: 'SELECT destination, count(*) FROM flights GROUP BY 1' },
			{ say: 'top 4', rows: 'SELECT destination, count(*) FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 4' },
			{
				say: 'show their cities too',
				rows: 'SELECT destination, count(*), any_value(city) FROM flights JOIN airports ON iata = destination GROUP BY 1 ORDER BY 2 DESC LIMIT 4',
			},
		],
	},
	{
		name: 'asks about the day of one row',
		namespace: 'nature',
		turns: [
			{ say: 'the strongest earthquake', rows: `SELECT id ${strongest}` },
			{ say: 'when was it?', rows: `SELECT strftime("time", '%Y-%m-%dT%H:%M:%S') || '.4' ${strongest}` },
			{
				say: 'how many earthquakes were there that day?',
				rows: `SELECT count(*) FROM earthquakes WHERE event_type = 'earthquake' AND "time"::DATE = (SELECT "time"::DATE ${strongest})`,
			},
		],
	},
	{
		name: 'repeats the question for another airport after a follow-up',
		namespace: 'aviation',
		turns: [
			{ say: 'How many flights left JFK in February 2001?', rows: `SELECT count(*) ${jfk('JFK')}` },
			{ say: 'how many of those were late?', rows: `SELECT count(*) ${jfk('JFK')} AND delay > 0` },
			{ say: 'what about ATL?', rows: `SELECT count(*) ${jfk('ATL')} AND delay > 0` },
		],
	},
	{
		name: 'asks for the lowest and the highest average amount',
		namespace: 'aviation',
		turns: [
			{
				say: 'average Cost Total $ by phase of flight',
				rows: `SELECT "Phase of flight", avg("Cost Total $") FROM bird_strikes GROUP BY 1`,
			},
			{
				say: 'which is the cheapest?',
				rows: `SELECT "Phase of flight", avg("Cost Total $") FROM bird_strikes GROUP BY 1 ORDER BY 2 LIMIT 1`,
			},
			{
				say: 'and the dearest?',
				rows: `SELECT "Phase of flight", avg("Cost Total $") FROM bird_strikes GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
			},
		],
	},
	{
		name: 'continues from the last answer after an unrelated question',
		namespace: 'ferries',
		turns: [
			{
				say: 'How many crossings were there in July 2010?',
				rows: `SELECT count(*) FROM crossings WHERE year(sailed_on) = 2010 AND month(sailed_on) = 7`,
			},
			{ say: 'who is the prime minister?', rows: null },
			{
				say: 'and in August?',
				rows: `SELECT count(*) FROM crossings WHERE year(sailed_on) = 2010 AND month(sailed_on) = 8`,
			},
			{ say: 'how tall are the ferries?', rows: null },
			{
				say: 'and in September?',
				unclear: { click: /^- From the last answer/, reply: 'the last answer' },
				rows: `SELECT count(*) FROM crossings WHERE year(sailed_on) = 2010 AND month(sailed_on) = 9`,
			},
		],
	},
	{
		name: 'clarifies what to rank airports by',
		namespace: 'aviation',
		turns: [
			{
				say: 'Which are the top airports?',
				unclear: { click: /most flights/, reply: 'by number of flights' },
				rows: 'SELECT iata, count(*) FROM airports JOIN flights ON iata = destination GROUP BY 1',
			},
			{
				say: 'only the first five',
				rows: 'SELECT iata, count(*) FROM airports JOIN flights ON iata = destination GROUP BY 1 ORDER BY 2 DESC LIMIT 5',
			},
		],
	},
	{
		name: 'compares with another year and the month before',
		namespace: 'ferries',
		turns: [
			{
				say: 'How many crossings were there in 2011?',
				rows: `SELECT count(*) FROM crossings WHERE year(sailed_on) = 2011`,
			},
			{
				say: 'compare with 2010',
				rows: `SELECT year(sailed_on), count(*) FROM crossings WHERE year(sailed_on) IN (2010, 2011) GROUP BY 1`,
			},
			{
				say: 'per month',
				rows: `SELECT strftime(sailed_on, '%Y-%m'), count(*) FROM crossings WHERE year(sailed_on) IN (2010, 2011) GROUP BY 1`,
			},
			{
				say: 'How many crossings were there in July 2010?',
				rows: `SELECT count(*) FROM crossings WHERE strftime(sailed_on, '%Y-%m') = '2010-07'`,
			},
			{
				say: 'compare with the previous month',
				rows: `SELECT strftime(sailed_on, '%Y-%m'), count(*) FROM crossings WHERE strftime(sailed_on, '%Y-%m') IN ('2010-06', '2010-07') GROUP BY 1`,
			},
		],
	},
	{
		name: 'keeps two compared years in a breakdown',
		namespace: 'aviation',
		turns: [
			{
				say: 'How many bird strikes were there in 1999?',
				rows: `SELECT count(*) FROM bird_strikes WHERE year("Flight Date") = 1999`,
			},
			{
				say: 'how does that compare to the year before?',
				rows: `SELECT year("Flight Date"), count(*) FROM bird_strikes WHERE year("Flight Date") IN (1998, 1999) GROUP BY 1`,
			},
			{
				say: 'by time of day',
				rows: `SELECT year("Flight Date"), "Time of day", count(*) FROM bird_strikes WHERE year("Flight Date") IN (1998, 1999) GROUP BY 1, 2`,
			},
		],
	},
];
