import { expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Draft } from '../../storage/drafts.ts';
import { fieldProblems, readEdit } from './edit-fields.ts';
import { readDefinition, textOf } from './model.ts';
import { afterChecks, afterSave, beginWork, followSaved, isDirty, overtakenBy, type Saved } from './work.ts';

const at = (name: string) => ({ owner: 'demo', namespace: 'aviation', datasetName: name });
const saved = (version: number, payload: string): Saved => ({
	value: {
		id: '00000000-0000-4000-8000-000000000001',
		owner: 'demo',
		version,
		sources: [at('flights')],
		destination: at('delays'),
		code: { payload },
		createdAt: '2026-01-01T00:00:00.000Z',
		updatedAt: '2026-01-01T00:00:00.000Z',
	} satisfies BuildSpec,
	etag: `"${version}"`,
});
const typed = (work: ReturnType<typeof beginWork>, payload: string) => ({ ...work, text: { ...work.text, payload } });
const draftOn = (version: number, payload: string): Draft => ({
	text: { sources: ['demo/aviation/flights'], destination: 'demo/aviation/delays', payload },
	baseVersion: version,
	baseEtag: `"${version}"`,
	at: 5,
});
const none = { kind: 'none' } as const;

test('is dirty after an edit and clean after undoing it', () => {
	const work = beginWork(saved(1, 'a'), none);
	expect(isDirty(work, saved(1, 'a'))).toBe(false);
	expect(isDirty(typed(work, 'b'), saved(1, 'a'))).toBe(true);
	expect(isDirty(typed(typed(work, 'b'), 'a'), saved(1, 'a'))).toBe(false);
});

test('restores a draft with its base version so that the service rejects a stale one', () => {
	const work = beginWork(saved(5, 'theirs'), { kind: 'draft', draft: draftOn(3, 'mine') });
	expect(work).toMatchObject({ text: { payload: 'mine' }, base: { version: 3, etag: '"3"' }, restoredAt: 5 });
	expect(overtakenBy(work, saved(5, 'theirs'))).toBe(5);
});

test('ignores a draft that equals the saved version', () => {
	const work = beginWork(saved(5, 'same'), { kind: 'draft', draft: draftOn(3, 'same') });
	expect(work).toMatchObject({ restoredAt: null, base: { version: 5 } });
});

test('keeps changed checks as part of the draft until they are saved too', () => {
	const checks = [{ name: 'Unique', kind: 'unique', severity: 'error', columns: ['iata'] }] as const;
	const work = { ...beginWork(saved(1, 'a'), none), checks: checks as unknown as Check[] };
	expect(isDirty(work, saved(1, 'a'))).toBe(true);
	const restored = beginWork(saved(1, 'a'), { kind: 'draft', draft: { ...draftOn(1, 'a'), checks: work.checks } });
	expect([isDirty(restored, saved(1, 'a')), restored.restoredAt]).toEqual([true, 5]);
	// Someone else's version doesn't replace it.
	expect(followSaved(work, saved(2, 'b')).base.version).toBe(1);
	const after = afterSave(work, work.text, saved(2, 'a'));
	expect([after.base.version, isDirty(after, saved(2, 'a'))]).toEqual([2, true]);
	expect(isDirty(afterChecks(after, work.checks), saved(2, 'a'))).toBe(false);
	expect(isDirty(afterChecks({ ...after, checks: [] }, work.checks), saved(2, 'a'))).toBe(true);
});

test('follows a newer version when unedited and keeps its base when edited', () => {
	const work = beginWork(saved(1, 'a'), none);
	expect(followSaved(work, saved(2, 'b'))).toMatchObject({ text: { payload: 'b' }, base: { version: 2 } });
	const mine = typed(work, 'mine');
	expect(followSaved(mine, saved(2, 'b'))).toBe(mine);
	expect(followSaved(mine, saved(2, 'mine'))).toMatchObject({ base: { version: 2 } });
});

test('guards an edit of a listed version once that version is read', () => {
	const mine = typed(beginWork({ ...saved(1, 'a'), etag: null }, none), 'mine');
	expect(followSaved(mine, saved(1, 'a'))).toMatchObject({ text: { payload: 'mine' }, base: { etag: '"1"' } });
	expect(followSaved(mine, saved(2, 'b'))).toBe(mine);
});

test('keeps text typed during a save on the new base', () => {
	const work = typed(beginWork(saved(1, 'a'), none), 'b');
	const after = afterSave(typed(work, 'b and more'), work.text, saved(2, 'b'));
	expect(after).toMatchObject({ text: { payload: 'b and more' }, base: { version: 2, etag: '"2"' } });
	expect(isDirty(after, saved(2, 'b'))).toBe(true);
	expect(isDirty(afterSave(work, work.text, saved(2, 'b')), saved(2, 'b'))).toBe(false);
});

test('reads fields into a definition or reports a problem per field', () => {
	const text = textOf(saved(1, 'select 1').value);
	expect(readEdit(text, 'demo').edit).toEqual({
		sources: [at('flights')],
		destination: at('delays'),
		code: { payload: 'select 1' },
	});
	expect(readEdit({ ...text, destination: ' ' }, 'demo').problems.destination).toContain('dataset to build');
	expect(readDefinition({ ...text, destination: '' }, 'demo').definition).not.toHaveProperty('destination');
	const wrong = readDefinition({ ...text, sources: ['demo/aviation/flights', 'nonsense'], destination: 'x' }, 'demo');
	expect(Object.keys(wrong.problems)).toEqual(['sources.1', 'destination']);
});

test('assigns the service’s sub-errors to their fields', () => {
	const subErrors = [
		{ code: 'NOT_FOUND', path: 'sources.0.namespace', message: 'No such namespace.' },
		{ code: 'NOT_FOUND', path: 'sources.0.datasetName', message: 'No such dataset.' },
		{ code: 'FORBIDDEN', path: 'destination.owner', message: 'Not yours.' },
		{ code: 'INVALID_VALUE', path: 'sourcesX', message: 'Odd.' },
		{ code: 'destination', message: 'A service that names no paths.' },
	];
	const error = new ApiError({
		kind: 'refused',
		status: 400,
		code: 'VALIDATION_FAILED',
		message: 'Not valid.',
		subErrors,
		requestId: null,
		operation: 'updateBuildSpec',
	});
	expect(fieldProblems(error)).toEqual({
		'sources.0': 'No such namespace. No such dataset.',
		destination: 'Not yours.',
	});
});

test('follows a renamed namespace and keeps edits', () => {
	const renamed: Saved = {
		value: {
			...saved(2, 'a').value,
			sources: [{ ...at('flights'), namespace: 'air' }],
			destination: { ...at('delays'), namespace: 'air' },
		},
		etag: '"2"',
	};
	const mine = typed(beginWork(saved(1, 'a'), none), 'mine');
	const added = {
		...mine,
		text: { ...mine.text, sources: [...mine.text.sources, 'demo/aviation/airports', 'demo/x/y'] },
	};
	const followed = followSaved(added, renamed);
	expect(followed.text).toEqual({
		payload: 'mine',
		sources: ['demo/air/flights', 'demo/air/airports', 'demo/x/y'],
		destination: 'demo/air/delays',
	});
	expect(followed.base).toMatchObject({ version: 2, etag: '"2"' });
	const edited: Saved = { ...renamed, value: { ...renamed.value, code: { payload: 'theirs' } } };
	expect(followSaved(added, edited)).toBe(added);
});
