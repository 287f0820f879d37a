import { expect, test } from 'vitest';
import { columnChanges } from './column-changes.ts';

const columns = (text: string) => text.split(' ').map((item) => ({ name: item[0] ?? '', type: item.slice(2) }));

test('changed columns are listed: new ones, other types, then those that are gone', () => {
	expect(columnChanges(columns('a:INTEGER b:VARCHAR c:DATE'), columns('c:VARCHAR d:DATE a:INTEGER'))).toEqual([
		'c: DATE → VARCHAR',
		'+ d',
		'− b',
	]);
});

test('columns in another order are not a change', () => {
	expect(columnChanges(columns('a:INTEGER b:VARCHAR'), columns('b:VARCHAR a:INTEGER'))).toEqual([]);
});
