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
			return { kind: 'refused', message: `I read the question, but my query does not run here: ${repair.error}` };
		}
		return writeQuery(question, context, earlier);
	},
};

function writeQuery(question: string, context: SchemaContext, earlier: readonly Turn[]): Written {
	const schema = readSchema(context);
	if (schema.tables.length === 0) {
		return {
			kind: 'refused',
			message: `There are no datasets in ${context.namespace.owner}/${context.namespace.name} that you may read.`,
		};
	}
	try {
		const intent = understand(question, schema, earlier);
		const { sql, datasets } = toSql(intent, schema);
		return { kind: 'query', sql, reading: readingOf(intent, schema), datasets, understood: intent };
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const offered = offers(question, error, schema, (it) => isUnderstood(it, schema));
		const suggestions = offered.length > 0 ? offered : error.suggestions;
		return {
			kind: 'refused',
			message: error.message,
			...(error.about === undefined ? {} : { about: error.about }),
			...(suggestions.length === 0 ? {} : { suggestions }),
		};
	}
}

function isUnderstood(question: string, schema: Schema): boolean {
	try {
		toSql(interpret(question, schema), schema);
		return true;
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return false;
	}
}

/** A question by itself, or one that goes on from an earlier one. */
function understand(question: string, schema: Schema, earlier: readonly Turn[]): Intent {
	const before = earlier.findLast((it) => it.sql !== null)?.understood;
	if (before === undefined || before === null) return interpret(question, schema);
	if (goesOn(question)) return followUp(question, before, schema);
	try {
		return interpret(question, schema);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return orElse(() => followUp(question, before, schema), error);
	}
}

/** What a question means by itself is the better reason where it does not go on from an earlier one either. */
function orElse(read: () => Intent, refusal: Refusal): Intent {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		throw refusal;
	}
}
