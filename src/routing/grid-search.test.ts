import { expect, test } from 'vitest';
import { clearGridSearch, type GridSearch, readGridSearch, writeGridSearch } from './grid-search.ts';

const through = (search: GridSearch): GridSearch => {
	const params = new URLSearchParams('run=1');
	writeGridSearch(params, search);
	return readGridSearch(new URLSearchParams(params.toString()));
};

test('round-trips sort and filters through the URL, whatever the column names', () => {
	const search: GridSearch = {
		sort: [
			{ column: 'delay', descending: true },
			{ column: 'a,b', descending: false },
			{ column: '-minus', descending: true },
			{ column: '', descending: false },
			{ column: '100%', descending: false },
			{ column: '__proto__ 🦆', descending: false },
		],
		filter: [
			{ column: 'delay', op: '>', value: '9007199254740993' },
			{ column: 'state', op: 'in', value: ['CA', 'a,b'] },
			{ column: 'note', op: 'isNull' },
		],
		hidden: ['x', 'y,z'],
	};
	expect(through(search)).toEqual(search);
});

test('leaves the URL empty without sort or filters', () => {
	const params = new URLSearchParams('run=1&sort=a&filter=[]&hide=b');
	writeGridSearch(params, { sort: [], filter: [], hidden: [] });
	expect(params.toString()).toBe('run=1');
	expect(readGridSearch(params)).toEqual({ sort: [], filter: [], hidden: null });
});

test('writes a readable URL in the common case', () => {
	const params = new URLSearchParams();
	writeGridSearch(params, { sort: [{ column: 'avg_delay', descending: true }], filter: [], hidden: ['name'] });
	expect(params.toString()).toBe('sort=-avg_delay&hide=name');
});

test('ignores a malformed parameter and reads the rest', () => {
	const params = new URLSearchParams({
		sort: 'a',
		filter: '[{"column":"a","op":"drop"},{"column":"b","op":"=","value":"1"}]',
	});
	expect(readGridSearch(params).filter).toEqual([{ column: 'b', op: '=', value: '1' }]);
	expect(readGridSearch(new URLSearchParams('filter={')).filter).toEqual([]);
	clearGridSearch(params);
	expect([...params]).toEqual([]);
});
