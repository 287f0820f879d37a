import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { withPreviousAnswer } from '../previous-answer/with-previous-answer.ts';
import { readProfile } from '../query/profile.ts';
import type { ContextDataset, SchemaContext, Turn, Written } from '../query/types.ts';
import { offlineWriter } from './offline-writer.ts';

/** A theater without descriptions or declared links. */
const tables: Record<string, string> = {
	actors: `SELECT * FROM (VALUES (1, 'Ada', 'France', 31), (2, 'Ben', 'Spain', 45), (3, 'Cleo', 'France', 62), (4, 'Dora', 'Italy', 20)) AS t(actor_id, name, country, age)`,
	plays: `SELECT * FROM (VALUES (10, 'Hamlet', 2019, 240), (11, 'Godot', 2020, 130), (12, 'Faust', 2020, 300)) AS t(play_id, title, year, duration)`,
	season_tickets: `SELECT * FROM (VALUES ('S1', 'paid'), ('S2', 'open')) AS t(ticket, state)`,
	notices: `SELECT * FROM (VALUES ('N1', 'season', 'read'), ('N2', 'alarm', 'sent')) AS t(notice, kind, state)`,
	roles: `SELECT * FROM (VALUES (10, 1), (10, 2), (11, 1), (12, 1)) AS t(play_id, actor_id)`,
};

/** Staff with first and last names and their writings; and a standalone table. */
const office: Record<string, string> = {
	staff: `SELECT * FROM (VALUES (1, 'Ada', 'Ray', DATE '1980-02-01', DATE '2001-05-01', 'F', 'Oslo', true), (2, 'Ben', 'Low', DATE '1991-07-09', DATE '2015-01-01', 'M', NULL, true), (3, 'Cy', 'Fox', DATE '1975-11-30', DATE '1999-03-01', 'M', 'Bonn', false)) AS t(staff_id, first_name, last_name, birth_date, hire_date, gender, town, active)`,
	reports: `SELECT * FROM (VALUES (7, 1, 'Sales', DATE '2020-01-05', DATE '2020-02-01', 12, 3), (8, 1, 'Costs', DATE '2020-03-05', NULL, 30, 40), (9, 3, 'Plans', DATE '2021-01-05', DATE '2021-01-09', 8, 2)) AS t(report_id, author_staff_id, title, report_date, published_date, pages, errors)`,
};
/** Two link paths from writers to subjects, and clubs, one without members. */
const library: Record<string, string> = {
	writers: `SELECT * FROM (VALUES (1, 'Ada', 1), (2, 'Ben', 1)) AS t(writer_id, name, club_id)`,
	clubs: `SELECT * FROM (VALUES (1, 'Asia', 'Ink'), (2, 'Asia', 'Pen')) AS t(club_id, region, club)`,
	papers: `SELECT * FROM (VALUES (1, 'On rain'), (2, 'On snow')) AS t(paper_id, title)`,
	subjects: `SELECT * FROM (VALUES (1, 'Weather'), (2, 'Law')) AS t(subject_id, subject)`,
	writer_papers: `SELECT * FROM (VALUES (1, 1), (2, 2)) AS t(writer_id, paper_id)`,
	writer_subjects: `SELECT * FROM (VALUES (1, 1), (2, 2)) AS t(writer_id, subject_id)`,
	paper_subjects: `SELECT * FROM (VALUES (1, 1), (2, 1)) AS t(paper_id, subject_id)`,
};
const career: Record<string, string> = {
	career: `SELECT * FROM (VALUES (1994, 16, 10, '0071'), (1995, 14, 3, '71'), (1996, 16, 2, '90')) AS t(season, races, podiums, code)`,
};
/** Games between two teams, with only the home team's goals. */
const league: Record<string, string> = {
	teams: `SELECT * FROM (VALUES ('OTT', 'Otters', 'south'), ('LYN', 'Lynxes', 'north'), ('FAL', 'Falcons', 'north'), ('BAD', 'Badgers', 'east')) AS t(team_code, team_name, region)`,
	games: `SELECT * FROM (VALUES (1, 'OTT', 'LYN', 4, 100, DATE '2023-01-05'), (2, 'OTT', 'FAL', 3, 200, DATE '2023-02-01'), (3, 'LYN', 'OTT', 5, 600, DATE '2024-01-09')) AS t(game_no, home_team, away_team, home_goals, attendance, played_on)`,
};
const draft: Record<string, string> = {
	draft: `SELECT * FROM (VALUES (1, 'Lund', 'A', 'Stars', 1990), (2, 'Roy', 'B', 'Bruins', 1994), (3, 'Hill', 'A', 'Stars', 2001)) AS t("Pick #", Player, Class, Team, "Year built")`,
};

/** Visits of boats, and the years in which the boats were built. */
const harbor: Record<string, string> = {
	boats: `SELECT * FROM (VALUES (1, 'Ara', 'sloop', 12, 2010), (2, 'Bo', 'ketch', 14, 1990), (3, 'Cid', 'sloop', 9, 2015), (4, 'Dot', 'sloop', 13, 2001), (5, 'Eve', 'ketch', 11, 2003)) AS t(boat_id, boat_name, boat_type, length, built_year)`,
	visits: `SELECT * FROM (VALUES (1, 1, 'Ayr', DATE '2023-05-01', 3, 50), (2, 1, 'Ullapool', DATE '2024-06-01', 2, 70), (3, 2, 'Ayr', DATE '2024-07-01', 9, 20), (4, 4, 'Ayr', DATE '2023-08-01', 1, 10)) AS t(visit_id, boat_id, town, arrived_on, nights, amount_paid)`,
};

/** Trams and their events, with names that resemble other words. */
const tracks: Record<string, string> = {
	depots: `SELECT * FROM (VALUES ('E', 'East', 'Lyon', 'France'), ('W', 'West', 'Rome', 'Italy')) AS t(depot_cd, depot, town, country)`,
	trams: `SELECT * FROM (VALUES (1, 'E', 'Citadis', DATE '2024-01-05', 80), (2, 'E', 'Flexity', DATE '2024-02-01', 60), (3, 'W', 'Citadis', DATE '2023-11-09', 90)) AS t(tram_no, depot_cd, model, last_service, seats)`,
	shifts: `SELECT * FROM (VALUES (1, 'E', 'night', 8, 2), (2, 'E', 'day', 12, 0), (3, 'W', 'night', 10, 1)) AS t(shift_id, depot_cd, shift_type, hrs_worked, overtime_hrs)`,
	delays: `SELECT * FROM (VALUES (1, 1, DATE '2024-03-01', 12, 7, 'fog', 'Y'), (2, 1, DATE '2024-04-01', 30, 9, 'strike', 'N'), (3, 2, DATE '2024-04-01', 7, 22, 'fog', 'N'), (4, 3, DATE '2024-03-01', 4, 18, 'fog', 'N')) AS t(delay_id, tram_no, event_date, delay_min, hour, cause, cancelled)`,
	stops: `SELECT * FROM (VALUES ('Zoo', 'E', 2, 1990), ('Lake', 'E', 1, 2001), ('Opera', 'W', 1, 2005)) AS t(stop_name, depot_cd, seq, opened)`,
	guides: `SELECT * FROM (VALUES (1, 'On rails', 1990, DATE '2024-05-01'), (2, 'Depots', 2001, DATE '2024-06-01')) AS t(guide_id, title, pub_year, due_date)`,
	fees: `SELECT * FROM (VALUES (1, 1, 'overdue'), (2, 2, 'damage')) AS t(fee_id, guide_id, reason)`,
};

let connection: DuckDBConnection;
let context: SchemaContext;
let inOffice: SchemaContext;
let ofDraft: SchemaContext;
let inLibrary: SchemaContext;
let ofCareer: SchemaContext;
let inLeague: SchemaContext;
let inHarbor: SchemaContext;
let onTracks: SchemaContext;
beforeAll(async () => {
	connection = await (await DuckDBInstance.create()).connect();
	await connection.run(`ATTACH ':memory:' AS ann`);
	onTracks = await contextOf('tracks', tracks);
	context = await contextOf('theater', tables);
	inOffice = await contextOf('office', office);
	ofDraft = await contextOf('draft', draft);
	inLibrary = await contextOf('library', library);
	ofCareer = await contextOf('career', career);
	inLeague = await contextOf('league', league);
	inHarbor = await contextOf('harbor', harbor);
});

