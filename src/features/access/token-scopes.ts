import { explainName } from '#contract/ids.ts';
import type { NewToken } from '#contract/token.ts';
import { type Access, any } from './model.ts';

/** A line of the form: what a token is to be for, as typed. */
export interface ScopeLine {
	readonly id: number;
	/** `owner/namespace`. */
	readonly namespace: string;
	/** Empty: every one. */
	readonly dataset: string;
	readonly access: Access;
}

type Entry = NonNullable<NewToken['permissions']>[number];

/** What is wrong with a line, in words; null where nothing is. */
export function explainScope({ namespace, dataset }: ScopeLine): string | null {
	const [owner = '', name, ...rest] = namespace.trim().split('/');
	if (name === undefined || rest.length > 0) return 'Write the namespace as owner/namespace.';
	return (
		explainName(owner, 'The owner') ??
		explainName(name, 'The namespace') ??
		(dataset.trim() === '' ? null : explainName(dataset.trim(), 'The dataset'))
	);
}

/** The entry of a line that has nothing wrong. */
export function scopeEntry({ namespace, dataset, access }: ScopeLine): Entry {
	const [username = '', name = ''] = namespace.trim().split('/');
	return { username, namespace: name, dataset: dataset.trim() === '' ? any : dataset.trim(), access };
}

const day = 86_400;

/** How long a token may last, s. */
export const lifetimes = [
	{ value: String(3_600), label: '1 hour' },
	{ value: String(day), label: '1 day' },
	{ value: String(7 * day), label: '7 days' },
	{ value: String(30 * day), label: '30 days' },
	{ value: String(90 * day), label: '90 days' },
	{ value: String(365 * day), label: '1 year' },
] as const;
