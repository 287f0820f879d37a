import { expect, type Page } from '@playwright/test';
import { Agents } from './agents.ts';
import { Editor } from './editor.ts';
import { Grid } from './grid.ts';

type Column = readonly [dataset: string, column: string];

/** A core-only service that the journeys use: its URL, how people sign in there, and its data. */
export interface Target {
	/** The console's URL, with a trailing slash. */
	readonly url: string;
	readonly api: string;
	readonly token: string;
	signIn(page: Page): Promise<void>;
	/** Whether responses to writes say what they did. */
	readonly saysWhatWasDone: boolean;
	readonly owner: string;
	/** The name of a BuildSpec that is changed to other code and deleted, of one that stays, and their number before. */
	readonly buildSpec: { readonly name: string; readonly code: string; readonly stays: string; readonly of: number };
	/** Two preview runs of one destination, and the first row of the earlier one. */
	readonly runs: {
		readonly before: string;
		readonly after: string;
		readonly rows: number;
		readonly cells: readonly RegExp[];
	};
	/** A dataset whose columns are put in this order, and its namespace, which is renamed and wiped. */
	readonly namespace: {
		readonly name: string;
		readonly renamed: string;
		readonly dataset: string;
		readonly order: readonly string[];
	};
	/** Two columns of another namespace, not linked yet. */
	readonly link: { readonly namespace: string; readonly from: Column; readonly to: Column };
	readonly ingestion: string;
	/** A share of a namespace, and who else it's shared with. */
	readonly share: {
		readonly namespace: string;
		readonly person: string;
		readonly role: string;
		readonly others: readonly string[];
	};
	/** A token's id, and what it may use. */
	readonly tokenId: string;
	readonly allows: string;
	readonly agents: {
		readonly namespace: string;
		readonly question: string;
		/** Each agent's answer; null if the answer fails with this message. */
		readonly answer: string | null;
		readonly ending: string;
		readonly failure: string;
		readonly followUp: { readonly question: string; readonly answer: RegExp };
	};
	/** The service's stored state, read without the console while no page is open. */
	stored(): Promise<Stored>;
}

export interface Stored {
	readonly namespaces: readonly string[];
	readonly datasets: readonly { readonly name: string; readonly columns: readonly string[] }[];
	readonly links: number;
	readonly sharedWith: readonly string[];
	/** Ids of ingestions that were marked as seen. */
	readonly seen: readonly string[];
}

export async function openDesk(page: Page, target: Target): Promise<void> {
	await target.signIn(page);
	await expect(page.getByRole('link', { name: target.buildSpec.stays })).toBeVisible();
}

/** `desk`: a page signed in to the target, on the list of BuildSpecs. */
type Journey = (fixtures: { desk: Page; target: Target }) => Promise<void>;

