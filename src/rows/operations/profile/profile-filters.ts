import type { FilterTerm, PlainValue } from '../../source/row-source.ts';
import { exactText } from '../../values/cell-text.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { Bin } from './number-bins.ts';

export const valueCount = ({ rows, nulls, missing, empty }: ColumnProfile): number => rows - nulls - missing - empty;

export const binFilter = (column: string, { from, to }: Bin): FilterTerm[] => [
	{ column, op: '>=', value: from },
	{ column, op: '<', value: to },
];

export const valueFilter = (column: string, value: PlainValue): FilterTerm[] => [
	{ column, op: '=', value: exactText(value) },
];

export const nullFilter = (column: string): FilterTerm[] => [{ column, op: 'isNull' }];
