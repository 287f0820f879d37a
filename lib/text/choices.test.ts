import { expect, test } from 'vitest';
import { choicesIn, chosenBy } from './choices.ts';

const choices = ['flights by origin airport?', 'flights by destination airport?'];

test('reads the list at the end of a message as choices', () => {
	const message = '"airport" can mean "origin" or "destination". Which one do you mean?';
	expect(choicesIn(`${message}\n\n- ${choices.join('\n- ')}`)).toEqual({ message, choices });
	expect(choicesIn('Which size?\n1. small\n2. large')).toEqual({ message: 'Which size?', choices: ['small', 'large'] });
});

test('finds no choices in plain text, single items, quoted names and long lists', () => {
	for (const text of [
		'There is no such column.',
		'- alone',
		'It may be:\n- "origin"\n- "destination"',
		`Many:\n${Array.from({ length: 9 }, (_, index) => `- item ${index}`).join('\n')}`,
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
])('"%s" picks one of the choices', (reply, index) => {
	expect(chosenBy(reply, choices)).toBe(choices[index]);
});

test.each(['flights', 'by month', 'the third one', '', 'How many flights left from ORD?'])(
	'"%s" picks none of them',
	(reply) => {
		expect(chosenBy(reply, choices)).toBeNull();
	},
);

test('matches words to meanings of the question, but not to other questions', () => {
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

test('matches words to amounts the question leaves open, however the choices are phrased', () => {
	const amounts = ['other', 'repair', 'total $'].map((name) => `What was the sum of cost ${name} of strikes in 1998?`);
	const question = 'How much did strikes cost in 1998?';
	expect(chosenBy('Cost Total $', amounts, question)).toBe(amounts[2]);
	expect(chosenBy('cost', amounts, question)).toBe(null);
});