/** What people do with a core-only service. @param test whose fixtures the journeys get */
export function walkTheCore(test: (title: string, journey: Journey) => void): void {
	test('BuildSpecs are listed, edited, saved and deleted', async ({ desk, target }) => {
		const { name, code, of } = target.buildSpec;
		const list = desk.getByRole('table', { name: 'BuildSpecs' });
		await expect(list).toHaveAttribute('aria-rowcount', String(of + 1));
		await expect(desk.getByText(/Invalid Date|NaN|undefined/)).toHaveCount(0);
		await desk.getByRole('link', { name }).click();
		await new Editor(desk).replace(code);
		await desk.keyboard.press('Control+S');
		await expect(desk.getByText('v2', { exact: true })).toBeVisible();
		expect((await saved(target)).find(({ destination }) => destination.datasetName === name)?.code).toEqual({
			payload: code,
		});
		await desk.reload();
		expect(await new Editor(desk).text()).toBe(code);

		await desk.getByRole('button', { name: 'Actions for this BuildSpec' }).click();
		await desk.getByRole('menuitem', { name: /Delete/ }).click();
		const dialog = desk.getByRole('dialog', { name: 'Delete this BuildSpec?' });
		await dialog.getByRole('button', { name: /^Delete/ }).click();
		await expect(desk.getByRole('heading', { level: 1, name: 'BuildSpecs' })).toBeVisible();
		await expect(list).toHaveAttribute('aria-rowcount', String(of));
		await expect(desk.getByRole('link', { name })).toHaveCount(0);
		expect(await saved(target)).toHaveLength(of - 1);
	});

	test('outputs are shown and compared', async ({ desk, target }) => {
		const { before, after, rows, cells } = target.runs;
		await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Outputs by run ID' }).click();
		await desk.getByLabel('Run id').fill(before);
		await desk.getByRole('button', { name: 'Show outputs' }).click();
		const grid = new Grid(desk);
		await expect(grid.element).toBeVisible({ timeout: 30_000 });
		await grid.expectRows(rows);
		for (const cell of cells) await expect(grid.row(1).filter({ hasText: cell })).toBeVisible();
		await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Outputs by run ID' }).click();
		await desk.getByLabel('Run id').fill(after);
		await desk.getByLabel('Compare with run (optional)').fill(before);
		await desk.getByRole('button', { name: 'Compare outputs' }).click();
		await expect(desk.getByText(/so only rows are compared/)).toBeVisible({
			timeout: 30_000,
		});
	});

	test('columns are reordered, and a namespace is renamed and wiped', async ({ desk, target }) => {
		const { name, renamed, dataset, order } = target.namespace;
		const [before, after] = [name, renamed].map((namespace) => `${target.owner}/${namespace}`) as [string, string];
		await desk.goto(`${target.url}namespaces/${before}/${dataset}?view=columns`);
		await desk.getByLabel('Columns in order, one per line').fill(order.join('\n'));
		await desk.getByRole('button', { name: 'Save order' }).click();
		await expect(desk.getByText('Column order saved')).toBeVisible();

		await desk.goto(`${target.url}namespaces/${before}?view=settings`);
		await desk.getByRole('button', { name: 'Rename namespace…' }).click();
		const renaming = desk.getByRole('dialog');
		await renaming.getByLabel('New name').fill(renamed);
		await renaming.getByLabel(`Type ${before} to confirm`).fill(before);
		await renaming.getByRole('button', { name: `Rename ${before}` }).click();
		await expect(desk.getByRole('dialog', { name: `${before} was renamed to ${after}` })).toBeVisible();

		await desk.goto('about:blank');
		const kept = await target.stored();
		expect(kept.namespaces).toContain(renamed);
		expect(kept.namespaces).not.toContain(name);
		expect(kept.datasets.find((found) => found.name === `${after}/${dataset}`)?.columns).toEqual(order);

		await desk.goto(`${target.url}namespaces/${after}?view=settings`);
		await desk.getByRole('button', { name: 'Wipe namespace…' }).click();
		const wiping = desk.getByRole('dialog');
		await wiping.getByText('Also delete the datasets').click();
		await wiping.getByLabel(`Type ${after} to confirm`).fill(after);
		await wiping.getByRole('button', { name: `Wipe ${after}` }).click();
		await expect(desk.getByRole('dialog', { name: `${after} was wiped` })).toBeVisible();
		await desk.goto('about:blank');
		expect((await target.stored()).datasets.filter((found) => found.name.startsWith(`${after}/`))).toEqual([]);
	});

	test('a link is created once', async ({ desk, target }) => {
		const { namespace, from, to } = target.link;
		await desk.goto('about:blank');
		const { links } = await target.stored();
		await desk.goto(`${target.url}links/new`);
		for (const [end, [dataset, column]] of [
			['From', from],
			['To', to],
		] as const) {
			const group = desk.getByRole('group', { name: end });
			await group.getByLabel('Dataset').fill(`${target.owner}/${namespace}/${dataset}`);
			await group.getByLabel('Column').fill(column);
		}
		await desk.getByRole('button', { name: 'Create link' }).click();
		await expect(desk.getByText(target.saysWhatWasDone ? /^Link created/ : /link/i).first()).toBeVisible();
		if (target.saysWhatWasDone) {
			await desk.getByRole('button', { name: 'Create link' }).click();
			await expect(desk.getByText(/^Link already exists/)).toBeVisible();
		}
		await desk.goto('about:blank');
		await expect.poll(async () => (await target.stored()).links).toBe(links + 1);
	});

	test('records are previewed, and an ingestion is marked as seen', async ({ desk, target }) => {
		await desk.goto(`${target.url}ingest`);
		await desk.getByLabel('Paste a table or text').fill('name;radius\nPan; 14.1 \nDaphnis;3.8\n');
		await desk.getByRole('button', { name: 'Read pasted text' }).click();
		await desk.getByLabel('Description').fill('Moons of Saturn');
		await desk.getByRole('button', { name: 'Preview', exact: true }).click();
		const result = desk.getByRole('region', { name: 'Result', exact: true });
		await expect(result.getByText('Daphnis').first()).toBeVisible();
		await desk.goto(`${target.url}ingest/ingestions`);
		await desk.getByLabel('Ingestion ID').fill(target.ingestion);
		await desk.keyboard.press('Enter');
		await expect(desk.getByText(`Ingestion ${target.ingestion} marked as seen`)).toBeVisible();
		await desk.goto('about:blank');
		expect((await target.stored()).seen).toEqual([target.ingestion]);
	});

	test('a share is revoked, and a token’s permissions are shown', async ({ desk, target }) => {
		const { namespace, person, role, others } = target.share;
		await desk.getByRole('link', { name: 'Access', exact: true }).click();
		await desk.getByLabel('Namespace', { exact: true }).selectOption(namespace);
		await desk.getByLabel('User', { exact: true }).fill(person);
		await desk.getByLabel('Role').selectOption(role);
		await desk.getByRole('button', { name: 'Revoke share…' }).click();
		await desk.getByLabel(`Type ${person} to confirm`).fill(person);
		await desk.getByRole('button', { name: `Revoke ${person}’s share` }).click();
		await expect(desk.getByRole('dialog').getByText('done')).toBeVisible();
		await desk.goto(`${target.url}access/tokens/${target.tokenId}`);
		await expect(desk.getByText(target.allows).first()).toBeVisible();
		await desk.goto('about:blank');
		expect((await target.stored()).sharedWith).toEqual(others);
	});

	test('both agents are asked a question and a follow-up', async ({ desk, target }) => {
		const { namespace, question, answer, ending, failure, followUp } = target.agents;
		const panel = new Agents(desk);
		await panel.open(namespace);
		for (const [index, agent] of ['nl2ql', 'assistant'].entries()) {
			await panel.choose(agent);
			await panel.ask(question);
			const answered = panel.answer(index + 1);
			if (answer === null) {
				await expect(answered.getByText(ending, { exact: true }).first()).toBeVisible();
				await expect(answered).toContainText(failure);
				continue;
			}
			await expect(answered.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
			// A step's rows are collapsed below the answer based on them.
			if (agent === 'assistant') await panel.evidence(index + 1);
			await expect(answered.getByText(answer).first()).toBeVisible();
		}
		if (answer === null) return;
		await panel.ask(followUp.question);
		await expect(panel.answer(3)).toContainText(followUp.answer);
	});
}

async function saved({
	api,
	token,
}: Target): Promise<{ destination: { datasetName: string }; code: { payload: string } }[]> {
	const answer = await fetch(`${api}/build-specs`, { headers: { Authorization: `Bearer ${token}` } });
	return ((await answer.json()) as { items: never[] }).items;
}
