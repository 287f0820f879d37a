import type { Conversation } from './types.ts';

const strong = 'FROM earthquakes WHERE magnitude > 5';
const strongest = `${strong} AND magnitude = (SELECT max(magnitude) ${strong})`;
const weather = (column: string, where: string) =>
	`SELECT location, strftime(date, '%Y-%m'), avg(${column}) FROM daily_weather WHERE year(date) = 2014 AND ${where} GROUP BY 1, 2`;
const night = `FROM bird_strikes WHERE "Time of day" = 'Night' AND "Phase of flight" NOT IN ('Approach', 'Climb')`;
const dearest = `"Aircraft Airline Operator" = (SELECT arg_max("Aircraft Airline Operator", "Cost Total $") FROM bird_strikes)`;

/** Conversations about one row among many, about the rest of them, and about two at once. */
export const overTheRest: readonly Conversation[] = [
	{
		name: 'asks about the strongest of some earthquakes',
		namespace: 'nature',
		turns: [
			{ say: 'How many earthquakes were stronger than 5?', rows: `SELECT count(*) ${strong}` },
			{ say: 'where was the strongest?', rows: `SELECT place ${strongest}` },
			{ say: 'how deep was it?', rows: `SELECT depth_km ${strongest}` },
		],
	},
	{
		name: 'compares some states with the others',
		namespace: 'geography',
		turns: [
			{ say: 'Which states have never had a hurricane?', rows: 'SELECT state FROM us_states WHERE hurricanes = 0' },
			{
				say: "what's the average population of these?",
				rows: 'SELECT avg(population) FROM us_states WHERE hurricanes = 0',
			},
			{ say: 'and of the others?', rows: 'SELECT avg(population) FROM us_states WHERE hurricanes > 0' },
			{
				say: 'which of those is the smallest?',
				rows: 'SELECT state FROM us_states WHERE hurricanes > 0 ORDER BY population LIMIT 1',
			},
		],
	},
	{
		name: 'compares the last two places',
		namespace: 'nature',
		turns: [
			{
				say: 'average max temperature per month in New York in 2014',
				rows: weather('temp_max', "location = 'New York'").replace('location, ', '').replace('1, 2', '1'),
			},
			{
				say: 'and Seattle?',
				rows: weather('temp_max', "location = 'Seattle'").replace('location, ', '').replace('1, 2', '1'),
			},
			{ say: 'compare both', rows: weather('temp_max', 'true') },
			{ say: 'min temperature instead', rows: weather('temp_min', 'true') },
		],
	},
	{
		name: 'leaves out two values, and asks for a total of the counted rows',
		namespace: 'aviation',
		turns: [
			{
				say: 'bird strikes by phase of flight',
				rows: 'SELECT "Phase of flight", count(*) FROM bird_strikes GROUP BY 1',
			},
			{
				say: 'only at night',
				rows: `SELECT "Phase of flight", count(*) FROM bird_strikes WHERE "Time of day" = 'Night' GROUP BY 1`,
			},
			{ say: 'exclude approach and climb', rows: `SELECT "Phase of flight", count(*) ${night} GROUP BY 1` },
			{
				say: 'what did they cost in total?',
				rows: `SELECT "Phase of flight", sum("Cost Total $") ${night} GROUP BY 1`,
			},
		],
	},
	{
		name: 'continues with the airline of one row',
		namespace: 'aviation',
		turns: [
			{
				say: 'What was the most expensive bird strike?',
				rows: 'SELECT "Cost Total $" FROM bird_strikes ORDER BY 1 DESC LIMIT 1',
			},
			{
				say: 'which airline was it?',
				rows: `SELECT DISTINCT "Aircraft Airline Operator" FROM bird_strikes WHERE ${dearest}`,
			},
			{ say: 'how many strikes has that airline had?', rows: `SELECT count(*) FROM bird_strikes WHERE ${dearest}` },
			{
				say: 'per year',
				rows: `SELECT year("Flight Date"), count(*) FROM bird_strikes WHERE ${dearest} GROUP BY 1`,
			},
		],
	},
];
