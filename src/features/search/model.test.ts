import { expect, test } from 'vitest';
import { filteredText, parseSearch } from './model.ts';

test.each([
	['type:column Owner:me airport', { words: 'airport', kinds: ['column'], owner: 'demo', isDocs: false }],
	['kind:tables delays', { words: 'kind:tables delays', kinds: null, owner: null, isDocs: false }],
	['type:docs back up', { words: 'back up', kinds: null, owner: null, isDocs: true }],
	['type:constructor', { words: 'type:constructor', kinds: null, owner: null, isDocs: false }],
])('parses %s', (text, parsed) => {
	expect(parseSearch(text, 'demo')).toEqual(parsed);
});

test('describes the active filters', () => {
	const textOf = (text: string) => filteredText(parseSearch(text, 'demo'));
	expect([textOf('type:columns type:buildspec'), textOf('owner:ann'), textOf('type:link owner:me')]).toEqual([
		...['columns or BuildSpecs', 'results owned by ann', 'links owned by demo'],
	]);
});
