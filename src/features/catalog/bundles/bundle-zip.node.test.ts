import { expect, test } from 'vitest';
import { ZipFile } from '../../../ui/zip-file.ts';
import { bundleFormat, names, readBundle } from './bundle-files.ts';
import { unzip } from './bundle-zip.ts';

const manifest = {
	format: bundleFormat,
	service: 'https://data.example/api/v1',
	owner: 'demo',
	namespace: 'geography',
	madeAt: '2026-01-01T00:00:00.000Z',
	datasets: [{ datasetName: 'zip codes', rows: 2, file: 'data/zip codes.parquet' }],
};

function bundleOf(overrides: Partial<Record<string, string>> = {}): Blob {
	const zip = new ZipFile();
	const texts = {
		[names.manifest]: JSON.stringify(manifest),
		[names.buildSpecs]: '[]',
		[names.links]: '[]',
		[names.schemas]: '[]',
		...overrides,
	};
	for (const [name, text] of Object.entries(texts)) if (text !== undefined) zip.addText(name, text);
	return zip.finish();
}

test('what was put into a bundle comes out of it', async () => {
	const zip = new ZipFile();
	const bytes = new Uint8Array(300_000).map((_, index) => (index * 7919) % 251);
	zip.addText('a.json', 'Ünïcode “text”');
	await zip.addBlob('data/rows.parquet', new Blob([bytes]));
	zip.addText('b.json', 'x'.repeat(1_000_000));
	const texts = await unzip(zip.finish(), ['a.json', 'b.json']);
	expect(texts.get('a.json')).toBe('Ünïcode “text”');
	expect(texts.get('b.json')).toHaveLength(1_000_000);
	expect((await readBundle(bundleOf())).manifest).toMatchObject({ owner: 'demo', namespace: 'geography' });
});

test('what is no bundle says so in words', async () => {
	await expect(readBundle(new Blob(['nothing']))).rejects.toThrow('It is not a zip file.');
	await expect(readBundle(new Blob([]))).rejects.toThrow('It is not a zip file.');
	const empty = new ZipFile();
	empty.addText('other.txt', 'x');
	await expect(readBundle(empty.finish())).rejects.toThrow('There is no bundle.json in it');
	await expect(readBundle(bundleOf({ [names.manifest]: '{"format":"other"}' }))).rejects.toThrow(
		'not as a bundle has it',
	);
	await expect(readBundle(bundleOf({ [names.links]: '[' }))).rejects.toThrow('links.json in it is damaged');
	await expect(readBundle(bundleOf({ [names.links]: '[{}]' }))).rejects.toThrow('links.json in it is not as');
});
