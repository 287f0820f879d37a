import type { DatasetCoordinate } from '#contract/dataset.ts';

/** All page URLs are built here. */
const segment = encodeURIComponent;

/** Leaves out absent and empty members. */
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
	/** Signs in to another profile without leaving the current one. */
	addProfile: () => '/sign-in?add=1',
	/** Switches the window to a user, asking for a sign-in if needed. `renew`: always ask, for a page that waits. */
	signInAs: ({ baseUrl, username }: { baseUrl: string; username: string }, renew = false) =>
		`/sign-in?service=${segment(baseUrl)}&user=${segment(username)}${renew ? '&renew=1' : ''}`,
	/** @param kind a kind of result; all by default */
	search: (q = '', kind?: string) => `/search${query({ q, type: kind })}`,
	about: () => '/service',
	/** @param guide all guides by default */
	docs: (guide?: string) => (guide === undefined ? '/docs' : `/docs/${segment(guide)}`),
	buildSpecs: () => '/build-specs',
	/** @param run an existing preview of it */
	newBuildSpec: (from?: string, run: string | null = null) => {
		const rest = run === null ? '' : `&run=${segment(run)}`;
		return from === undefined ? '/build-specs/new' : `/build-specs/new?from=${segment(from)}${rest}`;
	},
	/** A new BuildSpec, starting with the repository form. */
	newPipeline: () => '/build-specs/new?form=repository',
	/** @param position 1-based position in the code to open the editor at */
	buildSpec: (id: string, position?: { line: number; column: number }) =>
		`/build-specs/${segment(id)}${position === undefined ? '' : `?line=${position.line}&column=${position.column}`}`,
	importBuildSpecs: () => '/build-specs/import',
	/**
	 * Show lineage.
	 * @param focus a dataset as `owner/namespace/dataset`, shown with its upstream and downstream
	 */
	lineage: (focus?: string, view?: 'list') => `/build-specs/lineage${query({ focus, view })}`,
	/** Versions, optionally two side by side: a number, `draft`, or a replaced draft. */
	versions: (id: string, sides?: { left: string; right: string }) =>
		`/build-specs/${segment(id)}/versions${sides === undefined ? '' : `?left=${segment(sides.left)}&right=${segment(sides.right)}`}`,
	/** A version next to the previous one, or the first next to the saved one. */
	buildSpecVersion: (id: string, version: number): string =>
		version > 1
			? paths.versions(id, { left: String(version - 1), right: String(version) })
			: `${paths.versions(id)}?left=1`,
	/** A BuildSpec with the dialog for building it open. */
	build: (id: string) => `/build-specs/${segment(id)}?sheet=build`,
	/** @param name the last open worksheet by default */
	worksheet: (name?: string) => `/worksheets${query({ name })}`,
	allWorksheets: () => '/worksheets/all',
	runs: (buildSpecId?: string) => `/runs${buildSpecId === undefined ? '' : `?buildSpecId=${segment(buildSpecId)}`}`,
	run: (id: string) => `/runs/${segment(id)}`,
	buildPlans: () => '/runs/plans',
	buildPlan: (id: string) => `/runs/plans/${segment(id)}`,
	namespaces: () => '/namespaces',
	/** Names the console discovered. */
	learnedNames: () => '/namespaces/learned',
	/** @param view datasets by default */
	namespace: (
		owner: string,
		name: string,
		view?: 'build-specs' | 'links' | 'shares' | 'ingestions' | 'activity' | 'settings',
	) => `/namespaces/${segment(owner)}/${segment(name)}${view === undefined ? '' : `?view=${view}`}`,
	/** @param view rows by default */
	dataset: (
		{ owner, namespace, datasetName }: DatasetCoordinate,
		view?: 'profile' | 'columns' | 'build-specs' | 'links' | 'ingestions' | 'history' | 'activity' | 'about',
	) =>
		`/namespaces/${segment(owner)}/${segment(namespace)}/${segment(datasetName)}${view === undefined ? '' : `?view=${view}`}`,
	/** A dataset with the dialog for deleting it open. */
	deleteDataset: (dataset: DatasetCoordinate) => `${paths.dataset(dataset)}?sheet=delete`,
	datasetVersion: (dataset: DatasetCoordinate, version: number) => `${paths.dataset(dataset)}?version=${version}`,
	compareVersions: (dataset: DatasetCoordinate, before: number, after: number) =>
		`${paths.dataset(dataset)}/compare/${before}/${after}`,
	/** @param search state of the list */
	links: (search: { view?: 'graph'; link?: string; focus?: string } = {}) => `/links${query(search)}`,
	/** The link builder, with known ends filled in. */
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
	linkSuggestions: (scope?: { owner: string; namespace: string; datasetName?: string | undefined }) =>
		`/links/suggestions${query({ username: scope?.owner, namespace: scope?.namespace, dataset: scope?.datasetName })}`,
	/** @param from rows handed over by another page */
	ingest: (from?: string) => `/ingest${query({ from })}`,
	/** @param to upload target: namespace or dataset, as names joined with slashes */
	upload: (to = '/') => `/ingest${query({ to })}`,
	/** @param id an upload that wasn't saved yet */
	resumeUpload: (id: string) => `/ingest${query({ to: '/', upload: id })}`,
	ingestions: () => '/ingest/ingestions',
	ingestion: (id: string) => `/ingest/ingestions/${segment(id)}`,
	agents: () => '/agents',
	replay: () => '/replay',
	/** @param turn last turn to show; the newest by default */
	conversation: (id: string, turn?: string) =>
		`/agents/${segment(id)}${turn === undefined ? '' : `?turn=${segment(turn)}`}`,
	compareRuns: (id: string, before: string) => `/runs/${segment(id)}/compare/${segment(before)}`,
	access: () => '/access',
	token: (id: string) => `/access/tokens/${segment(id)}`,
	activity: () => '/activity',
};
