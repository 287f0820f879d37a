import type { SampleDataset } from './sample-types.ts';

const namespace = 'aviation';

export const aviation: readonly SampleDataset[] = [
	{
		namespace,
		name: 'airports',
		description: 'Airports and airfields of the United States, and four elsewhere, with their position.',
		licence: 'US Government work, public domain (FAA)',
		source: 'vega-datasets 3.2.1, airports.csv',
		rows: 3376,
		columns: [
			['iata', 'VARCHAR', "The airport's three- or four-character location code, unique in this dataset."],
			['name', 'VARCHAR', 'Name of the airport.'],
			['city', 'VARCHAR', 'City or town that the airport serves; "NA" where it is not known.'],
			[
				'state',
				'VARCHAR',
				'Two-letter code of the US state or territory; "NA" where it is not known or there is none.',
			],
			['country', 'VARCHAR', 'Country, "USA" for all but four airports.'],
			['latitude', 'DOUBLE', 'Latitude in degrees, north positive.'],
			['longitude', 'DOUBLE', 'Longitude in degrees, east positive.'],
		],
	},
	{
		namespace,
		name: 'flights',
		description: 'A sample of 20,000 domestic US flights from January to March 2001 with their delay.',
		licence: 'US DOT Bureau of Transportation Statistics (14 CFR 234), open',
		source: 'vega-datasets 3.2.1, flights-20k.json',
		rows: 20000,
		columns: [
			['flight_id', 'BIGINT', 'Running number of the flight in this sample, from 1 to 20,000.'],
			['departure', 'TIMESTAMP', 'Date and time of departure, local to the airport of origin.'],
			['delay', 'INTEGER', 'Delay in minutes; negative when the flight was early.'],
			['distance', 'INTEGER', 'Distance between the two airports in miles.'],
			['origin', 'VARCHAR', 'Code of the airport of departure.'],
			['destination', 'VARCHAR', 'Code of the airport of arrival.'],
		],
	},
	{
		namespace,
		name: 'routes',
		description: 'How many flights went from one US airport to another in 2008.',
		licence: 'US Government work, public domain (BTS 2008)',
		source: 'vega-datasets 3.2.1, flights-airport.csv',
		rows: 5366,
		columns: [
			['origin', 'VARCHAR', 'Code of the airport of departure.'],
			['destination', 'VARCHAR', 'Code of the airport of arrival.'],
			['flights_2008', 'BIGINT', 'Number of flights on this route in 2008.'],
		],
	},
	{
		namespace,
		name: 'bird_strikes',
		description: 'Reports of aircraft that struck birds or other wildlife at US airports, 1990 to 2002.',
		licence: 'US Government work, public domain (FAA)',
		source: 'vega-datasets 3.2.1, birdstrikes.csv',
		rows: 10000,
		columns: [
			['Airport Name', 'VARCHAR', 'Name of the airport, in capitals, where the strike was reported.'],
			['Aircraft Make Model', 'VARCHAR', 'Make and model of the aircraft.'],
			[
				'Effect Amount of damage',
				'VARCHAR',
				'Extent of the damage: None, Minor, Medium or Substantial; a few rows hold a bare B or C.',
			],
			['Flight Date', 'DATE', 'Day of the flight.'],
			[
				'Aircraft Airline Operator',
				'VARCHAR',
				'Operator of the aircraft in capitals; MILITARY stands for the armed forces.',
			],
			['Origin State', 'VARCHAR', 'Full name of the US state in which the flight began.'],
			['Phase of flight', 'VARCHAR', 'What the aircraft was doing, for example Approach, Climb or Landing Roll.'],
			['Wildlife Size', 'VARCHAR', 'Size of the animal: Small, Medium or Large.'],
			['Wildlife Species', 'VARCHAR', 'Species of the animal, or what is known of it.'],
			['Time of day', 'VARCHAR', 'Dawn, Day, Dusk or Night.'],
			['Cost Other', 'BIGINT', 'Costs other than repair, in US dollars; 0 where none were reported.'],
			['Cost Repair', 'BIGINT', 'Cost of the repair, in US dollars; 0 where none was reported.'],
			['Cost Total $', 'BIGINT', 'Repair and other costs together, in US dollars.'],
			['Speed IAS in knots', 'BIGINT', 'Indicated airspeed in knots; empty for about a quarter of the reports.'],
		],
	},
];
