import type { Intent } from './intent.ts';
import type { Schema } from './schema.ts';

/** A question that goes on from an earlier reading; null for one that stands by itself. */
export function followUp(_question: string, _before: unknown, _schema: Schema): Intent | null {
	return null;
}
