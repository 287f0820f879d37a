import type { Link, Span } from './link-names.ts';
import { Refusal } from './refusal.ts';
import type { Table } from './schema.ts';

const mostPlaces = 2;

/** A word that a dataset does not have; where it is known elsewhere, that is told. */
export function strangerTo(root: Table, text: string, spans: readonly Span[]): Refusal {
	const links = spans.flatMap((it) => it.links).sort((a, b) => b.score - a.score);
	const places = [...new Set(links.filter((it) => it.score >= 0.45).flatMap(placeOf))].slice(0, mostPlaces);
	const message =
		places.length === 0
			? `I do not know what "${text}" is: no dataset, column or value here is called so.`
			: `${root.name} has nothing called "${text}". It is found in ${places.join(' and in ')}, which ${root.name} has no link to.`;
	return asStranger(new Refusal(message, text));
}

export function asStranger(refusal: Refusal): Refusal {
	refusal.isStranger = true;
	return refusal;
}

function placeOf(link: Link): string[] {
	if (link.kind !== 'table') return [`"${link.column.name}" of ${link.column.table.name}`];
	return link.head ? [link.table.name] : [];
}
