import type { CellKind } from '../../source/row-source.ts';
import type { DeclaredType, ValueType } from './read-options.ts';

/** What all values of a column are whose type the file says. */
export function declaredType({ type, kind }: { readonly type: string; readonly kind: CellKind }): DeclaredType {
	return { name: type, values: valuesOf(type, kind) };
}

function valuesOf(type: string, kind: CellKind): ValueType {
	switch (kind) {
		case 'integer':
		case 'boolean':
			return kind;
		case 'decimal':
		case 'float':
			return 'number';
		case 'temporal':
			if (type === 'DATE') return 'date';
			return type.startsWith('TIMESTAMP') ? 'timestamp' : 'text';
		case 'json':
			return 'nested';
		default:
			return 'text';
	}
}
