import type { Case } from './types.ts';

export const sampleQuestions: readonly Case[] = [
	{ namespace: 'aviation', question: 'How many airports are there?', sql: `select count(*) n from aviation.airports` },
	{
		namespace: 'aviation',
		question: 'Which state has the most airports?',
		sql: `select state, count(*) n from aviation.airports group by 1 order by 2 desc limit 1`,
		ordered: true,
	},
	{
		namespace: 'aviation',
		question: 'What is the average delay by origin airport, top 10 by number of flights?',
		sql: `select origin, count(*) flights, round(avg(delay),2) avg_delay from aviation.flights group by 1 order by 2 desc, 1 limit 10`,
		ordered: true,
	},
	{
		namespace: 'aviation',
		question: 'What share of flights left more than 15 minutes late?',
		sql: `select round(100.0*count(*) filter (delay>15)/count(*),2) pct from aviation.flights`,
	},
	{
		namespace: 'aviation',
		question: 'How many flights were there per month?',
		sql: `select strftime(departure,'%Y-%m') as month, count(*) flights from aviation.flights group by 1 order by 1`,
		ordered: true,
	},
	{
		namespace: 'aviation',
		question: 'Which bird species cost the most in total?',
		sql: `select "Wildlife Species", sum("Cost Total $") as total_cost from aviation.bird_strikes group by 1 order by 2 desc limit 5`,
		ordered: true,
	},
	{
		namespace: 'aviation',
		question: 'How many bird strikes happened at night?',
		sql: `select count(*) n from aviation.bird_strikes where "Time of day"='Night'`,
	},
	{
		namespace: 'nature',
		question: 'List the five strongest earthquakes.',
		sql: `select magnitude, place, time from nature.earthquakes order by magnitude desc, id limit 5`,
		ordered: true,
	},
	{
		namespace: 'nature',
		question: 'What was the rainiest day in Seattle?',
		sql: `select date, precipitation from nature.daily_weather where location='Seattle' order by 2 desc limit 1`,
		ordered: true,
	},
	{
		namespace: 'nature',
		question: 'Compare the average maximum temperature of Seattle and New York.',
		sql: `select location, round(avg(temp_max),2) t from nature.daily_weather group by 1 order by 1`,
		ordered: true,
	},
	{
		namespace: 'geography',
		question: 'Which region has the highest average life expectancy?',
		sql: `select region, round(avg(health),2) h from geography.countries group by 1 order by 2 desc limit 1`,
		ordered: true,
	},
	{
		namespace: 'geography',
		question: 'Which country gained the most life expectancy between 1955 and 2005?',
		sql: `select country, max(life_expect) filter ("year"=2005)-max(life_expect) filter ("year"=1955) gain from geography.country_years group by 1 order by 2 desc limit 1`,
		ordered: true,
	},
	{
		namespace: 'aviation',
		question: 'Bird strikes per million inhabitants by state, top 5',
		sql: `select s.state, round(1e6*count(*)/any_value(s.population),2) per_million from aviation.bird_strikes b join geography.us_states s on b."Origin State"=s.state group by 1 order by 2 desc limit 5`,
		ordered: true,
	},
	{
		namespace: 'aviation',
		question: 'Names of the airports with the five busiest routes from them in 2008',
		sql: `select a.name, sum(r.flights_2008) flights from aviation.routes r join aviation.airports a on r.origin=a.iata group by 1 order by 2 desc limit 5`,
		ordered: true,
	},
	{ namespace: 'aviation', question: 'What will the price of oil be next year?', sql: null },
	{ namespace: 'aviation', question: 'Which airline had the most passengers?', sql: null },
];
