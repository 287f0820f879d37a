import { foldSql } from '#lib/sql/quoting.ts';
import { type SparkToken, sparkName } from './tokens.ts';

/** Keywords that end a FROM clause. */
const ending =
	/^(select|where|group|having|order|sort|cluster|distribute|limit|offset|window|qualify|union|except|minus|intersect|view|values)$/;

/** State between two parentheses. */
interface Level {
	/** Whether FROM begins a clause here: in `extract(YEAR FROM d)` it doesn't. */
	isQuery: boolean;
	inFrom: boolean;
}

/** Folded bare names where a query names a table: after FROM, JOIN and TABLE, and after commas between tables. */
export function tablesIn(tokens: readonly SparkToken[]): string[] {
	const found: string[] = [];
	const levels: Level[] = [];
	let level: Level = { isQuery: false, inFrom: false };
	let isTable = false;
	for (const [index, token] of tokens.entries()) {
		const before = tokens[index - 1];
		const word = token.kind === 'word' || token.kind === 'sign' ? token.text.toLowerCase() : '';
		const isFirst = before === undefined || before.text === '(';
		if (word === '(') {
			levels.push(level);
			// Joined tables may be in parentheses.
			level = { isQuery: false, inFrom: isTable };
		} else if (word === ')') {
			level = levels.pop() ?? level;
			isTable = false;
		} else if (word === ',') isTable = level.inFrom;
		else if (word === 'from' && (isFirst || level.isQuery) && before?.text.toLowerCase() !== 'distinct') {
			level = { isQuery: true, inFrom: true };
			isTable = true;
		} else if (word === 'join' || word === 'table') isTable = true;
		else if (word === 'with' && isFirst) level = { isQuery: true, inFrom: false };
		else if (word === 'lateral' || (word === 'values' && isTable)) isTable = false;
		else if (ending.test(word)) {
			level = { isQuery: level.isQuery || word === 'select', inFrom: false };
			isTable = false;
		} else if (isTable && (token.kind === 'word' || token.kind === 'quoted')) {
			if (tokens[index + 1]?.text !== '.' && tokens[index + 1]?.text !== '(') found.push(foldSql(sparkName(token)));
			isTable = false;
		}
	}
	return found;
}
