import { expect, test } from 'vitest';
import { choicesIn, chosenBy } from './choices.ts';

const choices = ['flights by origin airport?', 'flights by destination airport?'];

test('the last list of a message is what can be said next', () => {
	const message = '"airport" can mean "origin" or "destination". Which one do you mean?';
	expect(choicesIn(`${message}\n\n- ${choices.join('\n- ')}`)).toEqual({ message, choices });
	expect(choicesIn('Which size?\n1. small\n2. large')).toEqual({ message: 'Which size?', choices: ['small', 'large'] });
});

test('a text without a list, names that say nothing by themselves, and lists that are for reading are no choices', () => {
	for (const text of [
		'There is no such column.',
		'- alone',
		'It may be:\n- "origin"\n- "destination"',
		`Many:\n${Array.from({ length: 9 }, (_, at) => `- item ${at}`).join('\n')}`,
	]) {
		expect(choicesIn(text)).toEqual({ message: text, choices: [] });
	}
});

test.each([
	['origin', 0],
	['by destination', 1],
	['Destination airport', 1],
	['the second one', 1],
	['2', 1],
	['first', 0],
	['the last', 1],
])('"%s" means one of the choices', (reply, index) => {
	expect(chosenBy(reply, choices)).toBe(choices[index]);
});

test.each(['flights', 'by month', 'the third one', '', 'How many flights left from ORD?'])(
	'"%s" means none of them',
	(reply) => {
		expect(chosenBy(reply, choices)).toBeNull();
	},
);

test('words choose among what the question may mean, and not among other questions', () => {
	const meanings = ['flights by origin', 'flights by destination'];
	expect(chosenBy('origin', meanings, 'flights by airport')).toBe(null);
	expect(
		chosenBy('origin', ['flights by origin airport', 'flights by destination airport'], 'flights by airport'),
	).toBe('flights by origin airport');
	const others = ['average income by region', 'How many countries by region?'];
	expect(chosenBy('countries', others, 'average population')).toBe(null);
	expect(chosenBy('the second one', others, 'average population')).toBe(others[1]);
	expect(chosenBy('how many countries by region', others, 'average population')).toBe(others[1]);
});

test('words choose among amounts that a question leaves open, however the choices are phrased', () => {
	const amounts = ['other', 'repair', 'total $'].map((name) => `What was the sum of cost ${name} of strikes in 1998?`);
	const question = 'How much did strikes cost in 1998?';
	expect(chosenBy('Cost Total $', amounts, question)).toBe(amounts[2]);
	expect(chosenBy('cost', amounts, question)).toBe(null);
});
