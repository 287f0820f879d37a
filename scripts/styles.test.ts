import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => path.join('src', name));
const modules = files.filter((name) => name.endsWith('.module.css'));
const sources = files
	.filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
	.map((name) => ({ name, text: readFileSync(name, 'utf8') }));

/** The classes that a style sheet defines. Ignores dots in comments, strings and URLs, and `:global` classes of others. */
function classesOf(module: string): Set<string> {
	const text = readFileSync(module, 'utf8')
		.replaceAll(/\/\*.*?\*\//gs, '')
		.replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
		.replaceAll(/"[^"]*"/g, '')
		.replaceAll(/(?<=[{;])[^{}]*?;/g, ';');
	return new Set([...text.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name ?? ''));
}

/** The expressions by which sources use a style sheet: `classes.name`, or `classes[…]` for a dynamic lookup. */
function usesOf(module: string): Set<string> {
	const uses = sources.flatMap(({ name, text }) => {
		const imports = [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)];
		const own = imports.find(([, , to]) => path.join(path.dirname(name), to ?? '') === module)?.[1];
		if (own === undefined) return [];
		return [...text.matchAll(new RegExp(`\\b${own}(?:\\.(\\w+)|(\\[))`, 'g'))].map(
			([, key, lookUp]) => key ?? lookUp ?? '',
		);
	});
	return new Set(uses);
}

test('finds the classes that a style sheet defines', () => {
	expect(classesOf(path.join('src', 'ui', 'states', 'tone.module.css'))).toEqual(
		new Set(['neutral', 'info', 'success', 'warning', 'error', 'chip']),
	);
});

test.each(modules)('every class of %s is used', (module) => {
	const uses = usesOf(module);
	const composed =
		readFileSync(module, 'utf8')
			.match(/(?<=composes: )[^;]+/g)
			?.join(' ')
			.split(' ') ?? [];
	const unused = [...classesOf(module)].filter((name) => !uses.has(name) && !composed.includes(name));
	expect(uses.has('[') ? [] : unused).toEqual([]);
});

/** What primitives draw everywhere (src/ui/primitives): muted texts and property lists. */
const drawnByPrimitives = ['quiet', 'facts'];

test('no style sheet repeats what a primitive draws', () => {
	const repeating = modules.filter((module) => drawnByPrimitives.some((name) => classesOf(module).has(name)));
	expect(repeating).toEqual([]);
});
