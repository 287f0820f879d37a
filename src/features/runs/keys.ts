const lists = ['runs', 'list'] as const;

export const runKeys = {
	all: ['runs'] as const,
	lists,
	list: (buildSpecId?: string) => [...lists, 'of', buildSpecId ?? null] as const,
	pages: (buildSpecId: string | null) => [...lists, 'pages', buildSpecId] as const,
	one: (id: string) => ['runs', 'one', id] as const,
	log: (id: string) => ['runs', 'log', id] as const,
	plan: (id: string) => ['runs', 'plan', id] as const,
	outputs: (id: string) => ['runs', 'outputs', id] as const,
	link: (id: string, output: string) => ['runs', 'link', id, output] as const,
};
