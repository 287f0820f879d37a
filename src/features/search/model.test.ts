import { expect, test } from 'vitest';
import { parseSearch } from './model.ts';

test.each([
	['type:column Owner:me airport', { words: 'airport', kinds: ['column'], owner: 'demo' }],
	['kind:tables delays', { words: 'kind:tables delays', kinds: null, owner: null }],
	['type:constructor', { words: 'type:constructor', kinds: null, owner: null }],
])('reads %s', (text, parsed) => {
	expect(parseSearch(text, 'demo')).toEqual(parsed);
});
