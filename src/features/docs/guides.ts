/** A guide that is served with the console. */
export interface Guide {
	/** Its file in `docs/`, without the ending. */
	readonly id: string;
	readonly title: string;
	/** One line of what it helps with. */
	readonly about: string;
}

/** In the order in which people need them. */
export const guides: readonly Guide[] = [
	{ id: 'tutorial', title: 'Tutorial', about: 'From a file to a shared answer in ten minutes.' },
	{ id: 'agents', title: 'Agents and language models', about: 'Ask questions, and set up models.' },
	{ id: 'ingestion', title: 'Ingestion', about: 'Upload files and clean records.' },
	{ id: 'git-pipelines', title: 'Git pipelines', about: 'Build several datasets from a Git repository.' },
	{ id: 'rows-query', title: 'Row queries', about: 'How rows are filtered, sorted, profiled and compared.' },
	{ id: 'sign-in', title: 'Sign-in and users', about: 'Users, passphrases and sign-in links.' },
	{ id: 'security', title: 'Authentication and sessions', about: 'How sign-in, tokens and data are protected.' },
	{ id: 'keyboard', title: 'Keyboard', about: 'Every shortcut, page by page.' },
	{ id: 'running', title: 'Run the service', about: 'Check, back up, upgrade and monitor it.' },
	{ id: 'deployment', title: 'Deployment', about: 'Proxies, containers, PostgreSQL and object stores.' },
	{ id: 'operations', title: 'Operations', about: 'What each failure means and how to fix it.' },
	{ id: 'isolation', title: 'Isolation of queries', about: 'What a query can reach, and how that is enforced.' },
];

const files = import.meta.glob<string>(
	'../../../docs/{tutorial,security,keyboard,agents,ingestion,git-pipelines,rows-query,sign-in,running,deployment,operations,isolation}.md',
	{ query: '?raw', import: 'default' },
);

export const guideOf = (id: string): Guide | undefined => guides.find((guide) => guide.id === id);

/** The Markdown of a guide, without its title. @throws where there is no such guide, or its code can't be loaded */
export async function loadGuide(id: string): Promise<string> {
	const load = files[`../../../docs/${id}.md`];
	if (load === undefined) throw new Error(`There is no guide “${id}”.`);
	return (await load()).replace(/^# .*\n+/, '');
}
