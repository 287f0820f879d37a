import { answered, type Case, unanswerable } from './types.ts';

/** Written before the parser and not used during its development: it was never tuned on these. */
export const heldOut: readonly Case[] = [
	...answered('aviation', [
		['How many flights departed from ORD?', `select count(*) from aviation.flights where origin = 'ORD'`],
		['What was the longest delay?', 'select max(delay) from aviation.flights'],
		[
			'Which 10 airports had the most departures?',
			'select origin, count(*) from aviation.flights group by 1 order by 2 desc limit 10',
			'ordered',
		],
		[
			'Average distance of flights arriving at LAX',
			`select avg(distance) from aviation.flights where destination = 'LAX'`,
		],
		[
			'how many bird strikes were there each year',
			'select year("Flight Date"), count(*) from aviation.bird_strikes group by 1',
		],
		[
			'Total repair cost by airline operator, highest first',
			'select "Aircraft Airline Operator", sum("Cost Repair") from aviation.bird_strikes group by 1 order by 2 desc',
		],
		[
			'Which phase of flight sees the most strikes?',
			'select "Phase of flight", count(*) from aviation.bird_strikes group by 1 order by 2 desc limit 1',
		],
		[
			'How many strikes involved Canada geese?',
			`select count(*) from aviation.bird_strikes where "Wildlife Species" = 'Canada goose'`,
		],
		['Which airports are in Hawaii?', `select iata from aviation.airports where state = 'HI'`],
		['number of airports per state', 'select state, count(*) from aviation.airports group by 1'],
		[
			'What percentage of bird strikes caused substantial damage?',
			`select 100.0 * count(*) filter ("Effect Amount of damage" = 'Substantial') / count(*) from aviation.bird_strikes`,
		],
		['flights longer than 2000 miles', 'select flight_id from aviation.flights where distance > 2000'],
		[
			'How many different destinations do flights from DFW go to?',
			`select count(distinct destination) from aviation.flights where origin = 'DFW'`,
		],
		[
			"What's the busiest route in 2008?",
			'select origin, destination, flights_2008 from aviation.routes order by 3 desc limit 1',
		],
		[
			'How many bird strikes at night cost more than 100,000 dollars in total?',
			`select count(*) from aviation.bird_strikes where "Time of day" = 'Night' and "Cost Total $" > 100000`,
		],
		[
			'average speed of aircraft when striking a bird during approach',
			`select avg("Speed IAS in knots") from aviation.bird_strikes where "Phase of flight" = 'Approach'`,
		],
		[
			'How many strikes in Texas between 1995 and 1999?',
			`select count(*) from aviation.bird_strikes where "Origin State" = 'Texas' and year("Flight Date") between 1995 and 1999`,
		],
		[
			'Compare strikes during the day and at night',
			`select "Time of day", count(*) from aviation.bird_strikes where "Time of day" in ('Day', 'Night') group by 1`,
		],
		['How many airports outside the USA are there?', `select count(*) from aviation.airports where country <> 'USA'`],
	]),
	...answered('geography', [
		['What is the capital of Montana?', `select capital from geography.us_states where state = 'Montana'`],
		[
			'top 5 states by population',
			'select state, population from geography.us_states order by 2 desc limit 5',
			'ordered',
		],
		['How many countries are in South Asia?', `select count(*) from geography.countries where region = 'south_asia'`],
		['Which states have never had a hurricane?', 'select state from geography.us_states where hurricanes = 0'],
		[
			'Life expectancy in Japan over time',
			`select "year", life_expect from geography.country_years where country = 'Japan' order by 1`,
			'ordered',
		],
		[
			'What was the population of Brazil in 1980?',
			`select pop from geography.country_years where country = 'Brazil' and "year" = 1980`,
		],
		[
			'average income by region, from richest to poorest',
			'select region, avg(income) from geography.countries group by 1 order by 2 desc',
			'ordered',
		],
		[
			'Which country had the lowest fertility in 2005?',
			'select country, fertility from geography.country_years where "year" = 2005 order by 2 limit 1',
		],
		['how many zip codes are in TX', `select count(*) from geography.zip_codes where state = 'TX'`],
		[
			'Which county has the most zip codes?',
			'select county, count(*) from geography.zip_codes group by 1 order by 2 desc limit 1',
		],
		[
			'countries with a population over 200 million',
			'select country from geography.countries where population > 200e6',
		],
		[
			'total population of sub-Saharan Africa',
			`select sum(population) from geography.countries where region = 'sub_saharan_africa'`,
		],
		[
			'engineers per 1000 inhabitants by state, top 3',
			'select state, 1000.0 * engineers / population from geography.us_states order by 2 desc limit 3',
			'ordered',
		],
	]),
	...answered('nature', [
		['How many explosions were recorded?', `select count(*) from nature.earthquakes where event_type = 'explosion'`],
		['What was the deepest earthquake?', 'select place, depth_km from nature.earthquakes order by 2 desc limit 1'],
		['average magnitude of reviewed events', `select avg(magnitude) from nature.earthquakes where status = 'reviewed'`],
		[
			'How many quakes above magnitude 5 happened each day?',
			'select time::date, count(*) from nature.earthquakes where magnitude > 5 group by 1',
		],
		[
			'earthquakes in Alaska stronger than 4',
			`select id from nature.earthquakes where place ilike '%Alaska%' and magnitude > 4`,
		],
		[
			'how many snowy days did New York have in 2014?',
			`select count(*) from nature.daily_weather where location = 'New York' and weather = 'snow' and year(date) = 2014`,
		],
		[
			'Coldest day in New York',
			`select date, temp_min from nature.daily_weather where location = 'New York' and temp_min = -16`,
		],
		[
			'monthly precipitation in Seattle in 2015',
			`select month(date), sum(precipitation) from nature.daily_weather where location = 'Seattle' and year(date) = 2015 group by 1`,
		],
		['average wind speed by weather type', 'select weather, avg(wind) from nature.daily_weather group by 1'],
		[
			'How many days in Seattle were hotter than 30 degrees?',
			`select count(*) from nature.daily_weather where location = 'Seattle' and temp_max > 30`,
		],
		[
			'total rainfall per year for each city',
			'select year(date), location, sum(precipitation) from nature.daily_weather group by 1, 2',
		],
		[
			'Which event was felt by the most people?',
			'select id, felt_reports from nature.earthquakes order by 2 desc nulls last limit 1',
		],
	]),
	...unanswerable('aviation', ['median delay for flights out of Atlanta', 'Who is the pilot with the most strikes?']),
	...unanswerable('geography', ['How many zip codes does Texas have?', 'Which country has the best football team?']),
	...unanswerable('nature', [
		'What will the weather be in Seattle tomorrow?',
		'what is the average humidity in new york?',
	]),
];
