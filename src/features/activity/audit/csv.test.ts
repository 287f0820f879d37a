import { expect, test } from 'vitest';
import { csvHeader, csvLines } from './csv.ts';

const entry = {
	...{ id: '1', at: '2026-11-24T09:30:00.000Z', actor: 'demo', action: 'grantShare', resource: 'demo/a, b' },
	...{ detail: 'guest as viewer', outcome: 'denied', code: 'FORBIDDEN' },
	...{ tokenId: null, tokenName: '=HYPERLINK("x")', requestId: '2' },
};

test('quotes fields, leaves null empty and defuses formulas', () => {
	expect(csvHeader + csvLines([entry])).toBe(
		`at,actor,action,resource,detail,outcome,code,tokenName,tokenId,requestId,id\r\n${entry.at},demo,grantShare,"demo/a, b",guest as viewer,denied,FORBIDDEN,"'=HYPERLINK(""x"")",,2,1\r\n`,
	);
});
