import type { QueryWriter, SchemaContext, Turn, Written } from '../query/types.ts';
import { followUp, goesOn } from './follow-up.ts';
import type { Intent } from './intent.ts';
import { interpret } from './interpret.ts';
import { offers } from './offer.ts';
import { readingOf } from './reading.ts';
import { Refusal } from './refusal.ts';
import { readSchema, type Schema } from './schema.ts';
import { toSql } from './to-sql.ts';

/** Writes queries without a language model: what it does not understand it refuses by name. */
export const builtinWriter: QueryWriter = {
	async write(question, context, { signal, earlier = [], repair }): Promise<Written> {
		signal.throwIfAborted();
		if (repair !== undefined) {
			return { kind: 'refused', message: `I understood the question, but the query I wrote failed: ${repair.error}` };
		}
		return writeQuery(question, context, earlier);
	},
};

function writeQuery(question: string, context: SchemaContext, earlier: readonly Turn[]): Written {
	const schema = readSchema(context);
	if (schema.tables.length === 0) {
		return {
			kind: 'refused',
			message: `You can’t read any dataset in ${context.namespace.owner}/${context.namespace.name}.`,
		};
	}
	try {
		const intent = understand(question, schema, earlier);
		const { sql, datasets } = toSql(intent, schema);
		return { kind: 'query', sql, reading: readingOf(intent, schema), datasets, understood: intent };
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return error.written(offers(question, error, schema, (value) => isUnderstood(value, schema)));
	}
}

function isUnderstood(question: string, schema: Schema): boolean {
	return !(attempt(() => toSql(interpret(question, schema), schema)) instanceof Refusal);
}

/** What a reading gives, or why it is refused. */
function attempt<T>(read: () => T): T | Refusal {
	try {
		return read();
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
}

/** A question by itself, or one that goes on from an earlier one. @throws Refusal */
function understand(question: string, schema: Schema, earlier: readonly Turn[]): Intent {
	const before = earlier.findLast((turn) => turn.sql !== null)?.understood;
	if (before === undefined || before === null) return interpret(question, schema);
	if (goesOn(question)) return followUp(question, before, schema);
	const alone = attempt(() => interpret(question, schema));
	if (!(alone instanceof Refusal)) return alone;
	const following = attempt(() => followUp(question, before, schema));
	// Why it means nothing by itself is the better reason.
	if (following instanceof Refusal) throw alone;
	return following;
}
