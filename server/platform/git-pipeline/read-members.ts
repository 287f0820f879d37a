import type { Node, Problem } from '#lib/exact-json/located.ts';
import { editDistance } from '#lib/text/edit-distance.ts';

export type MemberReader = ReturnType<typeof createMemberReader>;

type Members = ReadonlyMap<string, Node>;

/** A string with its position in the file. */
export interface Text {
	readonly value: string;
	readonly start: number;
	readonly end: number;
}

/** Reads expected values from JSON, and collects problems instead of stopping at the first. */
export function createMemberReader() {
	const problems: Problem[] = [];
	const say = ({ start, end }: { start: number; end: number }, message: string): void => {
		problems.push({ message, start, end });
	};
	const missing = (owner: Node, message: string) => say({ start: owner.start, end: owner.start + 1 }, message);

	return {
		problems,
		say,
		/** The members of an object; null if it isn't one. Unknown members are problems. */
		object(node: Node, what: string, known: readonly string[]): Map<string, Node> | null {
			if (node.kind !== 'object') {
				say(node, `${what} must be an object with ${listed(known)}.`);
				return null;
			}
			const members = new Map(node.members.map((member) => [member.key, member.value]));
			for (const member of node.members) {
				if (known.includes(member.key)) continue;
				const meant = closestKey(
					member.key,
					known.filter((key) => !members.has(key)),
				);
				say(
					member,
					`"${member.key}" isn’t a known field. ${meant === null ? `${what} has ${listed(known)}.` : `Did you mean "${meant}"?`}`,
				);
				// Read as the intended member, so that one typo is one problem.
				if (meant !== null) members.set(meant, member.value);
			}
			return members;
		},
		text(members: Members, key: string, owner: Node, what: string): Text | null {
			const node = members.get(key);
			if (node === undefined) missing(owner, `"${key}" is missing. Set it to ${what}.`);
			else if (node.kind !== 'string' || node.value === '') say(node, `"${key}" must be text: ${what}.`);
			else return { value: node.value, start: node.start, end: node.end };
			return null;
		},
		list(members: Members, key: string, owner: Node, most: number): readonly Node[] {
			const node = members.get(key);
			if (node === undefined) missing(owner, `"${key}" is missing. It must be a list.`);
			else if (node.kind !== 'array') say(node, `"${key}" must be a list in brackets: [ … ].`);
			else if (node.items.length > most)
				say(node, `"${key}" has ${node.items.length} entries. The limit is ${most}. Remove some.`);
			else return node.items;
			return [];
		},
	};
}

/** The field that a misspelled one probably means; null if none is close enough. */
export function closestKey(key: string, known: readonly string[]): string | null {
	const most = key.length < 5 ? 1 : 2;
	return known.find((name) => editDistance(key.toLowerCase(), name.toLowerCase(), most) <= most) ?? null;
}

const listed = (names: readonly string[]): string =>
	names.map((name, index) => `${index === 0 ? '' : index + 1 === names.length ? ' and ' : ', '}"${name}"`).join('');