async function contextOf(name: string, made: Record<string, string>): Promise<SchemaContext> {
	await connection.run(`CREATE SCHEMA ann.${name}`);
	const datasets: ContextDataset[] = [];
	for (const [datasetName, sql] of Object.entries(made)) {
		const from = `ann.${name}.${datasetName}`;
		await connection.run(`CREATE TABLE ${from} AS ${sql}`);
		const described = (await connection.runAndReadAll(`DESCRIBE ${from}`)).getRows();
		const columns = described.map(([column, type]) => ({ name: String(column), type: String(type), description: '' }));
		const ask = async (query: string) => {
			const rows = (await connection.runAndReadAll(query)).getRowObjectsJson() as Record<string, unknown>[];
			return { rows, truncated: false };
		};
		const nullable = columns.map((column) => ({ ...column, nullable: true }));
		const profile = await readProfile(ask, from, nullable, 0);
		const coordinate = { owner: 'ann', namespace: name, datasetName };
		datasets.push({
			coordinate,
			description: '',
			rows: 4,
			columns: columns.flatMap((column, index) => {
				const facts = profile.columns[index];
				return facts === undefined ? [] : [{ ...column, ...facts }];
			}),
			keys: profile.keys,
			source: { coordinate, namespaceId: '', sha256: datasetName },
		});
	}
	return { namespace: { owner: 'ann', name }, datasets, links: [] };
}

const { signal } = new AbortController();
const write = (question: string, earlier: readonly Turn[] = [], of = context) =>
	offlineWriter.write(question, of, { signal, earlier });
const query = (written: Written) => {
	if (written.kind === 'refused') throw new Error(written.message);
	return written;
};
const rowsOf = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson() as unknown[][];

describe('answers questions over datasets without declared links', () => {
	test.each<[question: string, rows: unknown[][]]>([
		[
			'What are the names and ages of all actors?',
			[
				['Ada', 31],
				['Ben', 45],
				['Cleo', 62],
				['Dora', 20],
			],
		],
		['How many actors are from France?', [['2']]],
		['Titles of plays with the oldest year', [['Hamlet']]],
		['Names of actors who have no roles', [['Cleo'], ['Dora']]],
		['Names of actors who have never had roles in "Hamlet"', [['Cleo'], ['Dora']]],
		[
			'What is the average age of actors for each country?',
			[
				['France', 46.5],
				['Spain', 45],
				['Italy', 20],
			],
		],
		['What is the name of the oldest actor?', [['Cleo']]],
		['What is the title of the longest play?', [['Faust']]],
		['Titles of plays with duration more than 200', [['Hamlet'], ['Faust']]],
		['How many plays were there in 2019 or 2020?', [['3']]],
		['Names of the actors older than 40', [['Ben'], ['Cleo']]],
		['Show the names of actors with at least 2 plays', [['Ada']]],
		['Titles of plays with actors from Spain', [['Hamlet']]],
		['Names of actors older than 60 or younger than 25', [['Cleo'], ['Dora']]],
		['Countries that have an actor above age 60 and an actor below 40', [['France']]],
		[
			'What is the ratio of duration to year for each play?',
			[
				['Hamlet', 240 / 2019],
				['Godot', 130 / 2020],
				['Faust', 300 / 2020],
			],
		],
		['What percentage of actors are from France?', [[50]]],
		[
			'Show the country and the number of actors in each country',
			[
				['France', '2'],
				['Spain', '1'],
				['Italy', '1'],
			],
		],
		['Which countries have at least two actors?', [['France']]],
		['Names of actors ordered by age from the oldest to the youngest', [['Cleo'], ['Ben'], ['Ada'], ['Dora']]],
		['Names of actors who have not been given roles in plays', [['Cleo'], ['Dora']]],
		['Which actor has the most plays? Show its name and country', [['Ada', 'France']]],
		['What is the ratio of actors older than 40 to actors younger than 40?', [[1]]],
		['Top 2 plays by duration', [['Faust'], ['Hamlet']]],
		[
			'Which countries have the most actors?',
			[
				['France', '2'],
				['Spain', '1'],
				['Italy', '1'],
			],
		],
		['Which country has the most actors?', [['France', '2']]],
		['How many French actors are there?', [['2']]],
		['Which season tickets are opened?', [['S2', 'open']]],
		['What is the average age of actors with plays in 2020?', [[31]]],
		['What is the ratio of plays to actors?', [[0.75]]],
		['What is the average number of roles per play?', [[4 / 3]]],
		['Which countries have an average age above 44?', [['France'], ['Spain']]],
		[
			'Which actors are older than 30? Return their name and country',
			[
				['Ada', 'France'],
				['Ben', 'Spain'],
				['Cleo', 'France'],
			],
		],
		['Titles of plays with a duratoin of more than 200', [['Hamlet'], ['Faust']]],
		['Show actors with more roles than 2', [['Ada']]],
		['What are the season states?', [['paid'], ['open']]],
	])('%s', async (question, rows) => {
		const given = await rowsOf(query(await write(question)).sql);
		const found = rows.map((row) => given.some((other) => row.every((value) => other.includes(value))));
		expect([given.length, found]).toEqual([rows.length, rows.map(() => true)]);
	});
});

test.each<[question: string, rows: unknown[][]]>([
	['What is the name of the oldest staff?', [['Cy', 'Fox']]],
	['How many female staff are there?', [['1']]],
	['How many active staff are there?', [['2']]],
	['How many reports have not been published?', [['1']]],
	['First and last names of staff who have no town', [['Ben', 'Low']]],
	['Titles of reports with more errors than pages', [['Costs']]],
	['How many reports were there in 2020?', [['2']]],
	['How many reports were published in 2020?', [['1']]],
	['Who is the author of Plans?', [['Cy', 'Fox']]],
])('understands people and dates: %s', async (question, rows) => {
	expect(await rowsOf(query(await write(question, [], inOffice)).sql)).toEqual(rows);
});

test.each<[question: string, rows: unknown[][]]>([
	['How many players did the Stars pick?', [['2']]],
	['What is the lowest pick of a Stars player?', [[1]]],
	['What is the sum of picks for class A?', [['4']]],
])('answers from a single dataset: %s', async (question, rows) => {
	expect(await rowsOf(query(await write(question, [], ofDraft)).sql)).toEqual(rows);
});

test('compares a number with the quantity named after it', async () => {
	const { sql } = query(
		await write('What is the earliest season with more than 14 races and more than 4 podiums?', [], ofCareer),
	);
	expect(await rowsOf(sql)).toEqual([[1994]]);
});

test('finds numbers stored as text, even with leading zeros', async () => {
	const { sql } = query(await write('What are the podiums where the code is 71?', [], ofCareer));
	expect(await rowsOf(sql)).toEqual([[10], [3]]);
});

test('doesn’t assume that a "higher" pick is a larger number', async () => {
	expect(await write('Which player was picked higher than 2?', [], ofDraft)).toMatchObject({
		kind: 'refused',
		message: expect.stringContaining('can mean a larger or a smaller "Pick #"'),
	});
});

test('includes rows without matches in the denominator of a ratio', async () => {
	const { sql } = query(await write('What is the ratio of writers to clubs for each region?', [], inLibrary));
	expect(await rowsOf(sql)).toEqual([['Asia', 1]]);
});

