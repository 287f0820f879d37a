export interface Guide {
	/** File name in `docs/` without extension. */
	readonly id: string;
	readonly title: string;
	/** One-line summary. */
	readonly about: string;
	/** Synonyms for searching. */
	readonly keywords: string;
}

/** The guides, in the order in which users need them. */
export const guides: readonly Guide[] = [
	{
		id: 'tutorial',
		title: 'Tutorial',
		about: 'From a file to a shared answer in ten minutes.',
		keywords: 'getting started learn introduction example first steps',
	},
	{
		id: 'agents',
		title: 'Agents and language models',
		about: 'Ask questions, and set up models.',
		keywords: 'ai llm openai anthropic ollama chat answers',
	},
	{
		id: 'ingestion',
		title: 'Ingestion',
		about: 'Upload files and clean records.',
		keywords: 'csv json excel parquet import upload',
	},
	{
		id: 'git-pipelines',
		title: 'Git pipelines',
		about: 'Build several datasets from a Git repository.',
		keywords: 'repository branch commit',
	},
	{
		id: 'rows-query',
		title: 'Row queries',
		about: 'How rows are filtered, sorted, profiled and compared.',
		keywords: 'sort group chart export',
	},
	{
		id: 'sign-in',
		title: 'Sign-in and users',
		about: 'Passphrases, sign-in links, single sign-on and users.',
		keywords: 'password login sso single sign-on oidc openid connect invite add account',
	},
	{
		id: 'security',
		title: 'Authentication and sessions',
		about: 'How sign-in, sessions and tokens are protected.',
		keywords: 'password owasp asvs login',
	},
	{ id: 'keyboard', title: 'Keyboard', about: 'Shortcuts, tab order and focus.', keywords: 'shortcuts hotkeys keys' },
	{
		id: 'running',
		title: 'Run the service',
		about: 'Check, back up, upgrade and monitor the service.',
		keywords: 'install start update version',
	},
	{
		id: 'deployment',
		title: 'Deployment',
		about: 'Proxies, containers, PostgreSQL and object stores.',
		keywords: 'docker kubernetes nginx s3 bucket https tls',
	},
	{
		id: 'spark',
		title: 'Large runs on Spark',
		about: 'How to connect Spark, which types it supports, and what it costs.',
		keywords: 'databricks cluster executor',
	},
	{
		id: 'operations',
		title: 'Operations',
		about: 'What each failure means and how to fix it.',
		keywords: 'errors problems troubleshooting support',
	},
	{
		id: 'isolation',
		title: 'Run isolation',
		about: 'What a run can access, and how access is limited.',
		keywords: 'sandbox duckdb memory timeout',
	},
];

const files = import.meta.glob<string>(
	'../../../docs/{tutorial,security,keyboard,agents,ingestion,git-pipelines,rows-query,sign-in,running,deployment,spark,operations,isolation}.md',
	{ query: '?raw', import: 'default' },
);

export const guideOf = (id: string): Guide | undefined => guides.find((guide) => guide.id === id);

/** A guide's Markdown without its title. @throws if it doesn't exist or its code can't be loaded */
export async function loadGuide(id: string): Promise<string> {
	const load = files[`../../../docs/${id}.md`];
	if (load === undefined) throw new Error(`The guide "${id}" doesn’t exist.`);
	return (await load()).replace(/^# .*\n+/, '');
}
