import { EventEmitter, once } from 'node:events';
import { Agents } from '../support/agents.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { openScriptedModel } from '../support/scripted-model.ts';

const steps = (...instructions: string[]) =>
	instructions.map((instruction) => ({ kind: 'query', instruction, reasoning: 'It is needed.', about: '' }));
const query = (sql: string) => ({ object: { kind: 'query', sql, reading: 'As asked.', message: '' } });
const left = (change: string, ...instructions: string[]) => ({ object: { change, steps: steps(...instructions) } });

test('a model streams its answer and revises its plan; unsupported figures are marked, failures fall back', async ({
	page,
	ownService,
}) => {
	const { model, flags, close } = await openScriptedModel();
	await signIn(page, await ownService(flags));
	const panel = new Agents(page);
	await panel.open('aviation');
	await panel.choose('assistant');
	const notice = page.getByRole('note', { name: 'Agent' });
	await expect(notice).toHaveText(/^local small answers\. The question and rows are sent to local\./);

	const bell = new EventEmitter();
	const paused = once(bell, 'go on');
	model.speak('ollama');
	model.reply(
		{ object: { refusal: '', steps: steps('Count the flights', 'Count the airports') } },
		query('SELECT count(*) AS flights FROM demo.aviation.flights'),
		left('Airports are not asked about; a share is needed.', 'Compute the share of flights from DFW'),
		query("SELECT avg(CAST(origin = 'DFW' AS INTEGER)) AS share FROM demo.aviation.flights"),
		left(''),
		{
			pieces: ['There are ', '20,000 flights [step 1], ', paused, 'twice ', 'as many as the 31,337 of **last year**.'],
		},
	);
	await panel.ask('How many flights, and which share is from DFW?');
	const answer = panel.answer();
	await expect(answer.getByText('There are 20,000 flights (step 1),')).toBeVisible();
	await panel.state(1, 'Working');
	await expect(answer.getByText('as many as')).toHaveCount(0);
	bell.emit('go on');
	await panel.state(1, 'Complete');
	await expect(answer.getByText('2 figures were not found in the rows: twice, 31,337')).toBeVisible();
	const figures = answer.locator('mark');
	await expect(figures).toHaveText([
		'twice (Not found in the rows of step 1)',
		'31,337 (Not found in the rows of step 1)',
	]);
	await figures.nth(1).focus();
	await expect(page.getByRole('tooltip')).toHaveText('Not found in the rows of step 1');

	await panel.evidence();
	const plan = answer.getByRole('list', { name: 'Steps' }).getByRole('listitem');
	await expect(
		plan.filter({ hasText: 'Plan revised: Airports are not asked about; a share is needed.' }),
	).toBeVisible();
	await expect(plan.filter({ hasText: 'Compute the share of flights from DFW' })).toContainText('done');
	await expect(plan.filter({ hasText: 'Count the airports' })).toHaveCount(0);

	model.reply({ status: 429, headers: { 'retry-after': '0' } });
	await panel.ask('How many airports are there?');
	await panel.state(2, 'Complete');
	await expect(panel.answer(2)).toContainText(
		'The model small (local) is rate limited (status 429). The built-in reader was used instead.',
	);
	await expect(panel.answer(2)).toContainText('3,376');

	await page.getByRole('link', { name: 'Namespaces' }).click();
	await page.getByRole('link', { name: 'aviation' }).first().click();
	await page.getByRole('tab', { name: 'Settings' }).click();
	const mayRead = page.getByRole('checkbox', { name: 'Let language models read this namespace' });
	await mayRead.click();
	await expect(mayRead).not.toBeChecked();
	await expect(page.getByRole('combobox', { name: 'Default model' })).toBeDisabled();
	await panel.open('aviation');
	await expect(notice).toHaveText('Questions are answered without a language model. No data leaves this service.');
	await close();
});