test.each<[question: string, counts: string]>([
	['How many visits does each boat have?', 'Ara 2, Bo 1, Cid 0, Dot 1, Eve 0'],
	['For each boat, how many visits were there in 2023?', 'Ara 1, Bo 0, Cid 0, Dot 1, Eve 0'],
	['How many visits did each sloop make?', 'Ara 2, Cid 0, Dot 1'],
	['Number of visits by boat', 'Ara 2, Bo 1, Dot 1'],
])('includes zero counts if each item is asked for: %s', async (question, counts) => {
	const found = await rowsOf(query(await write(question, [], inHarbor)).sql);
	expect(found.map((row) => `${row[0]} ${row.at(-1)}`).join(', ')).toBe(counts);
});

test.each<[question: string, names: string]>([
	['List the boats in alphabetical order with their type', 'Ara, Bo, Cid, Dot, Eve'],
	['Show the boats in order of their built year', 'Bo, Dot, Eve, Ara, Cid'],
	['Boats longest first with their type', 'Bo, Dot, Ara, Eve, Cid'],
	['List the boats from the shortest to the longest with their type and built year', 'Cid, Eve, Ara, Dot, Bo'],
	['Show boats sorted by built year, with their type', 'Bo, Dot, Eve, Ara, Cid'],
])('sorts by what the question says, not by other displayed columns: %s', async (question, names) => {
	const found = await rowsOf(query(await write(question, [], inHarbor)).sql);
	expect(found.map((row) => row.find((cell) => /^[A-Z]/.test(String(cell)))).join(', ')).toBe(names);
});

