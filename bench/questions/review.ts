import { answered, type Case, unanswerable } from './types.ts';

/** Questions as analysts would type them, short and careless: written by someone who hadn't written the parser. */
export const review: readonly Case[] = [
	...answered('aviation', [
		['What is the average delay by origin airport?', 'select origin, avg(delay) from aviation.flights group by 1'],
		[
			'Which 5 origin airports have the most flights, and what is their average delay?',
			'select origin, count(*), avg(delay) from aviation.flights group by 1 order by 2 desc limit 5',
			'ordered',
		],
		[
			'top 3 airline operators by strikes',
			'select "Aircraft Airline Operator", count(*) from aviation.bird_strikes group by 1 order by 2 desc limit 3',
			'ordered',
		],
		[
			'how many strikes in Texas in 2000?',
			`select count(*) from aviation.bird_strikes where "Origin State" = 'Texas' and year("Flight Date") = 2000`,
		],
		['flights from DFW to ORD', `select flight_id from aviation.flights where origin = 'DFW' and destination = 'ORD'`],
		['average delay on Mondays', 'select avg(delay) from aviation.flights where isodow(departure) = 1'],
		[
			'which month had the most flights',
			`select strftime(departure, '%Y-%m'), count(*) from aviation.flights group by 1 order by 2 desc limit 1`,
		],
		['How many airports does Alaska have?', `select count(*) from aviation.airports where state = 'AK'`],
		['what is the longest distance flown', 'select max(distance) from aviation.flights'],
		[
			'busiest month for bird strikes',
			`select strftime("Flight Date", '%Y-%m'), count(*) from aviation.bird_strikes group by 1 order by 2 desc limit 1`,
		],
		[
			'share of strikes by phase of flight',
			'select "Phase of flight", 100.0 * count(*) / 10000 from aviation.bird_strikes group by 1',
		],
		['how many delayed flights were there', 'select count(*) from aviation.flights where delay > 0'],
		[
			'What percentage of flights from ATL were delayed?',
			`select 100.0 * count(*) filter (delay > 0) / count(*) from aviation.flights where origin = 'ATL'`,
		],
		[
			'avg repair cost of strikes with substantial damage',
			`select avg("Cost Repair") from aviation.bird_strikes where "Effect Amount of damage" = 'Substantial'`,
		],
		[
			'most struck species',
			'select "Wildlife Species", count(*) from aviation.bird_strikes group by 1 order by 2 desc limit 5',
		],
		[
			'strikes per year at night',
			`select year("Flight Date"), count(*) from aviation.bird_strikes where "Time of day" = 'Night' group by 1`,
		],
		[
			'avg distance of flights by month',
			`select strftime(departure, '%Y-%m'), avg(distance) from aviation.flights group by 1`,
		],
		[`airports with "Field" in the name`, `select iata from aviation.airports where name ilike '%Field%'`],
		['how many airports in each country', 'select country, count(*) from aviation.airports group by 1'],
		['median delay of flights from LAS', `select median(delay) from aviation.flights where origin = 'LAS'`],
		['flights delayed by more than 3 hours', 'select flight_id from aviation.flights where delay > 180'],
		[
			'total cost of bird strikes by year, only Delta',
			`select year("Flight Date"), sum("Cost Total $") from aviation.bird_strikes where "Aircraft Airline Operator" = 'DELTA AIR LINES' group by 1`,
		],
		[
			'average speed in knots by phase of flight',
			'select "Phase of flight", avg("Speed IAS in knots") from aviation.bird_strikes group by 1',
		],
		[
			'number of strikes with a total cost over 1 million dollars',
			'select count(*) from aviation.bird_strikes where "Cost Total $" > 1e6',
		],
		[
			'How many flights left on 1 January 2001?',
			`select count(*) from aviation.flights where departure::date = '2001-01-01'`,
		],
		[
			'max delay for each destination in Feb',
			`select destination, max(delay) from aviation.flights where month(departure) = 2 group by 1`,
		],
		[
			'how mny flihgts go to Denver',
			`select count(*) from aviation.flights f join aviation.airports a on f.destination = a.iata where a.city = 'Denver'`,
		],
		[
			'routes with more than 10000 flights in 2008',
			'select origin, destination from aviation.routes where flights_2008 > 10000',
		],
		[
			'top 5 destinations from JFK',
			`select destination, count(*) from aviation.flights where origin = 'JFK' group by 1 order by 2 desc limit 5`,
			'ordered',
		],
		['average delay of flights after 6 pm', 'select avg(delay) from aviation.flights where hour(departure) >= 18'],
	]),
	...answered('geography', [
		['which state has the fewest engineers', 'select state, engineers from geography.us_states order by 2 limit 1'],
		['capitals of all states', 'select state, capital from geography.us_states'],
		['How many countries have an income above 30000?', 'select count(*) from geography.countries where income > 30000'],
		['avg fertility per year', 'select "year", avg(fertility) from geography.country_years group by 1'],
		['3 richest countries', 'select country, income from geography.countries order by 2 desc limit 3', 'ordered'],
		['total population by region', 'select region, sum(population) from geography.countries group by 1'],
		[
			'life expectancy of Germany in 1990',
			`select life_expect from geography.country_years where country = 'Germany' and "year" = 1990`,
		],
		[
			'Which states have more than 5 million people and no hurricanes?',
			'select state from geography.us_states where population > 5e6 and hurricanes = 0',
		],
		['how many counties are in CA', `select count(distinct county) from geography.zip_codes where state = 'CA'`],
		['zip codes in Beverly Hills', `select zip_code from geography.zip_codes where city = 'Beverly Hills'`],
		[
			'compare the population of China and India in 2000',
			`select country, pop from geography.country_years where country in ('China', 'India') and "year" = 2000`,
		],
		['hurricanes in Florida', `select hurricanes from geography.us_states where state = 'Florida'`],
		[
			'share of population by region',
			'select region, 100.0 * sum(population) / (select sum(population) from geography.countries) from geography.countries group by 1',
		],
		[
			'poorest country in sub-saharan africa',
			`select country, income from geography.countries where region = 'sub_saharan_africa' order by 2 limit 1`,
		],
	]),
	...answered('nature', [
		[
			'strongest earthquake in California',
			`select id, magnitude from nature.earthquakes where place ilike '%California%' order by 2 desc limit 1`,
		],
		[
			'how many events were automatic vs reviewed',
			`select status, count(*) from nature.earthquakes where status in ('automatic', 'reviewed') group by 1`,
		],
		['avg magnitude per day', 'select time::date, avg(magnitude) from nature.earthquakes group by 1'],
		['quakes deeper than 300 km', 'select id from nature.earthquakes where depth_km > 300'],
		['how many events on February 3, 2018?', `select count(*) from nature.earthquakes where time::date = '2018-02-03'`],
		[
			'max temp by month in seattle',
			`select strftime(date, '%Y-%m'), max(temp_max) from nature.daily_weather where location = 'Seattle' group by 1`,
		],
		['average wind per city', 'select location, avg(wind) from nature.daily_weather group by 1'],
		[
			'hottest day in Seattle',
			`select date, temp_max from nature.daily_weather where location = 'Seattle' and temp_max = (select max(temp_max) from nature.daily_weather where location = 'Seattle')`,
		],
		[
			'total precipitation in New York in 2014',
			`select sum(precipitation) from nature.daily_weather where location = 'New York' and year(date) = 2014`,
		],
		['days with more than 50 mm of rain', 'select date from nature.daily_weather where precipitation > 50'],
		[
			'how much did it rain in Seattle in November 2014?',
			`select sum(precipitation) from nature.daily_weather where location = 'Seattle' and date between '2014-11-01' and '2014-11-30'`,
		],
	]),
	...unanswerable('aviation', [
		'Which 5 airports have the most flights, and what is their average delay?',
		'avg delay per carrier',
		'which airline is the most punctual',
	]),
	...unanswerable('geography', ['population density of France']),
	...unanswerable('nature', ['what was the air pressure in Seattle']),
];
