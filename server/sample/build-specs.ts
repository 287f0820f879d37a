import { sampleRepository } from './repositories.ts';
import type { SampleBuildSpec, SampleLink } from './sample-types.ts';

export const sampleBuildSpecs: readonly SampleBuildSpec[] = [
	{
		id: '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b01',
		destination: 'aviation.airport_delays',
		sources: ['aviation.flights', 'aviation.airports'],
		payload: `SELECT
  a.iata,
  a.name,
  a.state,
  count(*) AS flights,
  round(avg(f.delay), 2) AS avg_delay_min,
  round(100.0 * count(*) FILTER (f.delay > 15) / count(*), 1) AS pct_late
FROM aviation.flights f
JOIN aviation.airports a ON f.origin = a.iata
GROUP BY ALL
ORDER BY flights DESC
`,
	},
	{
		id: '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b02',
		destination: 'aviation.strikes_by_state',
		sources: ['aviation.bird_strikes', 'geography.us_states'],
		payload: `SELECT
  s.state,
  count(*) AS strikes,
  sum(b."Cost Total $") AS total_cost,
  any_value(s.population) AS population,
  round(1e6 * count(*) / any_value(s.population), 2) AS strikes_per_million
FROM aviation.bird_strikes b
JOIN geography.us_states s ON b."Origin State" = s.state
GROUP BY s.state
ORDER BY strikes DESC
`,
	},
	{
		id: '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b03',
		destination: 'geography.capital_nearest_airport',
		sources: ['geography.us_states', 'aviation.airports'],
		payload: `-- Great-circle distances in km, by the haversine formula.
WITH distances AS (
  SELECT
    s.state,
    s.capital,
    a.iata,
    2 * 6371 * asin(sqrt(
      pow(sin(radians(a.latitude - s.capital_latitude) / 2), 2)
      + cos(radians(s.capital_latitude)) * cos(radians(a.latitude))
        * pow(sin(radians(a.longitude - s.capital_longitude) / 2), 2)
    )) AS km
  FROM geography.us_states s
  JOIN aviation.airports a ON abs(s.capital_latitude - a.latitude) < 0.6
)
SELECT
  state,
  any_value(capital) AS capital,
  arg_min(iata, km) AS nearest_airport,
  round(min(km), 1) AS km
FROM distances
GROUP BY state
ORDER BY km
`,
	},
	{
		id: '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b04',
		destination: 'nature.quakes_daily',
		sources: ['nature.earthquakes'],
		payload: `SELECT
  time::DATE AS day,
  count(*) AS quakes,
  round(max(magnitude), 1) AS strongest,
  round(avg(depth_km), 1) AS avg_depth_km
FROM nature.earthquakes
WHERE event_type = 'earthquake'
GROUP BY 1
ORDER BY 1
`,
	},
	{
		id: '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b05',
		destination: 'geography.country_change',
		sources: ['geography.country_years', 'geography.countries'],
		payload: `SELECT
  y.country,
  max(y.life_expect) FILTER (y."year" = 2005)
    - max(y.life_expect) FILTER (y."year" = 1955) AS life_gain_1955_2005,
  any_value(c.income) AS income,
  any_value(c.region) AS region
FROM geography.country_years y
JOIN geography.countries c USING (country)
GROUP BY y.country
HAVING count(*) >= 10
ORDER BY 2 DESC
`,
	},
	{
		id: '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b06',
		destination: 'aviation.flights_per_month',
		sources: ['aviation.flights', 'aviation.airports'],
		payload: `{
  "gitPipeline": {
    "repository": "${sampleRepository}",
    "ref": "main",
    "manifest": "pipeline.json"
  }
}
`,
	},
];

/** Of the columns that look alike, those whose values were found on the other side. All are ExactMatch. */
export const sampleLinks: readonly SampleLink[] = [
	{ from: ['aviation.flights', 'destination'], to: ['aviation.airports', 'iata'] },
	{ from: ['aviation.routes', 'origin'], to: ['aviation.airports', 'iata'] },
	{ from: ['aviation.bird_strikes', 'Origin State'], to: ['geography.us_states', 'state'] },
	{ from: ['geography.country_years', 'country'], to: ['geography.countries', 'country'] },
];
