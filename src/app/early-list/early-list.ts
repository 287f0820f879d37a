import { type Coordinate, coordinateKey, formatCoordinate } from '#contract/coordinate.ts';
import columns from '../../features/build-specs/list/list.module.css';
import { shortSources } from '../../features/build-specs/list/short-sources.ts';
import { formatCount } from '../../lib/format.ts';
import { compare } from '../../lib/list-sort.ts';
import { readText } from '../../storage/web-storage.ts';
import frame from '../../ui/layout/page-frame.module.css';
import fields from '../../ui/list/filter-fields.module.css';
import filter from '../../ui/list/list-filter.module.css';
import table from '../../ui/list/list-table.module.css';
import primitives from '../../ui/primitives/primitives.module.css';
import shell from '../shell/shell.module.css';
import status from '../shell/status-line.module.css';
import bar from '../shell/top-bar.module.css';

/** The parts of a BuildSpec that are drawn. */
interface ListedSpec {
	readonly owner: string;
	readonly version: number;
	readonly sources: readonly Coordinate[];
	readonly destination: Coordinate;
}

/** Maximum length of a response, in characters: a longer one takes too long to be read twice. */
const longest = 500_000;

/** px, as in `list-table.tsx`. */
const rowHeight = { wide: 32, narrow: 56 };

let isDrawn = false;

/** Whether the root shows the list already. The first rendering replaces it, so it should have all rows. */
export const isEarlyListDrawn = (): boolean => isDrawn;

/**
 * Draws the list of BuildSpecs as soon as the response that `index.html` requested is there, while the console's code is still
 * loading: with the same style sheets, but without controls. Draws nothing if the console's list will look different.
 * @returns whether it's drawn
 */
export async function drawEarlyList(root: HTMLElement): Promise<boolean> {
	const early = globalThis.earlyRead;
	if (early === undefined || location.search + location.hash !== '') return false;
	try {
		if (hasNewDraft()) return false;
		const response = await early.response;
		if (!response.ok) return false;
		const text = await response.clone().text();
		if (text.length > longest) return false;
		const { items } = JSON.parse(text) as { items: ListedSpec[] };
		const page = items.length === 0 ? null : drawPage(items);
		// The console has taken over.
		if (page === null || root.hasChildNodes()) return false;
		root.append(page);
		isDrawn = true;
	} catch {
		// The console shows what is wrong with the response.
	}
	return isDrawn;
}

/** Drafts of new BuildSpecs are shown above the list. */
const hasNewDraft = (): boolean =>
	Object.keys(localStorage).some((key) => /^dataset-console\/draft\/1\/[^/]*\/[^/]*\/new/.test(key));

function drawPage(specs: readonly ListedSpec[]): HTMLElement {
	const count = [` ${formatCount(specs.length)}`];
	const title = ['BuildSpecs', element('span', primitives.text, { 'data-look': 'muted normal numeric' }, count)];
	const content = [inline('2', 'padding-bottom: var(--space-3)', filterLine(specs)), drawTable(specs)];
	const page = stack(frame.page, '3', { 'data-fill': 'true' }, [
		inline('4', 'min-height: var(--control)', [element('h1', frame.title, {}, title)]),
		stack('', '', { 'data-look': 'fill' }, content),
	]);
	const narrow = readText('local', 'dataset-console/navigation') === 'narrow';
	return element('div', shell.shell, { inert: '', 'aria-hidden': 'true', ...(narrow && { 'data-narrow': 'true' }) }, [
		element('aside', shell.side),
		element('header', bar.bar),
		element('main', shell.main, {}, [page]),
		element('footer', status.line),
	]);
}

function filterLine(specs: readonly ListedSpec[]): HTMLElement[] {
	const text = element('input', fields.field, { placeholder: 'Filter by name or code' });
	const owners = new Set(specs.map(({ owner }) => owner));
	return [
		element('div', `${fields.place} ${filter.text}`, {}, [element('span', fields.before), text]),
		...[...(owners.size > 1 ? ['Any owner'] : []), 'Any source', 'Any destination'].map((any) =>
			element('div', `${fields.place} ${columns.pick}`, {}, [
				element('select', fields.field, {}, [element('option', '', {}, [any])]),
			]),
		),
		element('label', fields.check, {}, [element('input', '', { type: 'checkbox' }), 'Has a draft']),
	];
}

function drawTable(specs: readonly ListedSpec[]): HTMLElement {
	const isNarrow = matchMedia('(max-width: 48em)').matches;
	const height = isNarrow ? rowHeight.narrow : rowHeight.wide;
	const rows = specs
		.map((spec) => ({ spec, key: coordinateKey(spec.destination) }))
		.sort((a, b) => compare(a.key, b.key))
		.slice(0, Math.ceil(window.innerHeight / height))
		.map(({ spec }, index) =>
			drawRow(spec, isNarrow ? 'position: relative' : `transform: translateY(${index * height}px)`),
		);
	const head = ['Name', 'Sources', 'Last build', 'Owner', 'Version', 'Updated', 'Draft'].map((label) =>
		element('th', '', label === 'Version' ? { 'data-numeric': 'true' } : {}, [label]),
	);
	const body = element('tbody', table.rows, {}, rows, `height: ${specs.length * height}px`);
	return element('div', `${table.scroller} ${columns.columns}`, {}, [
		element('table', table.table, {}, [
			element('thead', table.header, {}, [element('tr', table.head, {}, head)]),
			body,
		]),
	]);
}

function drawRow({ owner, version, sources, destination }: ListedSpec, style: string): HTMLElement {
	const name = formatCoordinate(destination);
	const place = `${destination.owner}/${destination.namespace}/`;
	const link = element('a', table.link, {}, [
		element('span', primitives.text, { 'data-look': 'muted' }, [place]),
		element('strong', '', {}, [destination.datasetName]),
	]);
	const cell = (text: string, data: readonly string[]) =>
		element(
			'td',
			table.cell,
			Object.fromEntries(data.map((key) => [`data-${key}`, 'true'])),
			text === '' ? [] : [text],
		);
	return element(
		'tr',
		table.row,
		{},
		[
			element('td', table.name, {}, [link]),
			cell(shortSources({ name, sources: sources.map(formatCoordinate).join(', ') }), ['mono', 'narrow-fill']),
			cell('', []),
			cell(owner, ['wide-only']),
			cell(String(version), ['numeric', 'wide-only']),
		],
		style,
	);
}

const inline = (gap: string, style: string, children: readonly Child[]): HTMLElement =>
	element(
		'div',
		primitives.inline,
		{},
		children,
		`--gap: var(--space-${gap}); --align: center; --justify: start; ${style}`,
	);

const stack = (
	className: string | undefined,
	gap: string,
	data: Readonly<Record<string, string>>,
	children: readonly Child[],
): HTMLElement =>
	element(
		'div',
		`${primitives.stack} ${className}`,
		data,
		children,
		`--gap: ${gap === '' ? '0px' : `var(--space-${gap})`}; --align: stretch; --justify: start`,
	);

type Child = HTMLElement | string;

function element(
	tag: string,
	className = '',
	attributes: Readonly<Record<string, string>> = {},
	children: readonly Child[] = [],
	style = '',
): HTMLElement {
	const created = document.createElement(tag);
	created.className = className;
	for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
	if (style !== '') created.style.cssText = style;
	created.append(...children);
	return created;
}
