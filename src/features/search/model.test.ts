import { expect, test } from 'vitest';
import { parseSearch } from './model.ts';

test.each([
	['type:column Owner:me airport', { words: 'airport', kinds: ['column'], owner: 'demo', isDocs: false }],
	['kind:tables delays', { words: 'kind:tables delays', kinds: null, owner: null, isDocs: false }],
	['type:docs back up', { words: 'back up', kinds: null, owner: null, isDocs: true }],
	['type:constructor', { words: 'type:constructor', kinds: null, owner: null, isDocs: false }],
])('reads %s', (text, parsed) => {
	expect(parseSearch(text, 'demo')).toEqual(parsed);
});