test.each<[question: string, rows: unknown[][]]>([
	[
		'games by home team',
		[
			['LYN', '1'],
			['OTT', '2'],
		],
	],
	['How many games did the home team Otters play?', [['2']]],
	['How many games did the away team Otters play?', [['1']]],
	[
		'average attendance by home team region',
		[
			['north', 600],
			['south', 150],
		],
	],
	[
		'average attendance by away team region',
		[
			['north', 150],
			['south', 600],
		],
	],
	['Which home team has the most home goals?', [['OTT', '7']]],
	['Names of teams that have no games', [['Badgers']]],
	[
		'games per month in 2023',
		[
			['2023-01', '1'],
			['2023-02', '1'],
		],
	],
])('uses the one of two links that the question names: %s', async (question, rows) => {
	const given = await rowsOf(query(await write(question, [], inLeague)).sql);
	expect(given.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual(rows);
});

test.each(['games by team', 'average attendance by region', 'How many games did the Otters play?'])(
	'asks which of two links is meant, and understands its own suggestions: %s',
	async (question) => {
		const refused = await write(question, [], inLeague);
		const suggestions = refused.kind === 'refused' ? (refused.suggestions ?? []) : [];
		expect(suggestions.map((text) => /\b(home|away) team\b/.exec(text)?.[1])).toEqual(['home', 'away']);
		expect(suggestions.join()).not.toContain('team team');
		for (const text of suggestions) expect((await write(text, [], inLeague)).kind).toBe('query');
	},
);

test('refuses to choose between two equally long link paths', async () => {
	const question = 'Names of writers who have papers of the subject "Law"';
	expect(await write(question, [], inLibrary)).toMatchObject({ kind: 'refused' });
});

test.each(['How many staff left Oslo?', 'Which staff left Oslo?'])(
	'doesn’t read people who left a place as being from there: %s',
	async (question) => {
		expect(await write(question, [], inOffice)).toMatchObject({ kind: 'refused' });
	},
);

test.each(['Which team is Bruins?', 'What is the tallest building?', 'Which staff are married?'])(
	'refuses to repeat the question or to ignore one of its words: %s',
	async (question) => {
		expect(await write(question, [], question.includes('staff') ? inOffice : ofDraft)).toMatchObject({
			kind: 'refused',
		});
	},
);

test.each([
	'How many directors are there?',
	'What is the salary of Ada?',
	'Who wrote the novel Dracula?',
	'Names of actors from both France and Spain',
	'Who was the highest age?',
	'How many canceled plays were there?',
	'Where was Hamlet performed?',
	'What is the average number of actors?',
	'Names of actors who have never had roles in "Hamlet" but had roles in "Faust"',
])('refuses: %s', async (question) => {
	expect(await write(question)).toMatchObject({ kind: 'refused' });
});

test.each([
	'guides by publisher',
	'cancelled services by model',
	'total minutes lost to fog',
	'Italian covers in Rome depots',
	'delays by shift type',
	'trams repaired in 2024',
	'depots whose trams moved to Lyon',
	'shifts longer than 9 hours',
	'How many guides are overdue?',
	'which trams were delayed there most often?',
	'delays longer than 30 minutes',
	'first stop of East depot',
	'number of delays by canceller',
	'how many delays were lost',
])('refuses a word that only resembles a name: %s', async (question) => {
	expect(await write(question, [], onTracks)).toMatchObject({ kind: 'refused' });
});

test.each<[question: string, rows: unknown[][]]>([
	['average delay', [[13.25]]],
	['worst delay in April', [[30]]],
	['longest delay in fog', [[12]]],
])('finds a quantity named after its dataset: %s', async (question, rows) => {
	expect(await rowsOf(query(await write(question, [], onTracks)).sql)).toEqual(rows);
});

test('reads yes/no columns even if they have a description', async () => {
	const [first, ...others] = onTracks.datasets;
	const columns = first?.columns.map((column) => ({ ...column, description: 'Where trams are kept.' }));
	const described = { ...onTracks, datasets: [{ ...first, columns }, ...others] } as SchemaContext;
	expect(await rowsOf(query(await write('how many cancelled delays', [], described)).sql)).toEqual([['1']]);
});

test('understands "does not contain" and says so', async () => {
	const { reading, sql } = query(await write('Names of actors whose name does not contain "d"'));
	expect(await rowsOf(sql)).toEqual([['Ben'], ['Cleo']]);
	expect(reading).toContain('name doesn’t contain "d"');
});

test('continues from an earlier question and says how it read both', async () => {
	const first = query(await write('How many actors are from France?'));
	const turn = { question: 'How many actors are from France?', columns: [], ...first };
	const second = query(await write('and what are their names?', [turn]));
	expect(await rowsOf(second.sql)).toEqual([['Ada'], ['Cleo']]);
	expect(second.reading).toBe('Name of actors where country is "France".');
});

test.each<[question: string, rows: unknown[][]]>([
	[
		'Names of staff who have never written "Costs"',
		[
			['Ben', 'Low'],
			['Cy', 'Fox'],
		],
	],
	['Names of staff who have written neither "Costs" nor "Plans"', [['Ben', 'Low']]],
	['Titles of reports that are not "Sales"', [['Costs'], ['Plans']]],
])('excludes items with at least one matching row: %s', async (question, rows) => {
	expect(await rowsOf(query(await write(question, [], inOffice)).sql)).toEqual(rows);
});

test('keeps all rows tied for first place', async () => {
	const { sql } = query(await write('Which actors have the fewest plays?'));
	const one = query(await write('Which play has the fewest roles?'));
	expect((await rowsOf(sql)).length).toBeGreaterThan(0);
	expect((await rowsOf(one.sql)).map((row) => row[1])).toEqual(['Godot', 'Faust']);
});

test.each([
	['Which actor is the oldest?', 'what is the country of that actor?', [['France']]],
	['What is the highest age of actors?', 'who is the actor?', [['Cleo']]],
	['Names of actors with an age above 40', 'how about below 25?', [['Dora']]],
	['Names of actors with an age above 40', 'how about 60?', [['Cleo']]],
	[
		'Countries of actors',
		'sort them by age',
		[
			['Italy', 20],
			['France', 31],
			['Spain', 45],
			['France', 62],
		],
	],
	['Names and ages of actors', 'only for names with an age above 60', [['Cleo', 62]]],
	['How many actors are from France?', 'how many others?', [['2']]],
	['Names of actors from France', 'from other countries', [['Ben'], ['Dora']]],
	['Names of actors from France', 'for all countries', [['Ada'], ['Ben'], ['Cleo'], ['Dora']]],
	['Names of actors from France with an age above 40', 'ignore the age', [['Ada'], ['Cleo']]],
	['Names of plays ordered by duration', 'in descending order', [['Faust'], ['Hamlet'], ['Godot']]],
] as const)('continues from "%s" with "%s"', async (before, after, rows) => {
	const turn = { question: before, columns: [], ...query(await write(before)) };
	const given = await rowsOf(query(await write(after, [turn])).sql);
	expect(given.map((row) => row.slice(0, rows[0].length))).toEqual(rows);
});

test.each([
	['Names of actors older than 60 or younger than 25', () => context, 'which of those is the oldest?'],
	['Titles of reports with more errors than pages', () => inOffice, 'how many pages do they have?'],
] as const)('refers back to rows filtered by compound conditions: %s', async (before, of, after) => {
	const writer = withPreviousAnswer(offlineWriter);
	const first = query(await write(before, [], of()));
	const turn = { question: before, columns: [{ name: 'name', type: 'VARCHAR', nullable: true }], ...first };
	await expect(writer.write(after, of(), { signal, earlier: [turn] })).resolves.toBeDefined();
});

const conversations = [
	{ asked: ['Which sloops are longer than 11?'], rows: [['Ara'], ['Dot']], at: 1 },
	{
		asked: ['How many visits per town?', 'and in 2024?'],
		rows: [
			['Ayr', '1'],
			['Ullapool', '1'],
		],
	},
	{
		asked: ['Total paid by boat in 2024'],
		rows: [
			['Ara', '70'],
			['Bo', '20'],
		],
	},
	{
		asked: ['Which sloops are longer than 11?', 'how much did each of them pay in 2023?'],
		rows: [
			['Ara', '50'],
			['Dot', '10'],
		],
	},
	{
		asked: [
			'Which sloops are longer than 11?',
			'how much did each of them pay in 2023?',
			'which of them has the highest total nights that year?',
		],
		rows: [['Ara']],
	},
	{
		asked: ['How many visits per month in 2023?', 'which month was the worst?', 'and in 2024?'],
		rows: [
			['2024-06', '1'],
			['2024-07', '1'],
		],
	},
	{
		asked: [
			'Which sloops are longer than 11?',
			'what is their average amount paid?',
			'the same for ketches',
			'how many of those boats are there?',
		],
		rows: [['1']],
	},
	{ asked: ['How many visits were there in August 2023?', 'and in June?'], rows: [['0']] },
	{ asked: ['How many visits were there in June 2024?', 'and from July to August 2024?'], rows: [['1']] },
	{ asked: ['How many visits per town?', 'arrived before 2024'], rows: [['Ayr', '2']] },
	{ asked: ['How many boats are there?', 'which of them are ketches?'], rows: [['Bo'], ['Eve']] },
	{
		asked: ['Top 2 boats by length', 'with their built year'],
		rows: [
			['Bo', '1990'],
			['Dot', '2001'],
		],
	},
	{
		asked: ['Which boats were built after 2000?', 'only 1980 to 2005'],
		rows: [['Bo'], ['Dot'], ['Eve']],
	},
	{ asked: ['average nights by town', 'only before 2024', 'how many visits is that?'], rows: [['2']] },
	{ asked: ['List the ketches', 'which of them is the longest?'], rows: [['Bo']] },
	{ asked: ['Which visits cost more than 10?', 'in which towns?'], rows: [['Ayr'], ['Ullapool']] },
	{
		asked: ['How many visits were there in Ayr?', 'which boats were seen there?'],
		rows: [['Ara'], ['Bo'], ['Dot']],
		at: 1,
	},
] as const;
/** The rows of the answer to the last of some questions. */
async function answerTo(asked: readonly string[], of: SchemaContext): Promise<unknown[][]> {
	const writer = withPreviousAnswer(offlineWriter);
	const earlier: Turn[] = [];
	for (const question of asked) {
		const written = query(await writer.write(question, of, { signal, earlier }));
		const described = (await connection.runAndReadAll(`DESCRIBE ${written.sql}`)).getRows();
		const columns = described.map(([name, type]) => ({ name: String(name), type: String(type), nullable: true }));
		earlier.push({ question, ...written, columns });
	}
	return rowsOf(earlier.at(-1)?.sql ?? '');
}

test.each(conversations)('continues with times and totals: $asked', async ({ asked, rows, ...of }) => {
	const found = await answerTo(asked, inHarbor);
	const from = 'at' in of ? of.at : 0;
	const shown = found.map((row) => row.slice(from).map(String));
	expect(shown.map((row) => [row[0], ...(rows[0].length > 1 ? row.slice(-1) : [])]).sort()).toEqual(rows);
});

test('limits follow-up figures to the rows of the answer, even if other rows share their names', async () => {
	const vet = await contextOf('vet', {
		owners: `SELECT * FROM (VALUES (1, 'Max', 'Ayr'), (2, 'Rex', 'Oban'), (3, 'Ann', 'Ayr'), (4, 'Bea', 'Ayr')) AS t(owner_id, name, town)`,
		animals: `SELECT * FROM (VALUES (11, 1, 'Rex'), (12, 1, 'Rex'), (13, 2, 'Max'), (14, 3, 'Tip'), (15, 4, 'Tip')) AS t(animal_id, owner_id, name)`,
		visits: `SELECT * FROM (VALUES (21, 11, 40), (22, 12, 30), (23, 13, 90), (24, 14, 20), (25, 15, 5), (26, 11, 10)) AS t(visit_id, animal_id, fee)`,
	});
	const asked = [
		'Which owners have the highest total fee?',
		'top 3',
		'which of them live in Ayr?',
		'what did they pay in total?',
	];
	expect((await answerTo(asked, vet)).map(String)).toEqual(['100']);
});

test('adds up what the work of some people cost, and what some rows are worth', async () => {
	const yard = await contextOf('yard', {
		builders: `SELECT * FROM (VALUES (1, 'Ann', 'Ayr'), (2, 'Bob', 'Oban'), (3, 'Cyd', 'Ayr')) AS t(builder_id, name, town)`,
		work_orders: `SELECT * FROM (VALUES (11, 1, 40, 'late'), (12, 1, 30, 'done'), (13, 2, 90, 'late'), (14, 3, 5, 'done')) AS t(order_id, builder_id, labour_cost, state)`,
	});
	const figureOf = async (...asked: string[]) => (await answerTo(asked, yard)).map(String);
	expect(await figureOf('Which builders are in Ayr?', 'what did their work cost in total?')).toEqual(['75']);
	expect(await figureOf('Which builders are in Ayr?', 'what did their work orders cost on average?')).toEqual(['25']);
	expect(await figureOf('How many work orders are late?', 'how much are they worth in total?')).toEqual(['130']);
});

test('ranks people by what they did or spent, and offers choices for ambiguous questions', async () => {
	const repairs = await contextOf('repairs', {
		fitters: `SELECT * FROM (VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cyd')) AS t(fitter_id, name)`,
		customers: `SELECT * FROM (VALUES (1, 'Max'), (2, 'Rex')) AS t(customer_id, name)`,
		jobs: `SELECT * FROM (VALUES (11, 1, 1, DATE '2024-12-30', DATE '2025-01-02', 5), (12, 1, 1, DATE '2025-03-01', DATE '2025-03-02', 6), (13, 2, 2, DATE '2025-04-01', DATE '2026-01-04', 90), (14, 2, 1, DATE '2025-05-01', DATE '2026-02-05', 7), (15, 2, 1, DATE '2025-06-01', DATE '2025-06-02', 8)) AS t(job_id, fitter_id, customer_id, opened_on, closed_on, fee)`,
	});
	const rowsFor = async (question: string) =>
		rowsOf(query(await offlineWriter.write(question, repairs, { signal })).sql);
	expect((await rowsFor('Which fitters closed the most jobs in 2025?'))[0]?.map(String)).toEqual(['1', 'Ann', '2']);
	expect((await rowsFor('Which customers spent the most on jobs?')).map((row) => row.map(String).slice(1))).toEqual([
		['Rex', '90'],
		['Max', '26'],
	]);
	const choices = async (question: string) => {
		const refused = await offlineWriter.write(question, repairs, { signal });
		return refused.kind === 'refused' ? refused.suggestions : refused.sql;
	};
	expect(await choices('Who handled the most jobs?')).toContain('Which fitters have the most jobs?');
	expect(await choices('How much did jobs cost?')).toEqual(['What was the sum of fee of jobs?']);
});

test('offers the columns that a question can mean, and totals if a row has several values', async () => {
	const choices = async (question: string, of: SchemaContext, before?: string) => {
		const earlier =
			before === undefined ? [] : [{ question: before, columns: [], ...query(await write(before, [], of)) }];
		const written = await withPreviousAnswer(offlineWriter).write(question, of, { signal, earlier });
		return written.kind === 'refused' ? written.suggestions : written.reading;
	};
	expect(await choices('which boat has the most nights?', inHarbor)).toContain('the highest total nights');
	expect(await choices('which boat has the least amount paid?', inHarbor)).toEqual([
		'which boat has the lowest total amount paid?',
		'which boat has the lowest average amount paid?',
	]);
	const withBees = await contextOf('bees', {
		hives: `SELECT * FROM (VALUES (1, 'Warre'), (2, 'Warre'), (3, 'Top bar')) AS t(hive_id, hive_type)`,
		harvests: `SELECT * FROM (VALUES (1, 1, 'lime', 2.5), (2, 1, 'heather', 4.0), (3, 2, 'lime', 5.5), (4, 3, 'lime', 4.0)) AS t(harvest_id, hive_id, honey_type, honey_kg)`,
	});
	expect(await choices('top 2 towns by nights', inHarbor)).toEqual([
		'top 2 towns by total nights?',
		'top 2 towns by average nights?',
	]);
	expect(await choices('top 2 towns by nights', inHarbor, 'Average nights by boat')).toEqual([
		'top 2 towns by total nights?',
		'top 2 towns by average nights?',
	]);
	expect(await choices('which hive gave the most honey?', withBees)).toContain(
		'which hive gave the highest total honey kg?',
	);
	expect(await choices('top boats', inHarbor, 'Which boats have the most visits?')).toEqual([
		'Which boats have the most visits?',
	]);
	expect(await choices('top visits', inHarbor)).not.toContain('Which visits have the most boats?');
	expect(await choices('exclude LYN', inLeague, 'How many games were there?')).toEqual([
		'and without home team LYN?',
		'and without away team LYN?',
	]);
});

test('groups by a yes/no column', async () => {
	expect(await rowsOf(query(await write('number of staff by active', [], inOffice)).sql)).toEqual([
		[false, '1'],
		[true, '2'],
	]);
});

test('refuses to remove a condition that the previous question didn’t have', async () => {
	const turn = { question: '', columns: [], ...query(await write('Names of actors from France')) };
	expect((await write('remove the duration', [turn])).kind).toBe('refused');
});

test('answers the same if detected links are also declared', async () => {
	const at = (datasetName: string, column: string) => ({
		dataset: { owner: 'ann', namespace: 'theater', datasetName },
		column,
	});
	const link = {
		from: at('actors', 'actor_id'),
		to: at('roles', 'actor_id'),
		matchType: 'ExactMatch',
		options: {},
	} as const;
	const other = { ...link, from: link.to, to: link.from };
	const linked = { ...context, links: [link, other] };
	const written = query(await offlineWriter.write('Titles of plays with actors from Spain', linked, { signal }));
	expect(await rowsOf(written.sql)).toEqual([['Hamlet']]);
});

describe('understands verbs, adjectives and both ends of a route', () => {
	const ports: Record<string, string> = {
		ports: `SELECT * FROM (VALUES ('OBN', 'Oban'), ('DUB', 'Dublin'), ('HLY', 'Holyhead')) AS t(port_code, port_name)`,
		ferries: `SELECT * FROM (VALUES (1, 'Gannet', 'Y'), (2, 'Puffin', 'N')) AS t(ferry_id, ferry_name, fast)`,
		sailings: `SELECT * FROM (VALUES (1, 1, 'DUB', 'HLY', DATE '2023-05-01', 90), (2, 1, 'HLY', 'DUB', DATE '2024-05-02', 110), (3, 1, 'OBN', 'DUB', DATE '2024-06-02', 70)) AS t(sailing_id, ferry_id, origin_port, destination_port, departed_on, minutes)`,
	};
	let atSea: SchemaContext;
	beforeAll(async () => {
		atSea = await contextOf('sea', ports);
	});
	test.each<[question: string, rows: unknown[][]]>([
		['How many sailings are there from Dublin to Holyhead?', [['1']]],
		['What are the names of the fast ferries?', [['Gannet']]],
		['What is the average number of minutes per sailing?', [[90]]],
		['What are the names of ferries that made no sailing?', [['Puffin']]],
		['Which ferry had the highest minutes?', [[1, 'Gannet', 'Y']]],
		[
			'How many sailings departed in each year?',
			[
				['2023', '1'],
				['2024', '2'],
			],
		],
	])('%s', async (question, rows) => {
		const found = await rowsOf(query(await write(question, [], atSea)).sql);
		expect(found.sort()).toEqual(rows);
	});
	test('refuses a negation that it can’t resolve', async () => {
		const written = await write('What are the names of ferries that departed on no sailing?', [], atSea);
		expect(written.kind).toBe('refused');
	});
});

describe('looks up rows by role', () => {
	const club: Record<string, string> = {
		staff: `SELECT * FROM (VALUES (1, 'Ann Ash', 'Coach', NULL, 40), (2, 'Ben Elm', 'Coach', 1, 30), (3, 'Cid Fir', 'Medic', 1, 35), (4, 'Dan Oak', 'Medic', 2, 50)) AS t(staff_id, full_name, job, supervisor_id, age)`,
		stadium: `SELECT * FROM (VALUES (101, 'Arena'), (102, 'Bowl'), (103, 'Dome')) AS t(stadium_id, stadium_name)`,
		game: `SELECT * FROM (VALUES (900, 'final', 101, 102, 1, 3), (901, 'replay', 102, 101, 2, 1), (902, 'friendly', 101, 103, 2, 3)) AS t(game_no, kind, first_stadium_id, spare_stadium_id, "judgedBy", winner_id)`,
	};
	let staffed: SchemaContext;
	beforeAll(async () => {
		staffed = await contextOf('staffed', club);
	});
	test.each([
		['Who is the supervisor of Dan Oak? Return the full name.', 'Ben Elm'],
		['Who supervises Ben Elm? Show the full name.', 'Ann Ash'],
		['How many people report to Ann Ash?', '2'],
		['How many staff does Ben Elm supervise?', '1'],
		['What is the average age of staff supervised by Ann Ash?', '32.5'],
		['Who won the most games? Return the full name.', 'Cid Fir 2'],
		['How many games did Ben Elm judge?', '2'],
		['How many games were judged by Ann Ash?', '1'],
		['Which staff have never won a game? Return the full name.', 'Ben Elm, Dan Oak'],
		[
			'List the kind, the name of the first stadium and the name of the spare stadium for each game.',
			'final Arena Bowl, friendly Arena Dome, replay Bowl Arena',
		],
	])('%s', async (question, rows) => {
		const found = (await rowsOf(query(await write(question, [], staffed)).sql)).map((row) => row.join(' '));
		expect(found.sort().join(', ')).toBe(rows);
	});
	test.each([
		'Who is the sponsor of Dan Oak?',
		'Who coaches Dan Oak?',
		'Which supervisor was dismissed?',
		'How many games were canceled by Ann Ash?',
		'How many medics have never judged a game?',
	])('refuses: %s', async (question) => {
		expect((await write(question, [], staffed)).kind).toBe('refused');
	});
});

test('reads numbers stored as text as quantities', async () => {
	const election: Record<string, string> = {
		election_results: `SELECT * FROM (VALUES ('Ash', 'Red', '16,177', '34.2%'), ('Elm', 'Blue', '9,020', '19.1%'), ('Fir', 'Red', '700', '1.5%')) AS t("Candidate", "Party", "Votes received", "Share of vote")`,
	};
	const votes = await contextOf('votes', election);
	const { sql } = query(await write('How many votes did Ash receive?', [], votes));
	expect((await rowsOf(sql)).flat().map(String)).toEqual(['16,177']);
});

test('reads amounts with a unit as quantities, but not codes', async () => {
	const shop = await contextOf('shop', {
		parts: `SELECT * FROM (VALUES ('P01', 'bell', '€ 7.50', '12 min'), ('P02', 'hub', '€ 89.00', '9 min'), ('P03', 'tire 28x1.6', '€ 1,031.00', '30 min')) AS t(part_no, part_name, unit_price, time_to_fit)`,
	});
	const answer = async (question: string) => (await rowsOf(query(await write(question, [], shop)).sql)).flat();
	expect(await answer('What is the name of the most expensive part?')).toEqual(['tire 28x1.6']);
	expect(await answer('Names of parts that cost more than 80 euros')).toEqual(['hub', 'tire 28x1.6']);
	expect(await answer('What is the average time to fit?')).toEqual([17]);
	expect((await write('What is the total part no?', [], shop)).kind).toBe('refused');
});

test('reads the unit of an amount, not the unit that a price is per', async () => {
	const honey = await contextOf('honey', {
		harvests: `SELECT * FROM (VALUES ('Heath', 12.5, 9.75), ('Mill', 24.0, 11.5), ('Quarry', 8.0, 12.0)) AS t(apiary, weight_kg, price_per_kg)`,
	});
	const answer = async (question: string) => (await rowsOf(query(await write(question, [], honey)).sql)).flat();
	expect((await answer('Apiaries of harvests between 10 and 15 kg')).map(String)).toContain('Heath');
	expect(await answer('Apiary of the heaviest harvest')).toEqual(['Mill']);
	expect((await answer('What is the highest price per kg?')).map(String)).toEqual(['12.00']);
});

test('counts what was opened or closed per year by that date, not by the current status', async () => {
	const firm = await contextOf('firm', {
		matters: `SELECT * FROM (VALUES (1, 'Lease', 'open', DATE '2022-03-01', NULL::DATE, 10), (2, 'Will', 'closed', DATE '2022-05-01', DATE '2023-01-01', 3), (3, 'Sale', 'open', DATE '2023-02-01', NULL, 8), (4, 'Claim', 'closed', DATE '2021-02-01', DATE '2021-09-01', 7)) AS t(matter_id, title, status, opened_on, closed_on, hours)`,
	});
	const answer = async (question: string) =>
		(await rowsOf(query(await write(question, [], firm)).sql)).map((row) => row.map(String));
	const opened = ['2021,1', '2022,2', '2023,1'];
	expect((await answer('How many matters were opened per year?')).map(String)).toEqual(opened);
	expect((await answer('How many matters were closed each year?')).map(String)).toEqual(['2021,1', '2023,1']);
	expect((await answer('Total hours of matters closed per year')).map(String)).toEqual(['2021,7', '2023,3']);
	expect((await answer('In which year were the most matters opened?')).flat()).toContain('2022');
	expect((await answer('How many matters are open?')).flat()).toEqual(['2']);
});

test('never lists only the rows if the names of what they refer to are requested', async () => {
	const club = await contextOf('club', {
		members: `SELECT * FROM (VALUES (1, 'Ann', 'Ash', NULL::INTEGER), (2, 'Bo', 'Elm', 1), (3, 'Cy', 'Fir', 1)) AS t(member_id, first_name, last_name, mentor_id)`,
		apiaries: `SELECT * FROM (VALUES (1, 'Heath', 1), (2, 'Mill', 2)) AS t(apiary_id, apiary_name, keeper_id)`,
	});
	const written = await write('List each member with the name of their mentor', [], club);
	if (written.kind !== 'refused') expect((await rowsOf(written.sql))[0]?.length).toBeGreaterThan(2);
});

describe('understands abbreviated names, as in data warehouses', () => {
	const warehouse: Record<string, string> = {
		dim_clnt: `SELECT * FROM (VALUES (1, 'Ash', 'NORTH', 500.00, 'Y'), (2, 'Elm', 'SOUTH', 900.00, 'N'), (3, 'Fir', 'NORTH', 100.00, 'Y')) AS t(clnt_id, clnt_nm, rgn_cd, crdt_lmt_amt, actv_flg)`,
		fct_shpmt: `SELECT * FROM (VALUES (10, 1, 'DLV', 4.0), (11, 1, 'RFS', 6.0), (12, 2, 'DLV', 1.5), (13, 3, 'TRN', 2.5)) AS t(shpmt_no, clnt_id, shpmt_stat_cd, wt_kg)`,
	};
	let stored: SchemaContext;
	beforeAll(async () => {
		stored = await contextOf('stored', warehouse);
	});
	test.each<[question: string, rows: unknown[][]]>([
		['What is the average credit limit of active clients?', [['300.0']]],
		[
			'Show total weight by client region.',
			[
				['NORTH', '12.5'],
				['SOUTH', '1.5'],
			],
		],
		['How many shipments were delivered?', [['2']]],
		['What are the names of the 2 clients with the highest credit limit?', [['Ash'], ['Elm']]],
		['How many shipments were refused?', [['1']]],
	])('%s', async (question, rows) => {
		const found = await rowsOf(query(await write(question, [], stored)).sql);
		expect(found.map((row) => row.map(String)).sort()).toEqual(
			rows.map((row) => row.map((v) => String(v).replace('.0', ''))),
		);
	});
	describe('with joined words', () => {
		const exported: Record<string, string> = {
			Clncs: `SELECT * FROM (VALUES ('N', 'North', 'Oslo', 40), ('S', 'South', 'Bern', 90)) AS t("clnCd", "clnNm", "cty", "capBeds")`,
			Ptnts: `SELECT * FROM (VALUES (1, 'Ann', 'Ash', 'N', 60.5, 'Nurse', 'Y', DATE '2023-02-01'), (2, 'Ben', 'Elm', 'S', 82.0, 'Cook', 'N', DATE '2024-05-01'), (3, 'Cid', 'Fir', 'S', 71.5, 'Cook', 'N', DATE '2024-06-01')) AS t("ptnNo", "fstNm", "lstNm", "clnCd", "wgtKg", "jobTtl", "insrFlg", "admDt")`,
		};
		let clinics: SchemaContext;
		beforeAll(async () => {
			clinics = await contextOf('clinics', exported);
		});
		test.each([
			['How many patients do we have on file?', '3'],
			['How many patients are there for each clinic?', 'North N 1, South S 2'],
			['What job titles exist among the patients?', 'Cook, Nurse'],
			['Which patients are heavier than 80 kg? First and last name.', 'Ben Elm'],
			['Clinic names with their city, please', 'North Oslo, South Bern'],
			['Clinic names and capacities, biggest capacity first', 'South 90, North 40'],
			['How many insured patients are there?', '1'],
			['How many patients were admitted in 2024?', '2'],
		])('%s', async (question, rows) => {
			const found = (await rowsOf(query(await write(question, [], clinics)).sql)).map((row) => row.join(' '));
			expect((question.includes('biggest') ? found : found.sort()).join(', ')).toBe(rows);
		});
		test.each([
			'How many patients are pregnant?',
			'Which patient has the highest pulse?',
			'Who is the janitor of the South clinic?',
		])('refuses: %s', async (question) => {
			expect((await write(question, [], clinics)).kind).toBe('refused');
		});
	});
	test('doesn’t read a word as the abbreviation of a longer one', async () => {
		const winery: Record<string, string> = {
			winery: `SELECT * FROM (VALUES (1, 'Rossi'), (2, 'Bianchi')) AS t(winery_id, winery_name)`,
			wine_grape: `SELECT * FROM (VALUES (1, 'Merlot'), (2, 'Syrah')) AS t(winery_id, grape)`,
		};
		const wines = await contextOf('wines', winery);
		expect((await write('What is the name of the winemaker at Rossi?', [], wines)).kind).toBe('refused');
	});
	test('shows the rows, not the value the question already names', async () => {
		const { sql } = query(await write('Which active clients are in the north region?', [], stored));
		expect((await rowsOf(sql)).flat()).toEqual(expect.arrayContaining(['Ash', 'Fir']));
	});
});

describe('lists and ranks what the question means, not something similar', () => {
	const bakery: Record<string, string> = {
		baker: `SELECT * FROM (VALUES (1, 'Ada', 'Oslo', 90, NULL), (2, 'Bear', 'Bonn', 70, 1), (3, 'Cy', 'Oslo', 80, 1)) AS t(baker_id, name, town, net_worth, taughtBy)`,
		cake: `SELECT * FROM (VALUES (10, 'Torte', 1, 'sweet', 12, DATE '2021-03-01', 'Y', 1), (11, 'Quiche', 1, 'salty', 9, DATE '2022-05-01', 'N', 2), (12, 'Pie', 2, 'sweet', 7, DATE '2023-01-01', 'Y', 2), (13, 'Bun', 3, 'sweet', 7, DATE '2023-04-01', 'N', 2)) AS t(cake_id, title, baker_id, kind, price, baked_on, feeWaivedFlag, shop_id)`,
		contents: `SELECT * FROM (VALUES (10, 'egg'), (11, 'egg'), (11, 'nut'), (12, 'nut')) AS t(cake_id, ingredient)`,
		shop: `SELECT * FROM (VALUES (2, 'Nord', 900), (1, 'Sud', 100)) AS t(shop_id, name, revenue)`,
	};
	let baked: SchemaContext;
	beforeAll(async () => {
		baked = await contextOf('bakery', bakery);
	});
	test.each<[question: string, rows: unknown[][]]>([
		['What are the names of the bakers with a cake that has egg?', [['Ada']]],
		['Which kinds of cakes do we have?', [['salty'], ['sweet']]],
		[
			'List the titles and prices of cakes, highest price first.',
			[
				['Bun', '7'],
				['Pie', '7'],
				['Quiche', '9'],
				['Torte', '12'],
			],
		],
		['What is the average price of cakes by bakers from Oslo?', [['9.333333333333334']]],
		['How many cakes had their fee waived?', [['2']]],
		['What is the difference between the highest and the lowest price of cakes?', [['5']]],
		['What is the most expensive cake?', [['10', 'Torte', '1', 'sweet', '12', '2021-03-01', 'Y', '1']]],
		['Does Ada have a salty cake?', [['true']]],
		['Does Cy have a salty cake?', [['false']]],
		['What is the title of cake 12?', [['Pie']]],
		['What is the largest shop?', [['2', 'Nord', '900']]],
		['What are the titles of cakes that contain no egg?', [['Bun'], ['Pie']]],
		['Which town has the largest number of bakers?', [['Oslo', '2']]],
	])('%s', async (question, rows) => {
		const found = await rowsOf(query(await write(question, [], baked)).sql);
		expect(found.map((row) => row.map(String)).sort()).toEqual(rows);
	});
	test('sorts by the quantity named last', async () => {
		const { sql } = query(await write('Titles and prices of cakes from highest to lowest price', [], baked));
		expect((await rowsOf(sql))[0]?.map(String)).toEqual(['Torte', '12']);
	});
	test('ranks things by their own quantity', async () => {
		const { sql } = query(await write('What is the name of the richest baker?', [], baked));
		expect((await rowsOf(sql)).flat()).toEqual(['Ada']);
	});
	test.each([
		'Which bakers were taught by Ada?',
		'Which bakers have never taught anyone?',
		'What is the name of the teacher of Cy?',
		'Who baked a sweet cake but not a salty one?',
		'Are there bakers without a cake? Give me their names.',
		'Are all cakes sweet?',
	])('refuses instead of answering a similar question: %s', async (question) => {
		expect((await write(question, [], baked)).kind).toBe('refused');
	});
});

describe('distinguishes roles, verbs and columns with similar names', () => {
	const boatyard: Record<string, string> = {
		staff: `SELECT * FROM (VALUES (1, 'Ada Ray', 'manager', 30, DATE '2010-03-01', NULL, 20), (2, 'Ben Low', 'rigger', 20, DATE '2021-05-01', 1, 25), (3, 'Cy Fox', 'rigger', 35, DATE '2022-06-01', 1, 30)) AS t(staff_id, full_name, role, hourly_wage, hired_on, manager_id, daily_target)`,
		customers: `SELECT * FROM (VALUES (1, 'Dora Elm'), (2, 'Eve Oak'), (3, 'Flo Ash'), (4, 'Gus Fir')) AS t(customer_id, full_name)`,
		boats: `SELECT * FROM (VALUES (21, 4, 'sloop', 900, 50), (22, 4, 'ketch', 400, 52), (23, 1, 'sloop', 300, 60)) AS t(boat_id, owner_id, boat_type, purchase_price, mast_size_cm)`,
		jobs: `SELECT * FROM (VALUES (41, 21, 1, 2, 950, 'N', 'N'), (42, 22, 1, 3, 10, 'N', 'S'), (43, 21, 2, 3, 20, 'S', 'S'), (44, 22, 1, NULL, 5, 'S', 'S')) AS t(job_id, boat_id, received_by, rigger_id, parts_cost, pickup_dock, return_dock)`,
		parts: `SELECT * FROM (VALUES (61, 'rope', 'rope', 3.0, 4, 10, NULL), (62, 'sail', 'cloth', 90.0, 12, 5, 'S1'), (63, 'tarp', 'cloth', 40.0, 2, 6, 'S1'), (64, 'bolt', 'metal', 1.0, 9, 2, NULL)) AS t(part_id, part_name, kind, unit_price, quantity_on_hand, reorder_level, shelf)`,
		crew: `SELECT * FROM (VALUES ('Hal', 'female', 19), ('Ida', 'male', 40), ('Jo', 'female', 33)) AS t(crew_name, gender, age)`,
		visits: `SELECT * FROM (VALUES (81, 10, 'paid'), (82, 5, 'paid'), (83, 7, 'due')) AS t(visit_id, total_hours, hour_state)`,
		makers: `SELECT * FROM (VALUES ('Elm', 'Oslo', DATE '2010-02-01', 'closed'), ('Oak', 'Bonn', DATE '2016-02-01', 'open')) AS t(maker_name, town, open_date, state)`,
		buyers: `SELECT * FROM (VALUES ('Kay', 'Oslo'), ('Lee', 'Oslo'), ('Max', 'Rome')) AS t(buyer_name, town)`,
		docks: `SELECT * FROM (VALUES ('N', 'North'), ('S', 'South')) AS t(dock_code, dock_name)`,
	};
	let inYard: SchemaContext;
	beforeAll(async () => {
		inYard = await contextOf('boatyard', boatyard);
	});
	test.each<[question: string, rows: unknown[][]]>([
		['Which customers own more than one boat?', [['4', 'Gus Fir', '2']]],
		['Whose boat was in job 41?', [['Gus Fir']]],
		['Who was hired after 2020?', [['Ben Low'], ['Cy Fox']]],
		['What are the boat ids of all sloops that cost more than 800?', [['21']]],
		['How many boats have a mast size between 50 and 55 cm?', [['2']]],
		['What is the difference between the highest and the lowest daily target?', [['10']]],
		[
			'How many jobs were picked up at each dock?',
			[
				['North', 'N', '2'],
				['South', 'S', '2'],
			],
		],
		['How many jobs were returned to a different dock than the one they were picked up from?', [['1']]],
		['What are the job ids of jobs that were picked up and returned at the same dock?', [['41'], ['43'], ['44']]],
		[
			'Which parts are below their reorder level?',
			[
				['61', 'rope', 'rope', '3.0', '4', '10', 'null'],
				['63', 'tarp', 'cloth', '40.0', '2', '6', 'S1'],
			],
		],
		['What is the most expensive cloth?', [['62', 'sail', 'cloth', '90.0', '12', '5', 'S1']]],
		['Which shelves have more than 1 part?', [['S1', '2']]],
		['What is the total hours of all paid visits?', [['15']]],
		['Which towns have both makers and buyers?', [['Oslo']]],
		['Which makers opened after 2015?', [['Oak', '2016-02-01']]],
		['When did Elm open?', [['2010-02-01']]],
		['How many women are there under 30?', [['1']]],
		['How many jobs were received by Ben Low?', [['1']]],
		['Which staff member received the most jobs? Show the name.', [['Ada Ray', '3']]],
		['Are there any sloops?', [['true']]],
		['Which sloops have a smaller mast size than the average sloop? Give the boat id.', [['21']]],
	])('%s', async (question, rows) => {
		const found = await rowsOf(query(await write(question, [], inYard)).sql);
		expect(found.map((row) => row.map(String)).sort()).toEqual(rows);
	});
	test('compares rows with the rows they reference', async () => {
		const { sql, reading } = query(await write('Which staff earn more than their manager?', [], inYard));
		expect((await rowsOf(sql)).map((row) => row[1])).toEqual(['Cy Fox']);
		expect(reading).toContain('hourly wage is more than hourly wage of manager');
	});
	test.each([
		'How many jobs does each dock have?',
		'Which riggers steer their boat type?',
		'Which staff like their role?',
		'Which customers own their full name?',
		'Did Ada Ray ruin boat 21?',
		'Which jobs did Ben Low return?',
		'Which customers rigged a boat?',
		'What is the average daily price of the boats?',
	])('refuses instead of answering a similar question: %s', async (question) => {
		expect((await write(question, [], inYard)).kind).toBe('refused');
	});
	test('lists the columns if several refer to the same dataset', async () => {
		expect(await write('How many jobs does each staff have?', [], inYard)).toMatchObject({
			message: expect.stringMatching(/"received_by" and "rigger_id"/),
		});
	});
});

describe('tells codes, references and groups of rows apart', () => {
	const garage: Record<string, string> = {
		depots: `SELECT * FROM (VALUES (1, 'Hallgate', 1950), (2, 'Mill Road', 1974), (3, 'Quay', 1999)) AS t(depot_id, depot_name, opened_year)`,
		buses: `SELECT * FROM (VALUES ('B7', 'Citaro', 1, 40, true), ('B8', 'Citaro', 1, 60, false), ('B9', 'Urbino', 2, 50, true)) AS t(fleet_no, model, depot_id, seats, accessible)`,
		drivers: `SELECT * FROM (VALUES (1, 'Ada Ray', 1, 14, DATE '2019-01-01', NULL), (2, 'Ben Low', 1, 12, DATE '2024-02-05', 1), (3, 'Cy Fox', 2, 20, DATE '2021-05-01', 1), (4, 'Di Elm', 2, 30, DATE '2022-05-01', 2)) AS t(driver_id, full_name, depot_id, wage, hire_date, supervisor_id)`,
		routes: `SELECT * FROM (VALUES ('1', 12), ('N1', 12), ('5A', 30)) AS t(route_no, stops)`,
		trips: `SELECT * FROM (VALUES (1, '1', 'B7', 1, DATE '2023-01-05', 10, 20.5), (2, 'N1', 'B7', 1, DATE '2023-02-05', 5, 70.0), (3, 'N1', 'B9', 2, DATE '2024-02-05', 8, 5.0), (4, '5A', 'B9', 1, DATE '2024-03-05', 2, 4.0)) AS t(trip_id, route_no, bus, driver_id, trip_date, passengers, revenue)`,
		incidents: `SELECT * FROM (VALUES (1, 1, 'collision', 'closed'), (2, 4, 'collision', 'open'), (3, 4, 'breakdown', 'closed'), (4, 3, 'collision', 'closed')) AS t(incident_id, trip_id, kind, state)`,
		games: `SELECT * FROM (VALUES (1, 'Moon', NULL, 'Y'), (2, 'Pond', NULL, 'N'), (3, 'Moon: Core', 1, 'N'), (4, 'Moon: Base', 1, 'Y')) AS t(game_id, title, expansion_of, in_print)`,
		print_runs: `SELECT * FROM (VALUES (1, 2, 'Panda', 100, 3.5), (2, 2, 'Trefl', 300, 3.0), (3, 1, 'Panda', 250, 9.0)) AS t(run_id, game_id, printer, copies, unit_cost)`,
		authors: `SELECT * FROM (VALUES (1, 'Uma', 'comics'), (2, 'Vic', 'posters')) AS t(author_id, author_name, specialty)`,
		game_authors: `SELECT * FROM (VALUES (1, 1, 'lead'), (2, 1, 'artist'), (2, 2, 'lead')) AS t(game_id, author_id, role)`,
		invoices: `SELECT * FROM (VALUES (1, 'cash', 20.0), (2, 'card', 90.0), (3, 'card', 10.0)) AS t(invoice_no, payment_method, total_amount)`,
	};
	let inGarage: SchemaContext;
	beforeAll(async () => {
		inGarage = await contextOf('garage', garage);
	});
	test.each<[question: string, rows: unknown[][]]>([
		['How many trips were there on route 1?', [['1']]],
		['trip ids of bus B7', [['1'], ['2']]],
		['Which bus models were involved in a breakdown?', [['Urbino']]],
		['names of the drivers who earn more than the average at their depot', [['Ada Ray'], ['Di Elm']]],
		['Show the names of drivers whose wage is above the average wage of their depot.', [['Ada Ray'], ['Di Elm']]],
		['fleet numbers of buses whose seats are above the average of the same model', [['B8']]],
		['names of drivers who have driven at least three different routes', [['Ada Ray', '3']]],
		['How many more collisions than breakdowns were there?', [['2']]],
		['names of drivers whose incidents are all closed', [['Ben Low']]],
		['names of depots where all buses are accessible', [['Mill Road']]],
		['Which drivers only had collisions? Show their names.', [['Ben Low']]],
		['names of depots with more than one Citaro', [['Hallgate', '2']]],
		[
			'average seats of Citaro and Urbino buses',
			[
				['Citaro', '50'],
				['Urbino', '50'],
			],
		],
		[
			'Top 2 drivers by revenue? Show their names.',
			[
				['Ada Ray', '94.5'],
				['Ben Low', '5.0'],
			],
		],
		['How many more trips were made in 2023 than in 2024?', [['0']]],
		['How many more passengers were there on route 1 than on route 5A?', [['8']]],
		['titles of the expansions of Moon', [['Moon: Base'], ['Moon: Core']]],
		['titles of games that have no expansion', [['Moon: Base'], ['Moon: Core'], ['Pond']]],
		['Which game has the most expansions? Show the title.', [['Moon', '2']]],
		['Who had the most incidents in 2023?', [['Ada Ray', '1']]],
		['Which printer prints the most copies?', [['Panda', '350']]],
		['How many copies of Pond have been printed?', [['400']]],
		[
			'depots with their drivers',
			[
				['Hallgate', 'Ada Ray'],
				['Hallgate', 'Ben Low'],
				['Mill Road', 'Cy Fox'],
				['Mill Road', 'Di Elm'],
			],
		],
		['Which payment method has the highest average invoice?', [['card', '50']]],
	])('%s', async (question, rows) => {
		const found = await rowsOf(query(await write(question, [], inGarage)).sql);
		expect(found.map((row) => row.map(String)).sort()).toEqual(rows);
	});
	test.each([
		'Which stop is the busiest?',
		'How many expansions were there each year?',
		'How many buses are there each year?',
		'Which game is Moon: Core an expansion of?',
		'drivers with a revenue above 50',
		'drivers who drove every route',
		'Which models are used at all depots?',
		'Which drivers drove on 5 February 2024?',
		'the average number of seats of accessible and non-accessible buses',
		'drivers and their last trip',
		'authors and the number of comics they drew',
		'How many games has Uma led?',
		'total cost of all print runs of Pond',
		'Which route has the highest revenue per passenger?',
		'seats per depot per year',
	])('doesn’t answer something else than: %s', async (question) => {
		expect((await write(question, [], inGarage)).kind).toBe('refused');
	});
});
