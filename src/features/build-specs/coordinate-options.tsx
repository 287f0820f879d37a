import type { AutocompleteProps } from '@mantine/core';
import classes from './coordinates.module.css';

/** Options that are drawn at once. */
const most = 50;

/**
 * The coordinates that hold every word of what is typed, wherever it stands in them; those whose dataset begins so first,
 * then those whose namespace does.
 */
export function searchCoordinates(known: readonly string[], typed: string): string[] {
	const words = typed
		.toLowerCase()
		.split(/[\s/.]+/)
		.filter(Boolean);
	const last = words.at(-1) ?? '';
	const far = (it: string) => {
		const [, namespace = '', name = ''] = it.toLowerCase().split('/');
		return name.startsWith(last) ? 0 : namespace.startsWith(words[0] ?? '') ? 1 : 2;
	};
	return known
		.filter((it) => words.every((word) => it.toLowerCase().includes(word)))
		.map((it) => ({ it, far: words.length === 0 ? 0 : far(it) }))
		.sort((a, b) => a.far - b.far)
		.map(({ it }) => it);
}

/** What the fields for sources and the destination suggest, and how. */
export const coordinateOptions = (known: readonly string[]) =>
	({
		data: [...known],
		limit: most,
		filter: ({ search }) => searchCoordinates(known, search).map((it) => ({ value: it, label: it })),
		renderOption: ({ option }) => <Coordinate text={option.value} />,
	}) satisfies Partial<AutocompleteProps>;

/** The dataset stands out: that is what one looks for. */
function Coordinate({ text }: { text: string }) {
	const [owner = '', namespace = '', name = ''] = text.split('/');
	return (
		<span className={classes.option}>
			<span className={classes.optionPlace}>
				{owner}/{namespace}/
			</span>
			{name}
		</span>
	);
}
