import { answered, type Case, unanswerable } from './types.ts';

/** Questions that may be used to tune the parser. */
export const development: readonly Case[] = [
	...answered('aviation', [
		['how many flights are there in total?', 'select count(*) from aviation.flights'],
		['Average dealy per origin', 'select origin, avg(delay) from aviation.flights group by 1'],
		['flights per day of the week', 'select dayname(departure), count(*) from aviation.flights group by 1'],
		[
			'What is the total distance flown in February 2001?',
			`select sum(distance) from aviation.flights where departure >= '2001-02-01' and departure < '2001-03-01'`,
		],
		[
			'Which destination has the worst average delay?',
			'select destination, avg(delay) from aviation.flights group by 1 order by 2 desc limit 1',
		],
		[
			'share of flights by origin airport, top 5',
			'select origin, 100.0 * count(*) / 20000 from aviation.flights group by 1 order by 2 desc limit 5',
			'ordered',
		],
		['How many flights left before 6 am?', 'select count(*) from aviation.flights where hour(departure) < 6'],
		[
			'How many flights from JFK to LAX?',
			`select count(*) from aviation.flights where origin = 'JFK' and destination = 'LAX'`,
		],
		['How many flights were early?', 'select count(*) from aviation.flights where delay < 0'],
		[
			'Which airline operators had more than 500 strikes?',
			'select "Aircraft Airline Operator", count(*) from aviation.bird_strikes group by 1 having count(*) > 500',
		],
		[
			'max, min and average delay by month',
			`select strftime(departure, '%Y-%m'), max(delay), min(delay), avg(delay) from aviation.flights group by 1`,
		],
		[
			'What did bird strikes cost in 2000?',
			'select sum("Cost Total $") from aviation.bird_strikes where year("Flight Date") = 2000',
		],
		['List all airports in Honolulu', `select iata from aviation.airports where city = 'Honolulu'`],
		[
			'How many strikes by wildlife size and time of day?',
			'select "Wildlife Size", "Time of day", count(*) from aviation.bird_strikes group by 1, 2',
		],
		[
			'bird strikes by state, not counting Texas',
			`select "Origin State", count(*) from aviation.bird_strikes where "Origin State" <> 'Texas' group by 1`,
		],
		[
			'average total cost of strikes involving large animals',
			`select avg("Cost Total $") from aviation.bird_strikes where "Wildlife Size" = 'Large'`,
		],
		[`airports whose name contains 'County'`, `select iata from aviation.airports where name ilike '%County%'`],
		[
			'Which species were struck in Hawaii?',
			`select distinct "Wildlife Species" from aviation.bird_strikes where "Origin State" = 'Hawaii'`,
		],
		[
			'strike count for united airlines vs delta',
			`select "Aircraft Airline Operator", count(*) from aviation.bird_strikes where "Aircraft Airline Operator" in ('UNITED AIRLINES', 'DELTA AIR LINES') group by 1`,
		],
		['how many airports are in TX or OK', `select count(*) from aviation.airports where state in ('TX', 'OK')`],
		['What is the average delay?', 'select avg(delay) from aviation.flights'],
		[
			'the 3 most expensive bird strikes',
			'select "Airport Name", "Cost Total $" from aviation.bird_strikes order by 2 desc limit 3',
			'ordered',
		],
		[
			'Number of flights to airports in CA',
			`select count(*) from aviation.flights f join aviation.airports a on f.destination = a.iata where a.state = 'CA'`,
		],
	]),
	...answered('geography', [
		['How many states are there?', 'select count(*) from geography.us_states'],
		[
			'Which state has the most hurricanes?',
			'select state, hurricanes from geography.us_states order by 2 desc limit 1',
		],
		['population of California', `select population from geography.us_states where state = 'California'`],
		['Average life expectancy by region', 'select region, avg(health) from geography.countries group by 1'],
		[
			'How did fertility change in India?',
			`select "year", fertility from geography.country_years where country = 'India' order by 1`,
			'ordered',
		],
		[
			'list countries in america with income below 5000',
			`select country from geography.countries where region = 'america' and income < 5000`,
		],
		[
			'states with more than 10 hurricanes and over 5 million people',
			'select state from geography.us_states where hurricanes > 10 and population > 5e6',
		],
		[
			'number of zip codes per state, top 10',
			'select state, count(*) from geography.zip_codes group by 1 order by 2 desc limit 10',
			'ordered',
		],
		[
			'Which country had the biggest drop in fertility between 1955 and 2005?',
			`select country, max(fertility) filter ("year" = 2005) - max(fertility) filter ("year" = 1955) from geography.country_years group by 1 order by 2 limit 1`,
		],
		['population by year for China', `select "year", pop from geography.country_years where country = 'China'`],
		['which countries have life expectancy above 80', 'select country from geography.countries where health > 80'],
		[
			'How many cities have more than 50 zip codes?',
			'select count(*) from (select city from geography.zip_codes group by 1 having count(*) > 50)',
		],
		[
			'What is the smallest country by population?',
			'select country, population from geography.countries order by 2 limit 1',
		],
		[
			'engineers in Texas and New York',
			`select state, engineers from geography.us_states where state in ('Texas', 'New York')`,
		],
	]),
	...answered('nature', [
		['how many earthquakes of magnitude 4 or more', 'select count(*) from nature.earthquakes where magnitude >= 4'],
		['average depth by event type', 'select event_type, avg(depth_km) from nature.earthquakes group by 1'],
		['How many events per day?', 'select time::date, count(*) from nature.earthquakes group by 1'],
		['how many events could have caused a tsunami?', 'select count(*) from nature.earthquakes where tsunami = 1'],
		[
			'When was the last snow in Seattle?',
			`select max(date) from nature.daily_weather where location = 'Seattle' and weather = 'snow'`,
		],
		[
			'rainest month in seatle',
			`select strftime(date, '%Y-%m'), sum(precipitation) from nature.daily_weather where location = 'Seattle' group by 1 order by 2 desc limit 1`,
		],
		[
			'days with wind above 8 in Seattle in 2013',
			`select date from nature.daily_weather where location = 'Seattle' and wind > 8 and year(date) = 2013`,
		],
		[
			'Compare total precipitation of Seattle and New York by year',
			'select location, year(date), sum(precipitation) from nature.daily_weather group by 1, 2',
		],
		[
			'how many foggy days per city',
			`select location, count(*) from nature.daily_weather where weather = 'fog' group by 1`,
		],
		[
			'windiest days in new york, top 3',
			`select date, wind from nature.daily_weather where location = 'New York' order by 2 desc limit 3`,
			'ordered',
		],
	]),
	...unanswerable('aviation', ['how many passengers flew from ORD']),
	...unanswerable('geography', [`what's the gdp of France`]),
	...unanswerable('nature', ['average temperature in New York']),
];
