import type { SampleDataset } from './sample-types.ts';

export const geography: readonly SampleDataset[] = [
	{
		name: 'us_states',
		description: 'The fifty states of the United States with their capital, population, engineers and hurricanes.',
		licence: 'US Government work, public domain (USGS, Census)',
		source: 'vega-datasets 3.2.1, us-state-capitals.json and population_engineers_hurricanes.csv',
		rows: 50,
		columns: [
			['state', 'VARCHAR', 'Name of the state.'],
			['capital', 'VARCHAR', "Name of the state's capital."],
			['capital_latitude', 'DOUBLE', 'Latitude of the capital in degrees, north positive.'],
			['capital_longitude', 'DOUBLE', 'Longitude of the capital in degrees, east positive.'],
			['population', 'BIGINT', 'Inhabitants of the state.'],
			['engineers', 'INTEGER', 'People who work as engineers in the state.'],
			['hurricanes', 'BIGINT', 'Hurricanes that hit the state.'],
		],
	},
	{
		name: 'zip_codes',
		description: 'United States postal codes with the place they belong to and its position.',
		licence: 'CC BY 4.0 (GeoNames)',
		source: 'vega-datasets 3.2.1, zipcodes.csv',
		rows: 42049,
		columns: [
			['zip_code', 'VARCHAR', 'Postal code of five digits, leading zeros kept.'],
			['latitude', 'DOUBLE', 'Latitude in degrees, north positive.'],
			['longitude', 'DOUBLE', 'Longitude in degrees, east positive.'],
			['city', 'VARCHAR', 'Place that the code belongs to.'],
			['state', 'VARCHAR', 'Two-letter code of the state, territory or armed-forces region.'],
			['county', 'VARCHAR', 'County of the place.'],
		],
	},
	{
		name: 'countries',
		description: 'Income, life expectancy and population of 187 countries, one row for each.',
		licence: 'CC BY 4.0 (Gapminder)',
		source: 'vega-datasets 3.2.1, gapminder-health-income.csv',
		rows: 187,
		columns: [
			['country', 'VARCHAR', 'Name of the country.'],
			['income', 'BIGINT', 'Income per person and year in international dollars, adjusted for prices.'],
			['health', 'DOUBLE', 'Life expectancy at birth in years.'],
			['population', 'BIGINT', 'Inhabitants of the country.'],
			['region', 'VARCHAR', 'One of six regions of the world, for example south_asia.'],
		],
	},
	{
		name: 'country_years',
		description: 'Population, life expectancy and fertility of countries every five years from 1955 to 2005.',
		licence: 'CC BY 4.0 (Gapminder)',
		source: 'vega-datasets 3.2.1, gapminder.json',
		rows: 682,
		columns: [
			['year', 'INTEGER', 'The year, from 1955 to 2005 in steps of five.'],
			['country', 'VARCHAR', 'Name of the country.'],
			['cluster', 'INTEGER', 'Number of the region of the world that the country lies in, from 0 to 5.'],
			['pop', 'BIGINT', 'Inhabitants of the country in that year.'],
			['life_expect', 'DOUBLE', 'Life expectancy at birth in years.'],
			['fertility', 'DOUBLE', 'Children per woman.'],
		],
	},
];
