import type { DatasetCoordinate } from '#contract/dataset.ts';

/** The only place where addresses of pages are built. */
const segment = encodeURIComponent;

/** What is absent or empty is left out. */
function query(members: Readonly<Record<string, string | undefined>>): string {
	const given = Object.entries(members).filter(
		(entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
	);
	return given.length === 0 ? '' : `?${given.map(([name, value]) => `${name}=${segment(value)}`).join('&')}`;
}

export const paths = {
	start: () => '/',
	home: () => '/home',
	signIn: (next?: string) => `/sign-in${next === undefined || next === '/' ? '' : `?next=${segment(next)}`}`,
	/** Signs in as somebody else beside whoever is signed in. */
	addProfile: () => '/sign-in?add=1',
	/** A window becomes somebody's, who is asked to sign in where that is needed. `renew`: in any case, for a page that waits. */
	signInAs: ({ baseUrl, username }: { baseUrl: string; username: string }, renew = false) =>
		`/sign-in?service=${segment(baseUrl)}&user=${segment(username)}${renew ? '&renew=1' : ''}`,
	/** @param kind one of those that can be found; all where absent */
	search: (q = '', kind?: string) => `/search${query({ q, type: kind })}`,
	about: () => '/service',
	/** @param guide all of them where none is named */
	docs: (guide?: string) => (guide === undefined ? '/docs' : `/docs/${segment(guide)}`),
	buildSpecs: () => '/build-specs',
	/** @param run a preview of it that is there already */
	newBuildSpec: (from?: string, run: string | null = null) => {
		const rest = run === null ? '' : `&run=${segment(run)}`;
		return from === undefined ? '/build-specs/new' : `/build-specs/new?from=${segment(from)}${rest}`;
	},
	/** A new BuildSpec that begins with the form for a repository. */
	newPipeline: () => '/build-specs/new?form=repository',
	/** @param place in its code, from 1: the editor opens there */
	buildSpec: (id: string, position?: { line: number; column: number }) =>
		`/build-specs/${segment(id)}${position === undefined ? '' : `?line=${position.line}&column=${position.column}`}`,
	importBuildSpecs: () => '/build-specs/import',
	/**
	 * Show lineage.
	 * @param focus a dataset, as `owner/namespace/dataset`: it and what is up and down the stream of it
	 */
	lineage: (focus?: string, view?: 'list') => `/build-specs/lineage${query({ focus, view })}`,
	/** Its versions; two of them side by side where they are named: a number, `draft`, or text that gave way. */
	versions: (id: string, sides?: { left: string; right: string }) =>
		`/build-specs/${segment(id)}/versions${sides === undefined ? '' : `?left=${segment(sides.left)}&right=${segment(sides.right)}`}`,
	/** One of its versions, beside the one before; the first beside what is saved now. */
	buildSpecVersion: (id: string, version: number): string =>
		version > 1
			? paths.versions(id, { left: String(version - 1), right: String(version) })
			: `${paths.versions(id)}?left=1`,
	/** A BuildSpec, with what a build of it will do. */
	build: (id: string) => `/build-specs/${segment(id)}?sheet=build`,
	/** @param name the last one that was open where none is named */
	worksheet: (name?: string) => `/worksheets${query({ name })}`,
	allWorksheets: () => '/worksheets/all',
	runs: (buildSpecId?: string) => `/runs${buildSpecId === undefined ? '' : `?buildSpecId=${segment(buildSpecId)}`}`,
	run: (id: string) => `/runs/${segment(id)}`,
	/** Builds with everything downstream. */
	buildPlans: () => '/runs/plans',
	buildPlan: (id: string) => `/runs/plans/${segment(id)}`,
	namespaces: () => '/namespaces',
	/** Names that the console saw by itself. */
	learnedNames: () => '/namespaces/learned',
	/** @param view of its datasets where none is named */
	namespace: (
		owner: string,
		name: string,
		view?: 'build-specs' | 'links' | 'shares' | 'ingestions' | 'activity' | 'settings',
	) => `/namespaces/${segment(owner)}/${segment(name)}${view === undefined ? '' : `?view=${view}`}`,
	/** @param view of its rows where none is named */
	dataset: (
		{ owner, namespace, datasetName }: DatasetCoordinate,
		view?: 'profile' | 'columns' | 'build-specs' | 'links' | 'ingestions' | 'history' | 'activity' | 'about',
	) =>
		`/namespaces/${segment(owner)}/${segment(namespace)}/${segment(datasetName)}${view === undefined ? '' : `?view=${view}`}`,
	/** A dataset as it was. */
	datasetVersion: (dataset: DatasetCoordinate, version: number) => `${paths.dataset(dataset)}?version=${version}`,
	/** A version of a dataset against an earlier one. */
	compareVersions: (dataset: DatasetCoordinate, before: number, after: number) =>
		`${paths.dataset(dataset)}/compare/${before}/${after}`,
	/** @param search of the list: what is looked at, and how */
	links: (search: { view?: 'graph'; link?: string; focus?: string } = {}) => `/links${query(search)}`,
	/** The builder, with what is known of its ends. */
	newLink: (
		known: {
			from?: { dataset: string; column: string };
			to?: { dataset: string; column: string };
			match?: string;
			options?: string;
		} = {},
	) =>
		`/links/new${query({
			from: known.from?.dataset,
			fromColumn: known.from?.column,
			to: known.to?.dataset,
			toColumn: known.to?.column,
			match: known.match === 'ExactMatch' ? undefined : known.match,
			options: known.options,
		})}`,
	/** Links that a namespace, or one dataset of it, could have. */
	linkSuggestions: (scope?: { owner: string; namespace: string; datasetName?: string | undefined }) =>
		`/links/suggestions${query({ username: scope?.owner, namespace: scope?.namespace, dataset: scope?.datasetName })}`,
	/** @param from rows that another page handed over */
	ingest: (from?: string) => `/ingest${query({ from })}`,
	/** @param to the namespace or dataset that a file is uploaded into, as names joined with slashes */
	upload: (to = '/') => `/ingest${query({ to })}`,
	ingestions: () => '/ingest/ingestions',
	ingestion: (id: string) => `/ingest/ingestions/${segment(id)}`,
	agents: () => '/agents',
	replay: () => '/replay',
	/** @param turn the last one to show; the newest where none is named */
	conversation: (id: string, turn?: string) =>
		`/agents/${segment(id)}${turn === undefined ? '' : `?turn=${segment(turn)}`}`,
	/** A run against one before it. */
	compareRuns: (id: string, before: string) => `/runs/${segment(id)}/compare/${segment(before)}`,
	access: () => '/access',
	token: (id: string) => `/access/tokens/${segment(id)}`,
	activity: () => '/activity',
};
