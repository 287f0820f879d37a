/** The only place where addresses of pages are built. */
const segment = encodeURIComponent;

export const paths = {
	start: () => '/',
	home: () => '/home',
	signIn: (next?: string) => `/sign-in${next === undefined || next === '/' ? '' : `?next=${segment(next)}`}`,
	gallery: () => '/gallery',
	buildSpecs: () => '/build-specs',
	newBuildSpec: (from?: string) => `/build-specs/new${from === undefined ? '' : `?from=${segment(from)}`}`,
	buildSpec: (id: string) => `/build-specs/${segment(id)}`,
	/** A BuildSpec, with what a build of it will do. */
	build: (id: string) => `/build-specs/${segment(id)}?sheet=build`,
	scratch: (name?: string) => `/scratch${name === undefined ? '' : `?name=${segment(name)}`}`,
	runs: (buildSpecId?: string) => `/runs${buildSpecId === undefined ? '' : `?buildSpecId=${segment(buildSpecId)}`}`,
	run: (id: string) => `/runs/${segment(id)}`,
	namespaces: () => '/namespaces',
	/** Names that the console saw by itself. */
	learnedNames: () => '/namespaces/learned',
	namespace: (owner: string, name: string) => `/namespaces/${segment(owner)}/${segment(name)}`,
	/** @param view of its rows where none is named */
	dataset: (
		{ owner, namespace, datasetName }: { owner: string; namespace: string; datasetName: string },
		view?: 'profile' | 'columns' | 'build-specs' | 'about',
	) =>
		`/namespaces/${segment(owner)}/${segment(namespace)}/${segment(datasetName)}${view === undefined ? '' : `?view=${view}`}`,
	agents: () => '/agents',
	replay: () => '/replay',
	/** @param turn the last one to show; the newest where none is named */
	conversation: (id: string, turn?: string) =>
		`/agents/${segment(id)}${turn === undefined ? '' : `?turn=${segment(turn)}`}`,
	/** A run against one before it. */
	compareRuns: (id: string, before: string) => `/runs/${segment(id)}/compare/${segment(before)}`,
};
