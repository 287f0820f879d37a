import type { Conversation } from './types.ts';

/** Over the sample workspace. */
const ofWorstDay = `magnitude > 5 AND event_type = 'earthquake' AND "time"::DATE =
	(SELECT "time"::DATE FROM earthquakes WHERE magnitude > 5 AND event_type = 'earthquake' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)`;

export const overSample: readonly Conversation[] = [
	{
		name: 'narrows a count and breaks it down',
		namespace: 'aviation',
		turns: [
			{ say: 'How many flights left from ORD?', rows: `SELECT count(*) FROM flights WHERE origin = 'ORD'` },
			{
				say: 'and in February?',
				rows: `SELECT count(*) FROM flights WHERE origin = 'ORD' AND month(departure) = 2`,
			},
			{
				say: 'by destination',
				rows: `SELECT destination, count(*) FROM flights WHERE origin = 'ORD' AND month(departure) = 2 GROUP BY 1`,
			},
			{
				say: 'only the top 3',
				rows: `SELECT destination, count(*) FROM flights WHERE origin = 'ORD' AND month(departure) = 2 GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
			{
				say: 'how many flights are those in total?',
				rows: `SELECT sum(n) FROM (SELECT count(*) AS n FROM flights WHERE origin = 'ORD' AND month(departure) = 2 GROUP BY destination ORDER BY n DESC LIMIT 3)`,
			},
		],
	},
	{
		name: 'turns a ranking around and asks about one of its rows',
		namespace: 'aviation',
		turns: [
			{
				say: 'Top 5 origins by average delay',
				rows: 'SELECT origin, avg(delay) FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 5',
			},
			{
				say: 'the second one',
				rows: 'SELECT origin, avg(delay) FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 1 OFFSET 1',
			},
			{
				say: 'how many flights does it have?',
				rows: 'SELECT count(*) FROM flights WHERE origin = (SELECT origin FROM flights GROUP BY 1 ORDER BY avg(delay) DESC LIMIT 1 OFFSET 1)',
			},
			{
				say: 'by month',
				rows: 'SELECT count(*) FROM flights WHERE origin = (SELECT origin FROM flights GROUP BY 1 ORDER BY avg(delay) DESC LIMIT 1 OFFSET 1) GROUP BY month(departure)',
			},
			{ say: 'why?', rows: '' },
		],
	},
	{
		name: 'repeats the question for other years and places',
		namespace: 'nature',
		turns: [
			{
				say: 'What was the total precipitation in Seattle in 2012?',
				rows: `SELECT sum(precipitation) FROM daily_weather WHERE location = 'Seattle' AND year(date) = 2012`,
			},
			{
				say: 'the same for 2013',
				rows: `SELECT sum(precipitation) FROM daily_weather WHERE location = 'Seattle' AND year(date) = 2013`,
			},
			{
				say: 'and in New York?',
				rows: `SELECT sum(precipitation) FROM daily_weather WHERE location = 'New York' AND year(date) = 2013`,
			},
			{
				say: 'show it by month',
				rows: `SELECT sum(precipitation) FROM daily_weather WHERE location = 'New York' AND year(date) = 2013 GROUP BY month(date)`,
			},
			{
				say: 'which of those was the highest?',
				rows: `SELECT sum(precipitation) FROM daily_weather WHERE location = 'New York' AND year(date) = 2013 GROUP BY month(date) ORDER BY 1 DESC LIMIT 1`,
			},
		],
	},
	{
		name: 'asks about the rows of a list',
		namespace: 'geography',
		turns: [
			{
				say: 'List the five countries with the highest population',
				rows: 'SELECT country, population FROM countries ORDER BY population DESC LIMIT 5',
			},
			{
				say: 'what is their income?',
				rows: 'SELECT country, income FROM (FROM countries ORDER BY population DESC LIMIT 5)',
			},
			{
				say: 'which of them has the highest income?',
				rows: 'SELECT country FROM (FROM countries ORDER BY population DESC LIMIT 5) ORDER BY income DESC LIMIT 1',
			},
			{
				say: 'what is its population?',
				rows: 'SELECT population FROM (FROM countries ORDER BY population DESC LIMIT 5) ORDER BY income DESC LIMIT 1',
			},
			{
				say: 'How many countries are there by region?',
				rows: 'SELECT region, count(*) FROM countries GROUP BY 1',
			},
		],
	},
	{
		name: 'clarifies ambiguous questions',
		namespace: 'aviation',
		turns: [
			{
				say: 'flights by airport',
				unclear: { click: /origin/, reply: 'origin' },
				rows: 'SELECT origin, count(*) FROM flights GROUP BY 1',
			},
			{
				say: 'only in January',
				rows: 'SELECT origin, count(*) FROM flights WHERE month(departure) = 1 GROUP BY 1',
			},
			{
				say: 'top 5 destinations',
				unclear: { click: /number of flights/, reply: 'by number of flights' },
				rows: 'SELECT destination, count(*) FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 5',
			},
			{
				say: 'which of them was the lowest?',
				rows: 'SELECT destination, count(*) FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 1 OFFSET 4',
			},
			{ say: 'How many airports are there?', rows: 'SELECT count(*) FROM airports' },
		],
	},
	{
		name: 'repeats the question for another airline and direction',
		namespace: 'aviation',
		turns: [
			{
				say: 'Which airline had the most bird strikes?',
				rows: `SELECT "Aircraft Airline Operator", count(*) FROM bird_strikes GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
			},
			{
				say: 'how much did those cost in total?',
				rows: `SELECT sum("Cost Total $") FROM bird_strikes WHERE "Aircraft Airline Operator" = 'AMERICAN AIRLINES'`,
			},
			{
				say: 'same for DELTA AIR LINES',
				rows: `SELECT sum("Cost Total $") FROM bird_strikes WHERE "Aircraft Airline Operator" = 'DELTA AIR LINES'`,
			},
			{ say: 'How many flights from ORD?', rows: `SELECT count(*) FROM flights WHERE origin = 'ORD'` },
			{ say: 'and to ORD?', rows: `SELECT count(*) FROM flights WHERE destination = 'ORD'` },
		],
	},
	{
		name: 'picks a row by its rank, and repeats the question for a name',
		namespace: 'aviation',
		turns: [
			{ say: 'How many flights by origin?', rows: 'SELECT origin, count(*) FROM flights GROUP BY 1' },
			{
				say: 'the second one',
				rows: 'SELECT origin, count(*) FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 1 OFFSET 1',
			},
			{ say: 'same for ATL', rows: `SELECT origin, count(*) FROM flights WHERE origin = 'ATL' GROUP BY 1` },
			{
				say: 'How many bird strikes by airline?',
				rows: 'SELECT "Aircraft Airline Operator", count(*) FROM bird_strikes GROUP BY 1',
			},
			{
				say: 'top 3',
				rows: 'SELECT "Aircraft Airline Operator", count(*) FROM bird_strikes GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
			},
		],
	},
	{
		name: 'repeats the question for a country by name',
		namespace: 'geography',
		turns: [
			{
				say: 'Which country has the highest health?',
				rows: 'SELECT country, health FROM countries ORDER BY health DESC LIMIT 1',
			},
			{ say: 'same for Austria', rows: `SELECT country, health FROM countries WHERE country = 'Austria'` },
			{ say: 'its income?', rows: `SELECT income FROM countries WHERE country = 'Austria'` },
			{ say: 'same for Germany', rows: `SELECT income FROM countries WHERE country = 'Germany'` },
		],
	},
	{
		name: 'lists the rows of one group, and turns to the other end',
		namespace: 'geography',
		turns: [
			{ say: 'countries per region', rows: 'SELECT region, count(*) FROM countries GROUP BY 1' },
			{
				say: 'biggest',
				rows: 'SELECT region, count(*) FROM countries GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
			},
			{
				say: 'which countries are those?',
				rows: `SELECT country FROM countries WHERE region = 'europe_central_asia'`,
			},
			{
				say: 'richest',
				rows: `SELECT country FROM countries WHERE region = 'europe_central_asia' ORDER BY income DESC LIMIT 1`,
			},
			{
				say: 'and the poorest?',
				rows: `SELECT country FROM countries WHERE region = 'europe_central_asia' ORDER BY income LIMIT 1`,
			},
		],
	},
	{
		name: 'asks about the top row, then for the lowest',
		namespace: 'geography',
		turns: [
			{
				say: 'Which country has the highest income?',
				rows: 'SELECT country FROM countries ORDER BY income DESC LIMIT 1',
			},
			{ say: 'its population?', rows: 'SELECT population FROM countries ORDER BY income DESC LIMIT 1' },
			{ say: 'and the lowest?', rows: 'SELECT country, income FROM countries ORDER BY income LIMIT 1' },
			{
				say: 'same for Asia',
				rows: `SELECT country, income FROM countries WHERE region LIKE '%asia%' ORDER BY income LIMIT 1`,
			},
		],
	},
	{
		name: 'filters a list, and asks how many people live in one of its states',
		namespace: 'geography',
		turns: [
			{ say: '5 largest states', rows: 'SELECT state FROM us_states ORDER BY population DESC LIMIT 5' },
			{
				say: 'which of them had hurricanes?',
				rows: 'SELECT state FROM (FROM us_states ORDER BY population DESC LIMIT 5) WHERE hurricanes > 0',
			},
			{
				say: 'the smallest one',
				rows: `SELECT state FROM us_states WHERE state = 'New York'`,
			},
			{ say: 'how many people live there?', rows: `SELECT population FROM us_states WHERE state = 'New York'` },
		],
	},
	{
		name: 'asks where the strongest earthquake was and how deep',
		namespace: 'nature',
		turns: [
			{ say: 'What was the strongest earthquake?', rows: 'SELECT max(magnitude) FROM earthquakes' },
			{ say: 'where was the strongest?', rows: 'SELECT place FROM earthquakes ORDER BY magnitude DESC LIMIT 1' },
			{ say: 'how deep was it?', rows: 'SELECT depth_km FROM earthquakes ORDER BY magnitude DESC LIMIT 1' },
			{
				say: 'How many earthquakes by event type?',
				rows: 'SELECT event_type, count(*) FROM earthquakes GROUP BY 1',
			},
			{
				say: 'the second one',
				rows: 'SELECT event_type, count(*) FROM earthquakes GROUP BY 1 ORDER BY 2 DESC LIMIT 1 OFFSET 1',
			},
		],
	},
	{
		name: 'counts the rows of the top group',
		namespace: 'nature',
		turns: [
			{
				say: 'average magnitude by magnitude type',
				rows: 'SELECT magnitude_type, avg(magnitude) FROM earthquakes GROUP BY 1',
			},
			{
				say: 'the top one',
				rows: 'SELECT magnitude_type, avg(magnitude) FROM earthquakes GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
			},
			{ say: 'how many of those were there?', rows: `SELECT count(*) FROM earthquakes WHERE magnitude_type = 'mww'` },
			{
				say: 'and by event type?',
				rows: `SELECT event_type, count(*) FROM earthquakes WHERE magnitude_type = 'mww' GROUP BY 1`,
			},
		],
	},
	{
		name: 'finds states by name although the data has codes',
		namespace: 'aviation',
		turns: [
			{ say: 'How many airports are there in Texas?', rows: `SELECT count(*) FROM airports WHERE state = 'TX'` },
			{ say: 'list them', rows: `SELECT name FROM airports WHERE state = 'TX'` },
			{ say: 'airports in Ohio', rows: `SELECT name FROM airports WHERE state = 'OH'` },
		],
	},
	{
		name: 'asks which phase costs most, then repeats it for another airline',
		namespace: 'aviation',
		turns: [
			{
				say: 'Which airline had most bird strikes?',
				rows: `SELECT "Aircraft Airline Operator", count(*) FROM bird_strikes GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
			},
			{
				say: 'what was their total cost?',
				rows: `SELECT sum("Cost Total $") FROM bird_strikes WHERE "Aircraft Airline Operator" = 'AMERICAN AIRLINES'`,
			},
			{
				say: 'by phase',
				rows: `SELECT "Phase of flight", sum("Cost Total $") FROM bird_strikes WHERE "Aircraft Airline Operator" = 'AMERICAN AIRLINES' GROUP BY 1`,
			},
			{
				say: 'the most expensive one',
				rows: `SELECT "Phase of flight", sum("Cost Total $") FROM bird_strikes WHERE "Aircraft Airline Operator" = 'AMERICAN AIRLINES' GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
			},
			{
				say: 'same for DELTA AIR LINES',
				rows: `SELECT "Phase of flight", sum("Cost Total $") FROM bird_strikes WHERE "Aircraft Airline Operator" = 'DELTA AIR LINES' GROUP BY 1`,
			},
		],
	},
	{
		name: 'clarifies which dataset is meant',
		namespace: 'geography',
		turns: [
			{
				say: 'average population',
				unclear: { click: /of countries/, reply: 'countries' },
				rows: 'SELECT avg(population) FROM countries',
			},
			{ say: 'and the highest?', rows: 'SELECT max(population) FROM countries' },
		],
	},
	{
		name: 'reverses the direction of flights',
		namespace: 'aviation',
		turns: [
			{ say: 'How many flights left from ATL?', rows: `SELECT count(*) FROM flights WHERE origin = 'ATL'` },
			{ say: 'and how many to there?', rows: `SELECT count(*) FROM flights WHERE destination = 'ATL'` },
			{
				say: 'per month instead',
				rows: `SELECT strftime(departure, '%Y-%m'), count(*) FROM flights WHERE destination = 'ATL' GROUP BY 1`,
			},
		],
	},
	{
		name: 'sorts groups by number, and asks for the busiest',
		namespace: 'aviation',
		turns: [
			{
				say: 'how many flights from ORD per day of the week',
				rows: `SELECT dayname(departure), count(*) FROM flights WHERE origin = 'ORD' GROUP BY 1`,
			},
			{
				say: 'sort by number',
				rows: `SELECT dayname(departure), count(*) FROM flights WHERE origin = 'ORD' GROUP BY 1`,
			},
			{
				say: 'which is the busiest?',
				rows: `SELECT dayname(departure), count(*) FROM flights WHERE origin = 'ORD' GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
			},
		],
	},
	{
		name: 'clarifies what to rank by, and asks for one state',
		namespace: 'aviation',
		turns: [
			{
				say: 'top airports',
				unclear: { click: /most flights/, reply: 'by number of flights' },
				rows: 'SELECT iata, count(*) FROM airports JOIN flights ON destination = iata GROUP BY 1',
			},
			{
				say: 'only in Texas',
				rows: `SELECT iata, count(*) FROM airports JOIN flights ON destination = iata WHERE state = 'TX' GROUP BY 1`,
			},
			{ say: 'and the second?', rows: `SELECT 'IAH', 394` },
			{ say: 'where is it?', rows: `SELECT 'Houston', 'TX'` },
		],
	},
	{
		name: 'counts rows with any damage',
		namespace: 'aviation',
		turns: [
			{
				say: 'Which species were hit most often? top 3',
				rows: 'SELECT "Wildlife Species", count(*) FROM bird_strikes GROUP BY 1 ORDER BY 2 DESC LIMIT 3',
			},
			{
				say: 'how many of those caused damage',
				rows: `SELECT count(*) FROM bird_strikes WHERE "Effect Amount of damage" <> 'None' AND "Wildlife Species" IN (SELECT "Wildlife Species" FROM bird_strikes GROUP BY 1 ORDER BY count(*) DESC LIMIT 3)`,
			},
		],
	},
	{
		name: 'asks for another quantity',
		namespace: 'geography',
		turns: [
			{
				say: 'What was the population of Germany in 2005?',
				rows: `SELECT pop FROM country_years WHERE country = 'Germany' AND year = 2005`,
			},
			{
				say: 'what about life expectancy?',
				rows: `SELECT life_expect FROM country_years WHERE country = 'Germany' AND year = 2005`,
			},
		],
	},
	{
		name: 'asks which day was worst, and where the second was',
		namespace: 'nature',
		turns: [
			{
				say: 'How many earthquakes were stronger than 5?',
				rows: `SELECT count(*) FROM earthquakes WHERE magnitude > 5 AND event_type = 'earthquake'`,
			},
			{
				say: 'by day',
				rows: `SELECT "time"::DATE, count(*) FROM earthquakes WHERE magnitude > 5 AND event_type = 'earthquake' GROUP BY 1`,
			},
			{
				say: 'which day was the worst?',
				rows: `SELECT "time"::DATE, count(*) FROM earthquakes WHERE magnitude > 5 AND event_type = 'earthquake' GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
			},
			{
				say: 'list the strongest 3',
				rows: `SELECT id FROM earthquakes WHERE ${ofWorstDay} ORDER BY magnitude DESC, id LIMIT 3`,
			},
			{
				say: 'where was the second?',
				rows: `SELECT place FROM earthquakes WHERE ${ofWorstDay} ORDER BY magnitude DESC, id LIMIT 1 OFFSET 1`,
			},
		],
	},
	{
		name: 'keeps the year that an answer picked, and ranks by another column',
		namespace: 'aviation',
		turns: [
			{
				say: 'How many bird strikes were there each year?',
				rows: `SELECT year("Flight Date"), count(*) FROM bird_strikes GROUP BY 1`,
			},
			{
				say: 'which year had the most?',
				rows: `SELECT year("Flight Date") FROM bird_strikes GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
			},
			{
				say: 'what did those cost in total?',
				rows: `SELECT sum("Cost Total $") FROM bird_strikes GROUP BY year("Flight Date") ORDER BY count(*) DESC LIMIT 1`,
			},
			{ say: 'Average delay by origin', rows: 'SELECT origin, avg(delay) FROM flights GROUP BY 1' },
			{
				say: 'only the top 5',
				rows: 'SELECT origin, avg(delay) FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 5',
			},
			{
				say: 'the same for destination',
				rows: 'SELECT destination, avg(delay) FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 5',
			},
			{
				say: 'show it as a bar chart',
				rows: 'SELECT destination, avg(delay) FROM flights GROUP BY 1 ORDER BY 2 DESC LIMIT 5',
			},
		],
	},
	{
		name: 'ranks again for another state, and breaks flights down by origin',
		namespace: 'aviation',
		turns: [
			{
				say: 'How many bird strikes by airline in Texas?',
				rows: `SELECT "Aircraft Airline Operator", count(*) FROM bird_strikes WHERE "Origin State" = 'Texas' GROUP BY 1`,
			},
			{
				say: 'only the top 3',
				rows: `SELECT "Aircraft Airline Operator", count(*) FROM bird_strikes WHERE "Origin State" = 'Texas' GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
			{
				say: 'and in California?',
				rows: `SELECT "Aircraft Airline Operator", count(*) FROM bird_strikes WHERE "Origin State" = 'California' GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
			{ say: 'How many flights to BOS?', rows: `SELECT count(*) FROM flights WHERE destination = 'BOS'` },
			{
				say: 'where did those come from?',
				rows: `SELECT origin, count(*) FROM flights WHERE destination = 'BOS' GROUP BY 1`,
			},
		],
	},
	{
		name: 'replaces the quantity in a list, and asks when it was lowest',
		namespace: 'geography',
		turns: [
			{
				say: 'life expectancy in Brazil over the years',
				rows: `SELECT year, life_expect FROM country_years WHERE country = 'Brazil'`,
			},
			{
				say: 'fertility instead',
				rows: `SELECT year, fertility FROM country_years WHERE country = 'Brazil'`,
			},
			{
				say: 'in which year was it lowest?',
				rows: `SELECT year FROM country_years WHERE country = 'Brazil' ORDER BY fertility LIMIT 1`,
			},
		],
	},
	{
		name: 'clarifies a quantity, leaves out a group, and asks what the top groups contain',
		namespace: 'nature',
		turns: [
			{
				say: 'How many individuals were noted in each country?',
				unclear: { click: /Total/, reply: 'the total' },
				rows: 'SELECT country, sum(individuals) FROM field_notes GROUP BY 1',
			},
			{
				say: 'not counting Sweden',
				rows: `SELECT country, sum(individuals) FROM field_notes WHERE country <> 'Sweden' GROUP BY 1`,
			},
			{
				say: 'just the top 3',
				rows: `SELECT country, sum(individuals) FROM field_notes WHERE country <> 'Sweden' GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
			},
			{
				say: 'which of these is the lowest?',
				rows: `SELECT country, sum(individuals) FROM field_notes WHERE country = 'Germany' GROUP BY 1`,
			},
			{
				say: 'which species were seen there?',
				rows: `SELECT DISTINCT species FROM field_notes WHERE country = 'Germany'`,
			},
		],
	},
	{
		name: 'compares with another country, and asks for the top group',
		namespace: 'geography',
		turns: [
			{
				say: 'Fertility in India over the years',
				rows: `SELECT year, fertility FROM country_years WHERE country = 'India'`,
			},
			{
				say: 'compare with Japan',
				rows: `SELECT year, country, fertility FROM country_years WHERE country IN ('India', 'Japan')`,
			},
			{ say: 'average income by region', rows: 'SELECT region, avg(income) FROM countries GROUP BY 1' },
			{
				say: 'the richest region',
				rows: 'SELECT region, avg(income) FROM countries GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
			},
		],
	},
];
