import type { SampleDataset } from './sample-types.ts';

const namespace = 'nature';

export const nature: readonly SampleDataset[] = [
	{
		namespace,
		name: 'earthquakes',
		description: 'Earthquakes and blasts recorded around the world from 31 January to 7 February 2018.',
		licence: 'US Government work, public domain (USGS)',
		source: 'vega-datasets 3.2.1, earthquakes.json',
		rows: 1707,
		columns: [
			['id', 'VARCHAR', 'Identifier of the event, beginning with the network that reported it.'],
			['magnitude', 'DOUBLE', 'Magnitude; small events may be below zero.'],
			['place', 'VARCHAR', 'Where it happened, in words, often as distance and direction from a town.'],
			['time', 'TIMESTAMP', 'When it happened, in UTC.'],
			['latitude', 'DOUBLE', 'Latitude in degrees, north positive.'],
			['longitude', 'DOUBLE', 'Longitude in degrees, east positive.'],
			['depth_km', 'DOUBLE', 'Depth in kilometres; slightly negative above sea level.'],
			['magnitude_type', 'VARCHAR', 'How the magnitude was computed, for example ml, md or mww.'],
			['event_type', 'VARCHAR', 'What it was: earthquake, quarry blast or explosion.'],
			['status', 'VARCHAR', 'Whether a person has looked at it: reviewed or automatic.'],
			['tsunami', 'INTEGER', '1 for large events in oceanic regions, where a tsunami is possible; otherwise 0.'],
			['felt_reports', 'INTEGER', 'How many people reported that they felt it; empty where nobody did.'],
			['significance', 'INTEGER', 'How significant the event was; larger is more.'],
		],
	},
	{
		namespace,
		name: 'daily_weather',
		description: 'Daily weather in Seattle and New York from 2012 to 2015.',
		licence: 'US Government work, public domain (NOAA)',
		source: 'vega-datasets 3.2.1, weather.csv',
		rows: 2922,
		columns: [
			['location', 'VARCHAR', 'The city: Seattle or New York.'],
			['date', 'DATE', 'The day that was observed.'],
			['precipitation', 'DOUBLE', 'Rain and melted snow of the day in millimetres.'],
			['temp_max', 'DOUBLE', 'Highest temperature of the day in degrees Celsius.'],
			['temp_min', 'DOUBLE', 'Lowest temperature of the day in degrees Celsius.'],
			['wind', 'DOUBLE', 'Average wind speed in metres per second.'],
			['weather', 'VARCHAR', 'The weather in one word: drizzle, fog, rain, snow or sun.'],
		],
	},
	{
		namespace,
		name: 'field_notes',
		description:
			'Notes of animals seen on walks in Europe in the spring of 2024, made up as an example; ingestions add to it.',
		licence: 'CC0 1.0, written for this sample',
		source: 'Written for this sample',
		rows: 36,
		columns: [
			['note_id', 'VARCHAR', 'Identifier of the note, FN and a number.'],
			['observed_on', 'DATE', 'The day of the sighting.'],
			['site', 'VARCHAR', 'Where it was, in words.'],
			['country', 'VARCHAR', 'The country by its English name.'],
			['species', 'VARCHAR', 'The animal by its English name.'],
			['individuals', 'INTEGER', 'How many were seen.'],
			['weight_kg', 'DOUBLE', 'Weight of one in kilograms; empty where none was weighed.'],
			['remark', 'VARCHAR', 'What else was noted.'],
		],
	},
];
