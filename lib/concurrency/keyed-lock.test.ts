import { expect, test } from 'vitest';
import { KeyedLock } from './keyed-lock.ts';

test('runs work with one key in order, even after a failure, and other keys in parallel', async () => {
	const lock = new KeyedLock();
	const log: string[] = [];
	const work =
		(name: string, fails = false) =>
		async () => {
			log.push(`${name} starts`);
			await Promise.resolve();
			log.push(`${name} ends`);
			if (fails) throw new Error(name);
			return name;
		};
	const all = await Promise.allSettled([
		lock.run('x', work('first', true)),
		lock.run('x', work('second')),
		lock.run('y', work('other')),
	]);
	expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
	expect(log.filter((line) => !line.startsWith('other'))).toEqual([
		'first starts',
		'first ends',
		'second starts',
		'second ends',
	]);
	expect(log.indexOf('other starts')).toBeLessThan(log.indexOf('second starts'));
});

test('keeps its order when a waiting caller leaves', async () => {
	const lock = new KeyedLock();
	const release = await lock.acquire('x');
	const leaving = new AbortController();
	let waits = 0;
	const second = lock.acquire('x', leaving.signal, () => {
		waits += 1;
	});
	let isThirdIn = false;
	const third = lock.acquire('x').then((leave) => {
		isThirdIn = true;
		leave();
	});
	leaving.abort(new Error('gone'));
	await expect(second).rejects.toThrow('gone');
	expect([waits, isThirdIn]).toEqual([1, false]);
	release();
	await third;
});
