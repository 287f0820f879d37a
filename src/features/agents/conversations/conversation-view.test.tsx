import 'fake-indexeddb/auto';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleNamespacesUri } from '#contract/agents/card.ts';
import { inputRequired } from '../../../a2a/events.ts';
import { connect } from '../../../api/http.ts';
import { renderWithProviders } from '../../../testing/render.tsx';
import { useSessionStore } from '../../session/model.ts';
import type { Agent } from '../agent.ts';
import { begin, end, fold } from '../conversation.ts';
import { stopAll } from '../live.ts';
import { ConversationView } from './conversation-view.tsx';

const base = 'https://data.example/api/v1';
const guide: Agent = {
	...{ name: 'guide', url: `${base}/a2a/guide`, agentCard: `${base}/a2a/guide/card` },
	isExternal: false,
	agreed: null,
};
const start = {
	...{ id: 't1', conversation: 'c1', question: 'How many?', agent: 'guide', url: guide.url, namespace: 'shop' },
	...{ model: null, provider: null, after: null, beside: null, at: 1_000, context: [] },
};
const mark = { id: 'c1', title: 'How many?', createdAt: 1_000, updatedAt: 1_000, questions: 1 };
const kept = [end(begin(start), { kind: 'cut', message: 'The connection broke off.' }, 2_000)];

let questions: string[];

beforeEach(() => {
	questions = [];
	sessionStorage.clear();
	vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
		if (url.split('?')[0] === guide.url) questions.push(JSON.parse(String(body)).params.message.parts[0].text);
		return Response.json({ error_code: 'NOT_FOUND', message: 'Not here.' }, { status: 404 });
	});
	connect({ baseUrl: () => base, token: () => 'token', onUnauthorized: () => {}, onExchange: () => {} });
	useSessionStore.setState({
		session: { baseUrl: base, serviceName: 'Test', keep: false, token: 'token', expiresAt: null, username: 'ann' },
	});
	return () => vi.unstubAllGlobals();
});
afterEach(stopAll);

async function askAgain(agents: readonly Agent[]): Promise<HTMLTextAreaElement> {
	const user = userEvent.setup();
	renderWithProviders(
		<MemoryRouter>
			<ConversationView mark={mark} kept={kept} agents={agents} />
		</MemoryRouter>,
	);
	const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ask a question' });
	await user.type(field, 'and by');
	await user.click(screen.getByRole('button', { name: 'Ask again' }));
	return field;
}

test('keeps unsent text when a question is asked again', async () => {
	const field = await askAgain([guide]);
	await vi.waitFor(() => expect(questions).toEqual(['How many?']));
	expect(field.value).toBe('and by');
});

test('explains why a question can’t be asked again', async () => {
	const field = await askAgain([]);
	expect(screen.getByText('Couldn’t ask again')).toBeTruthy();
	expect(screen.getByText('No agent is available. Add an agent on the Agents page.')).toBeTruthy();
	expect([field.value, questions]).toEqual(['and by', []]);
});

test('keeps a question that can’t be asked and explains why', async () => {
	const user = userEvent.setup();
	renderWithProviders(
		<MemoryRouter>
			<ConversationView mark={mark} kept={kept} agents={[]} />
		</MemoryRouter>,
	);
	const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ask a question' });
	await user.type(field, 'And by month?{Enter}');
	expect(screen.getByText('Not asked yet. No agent is available. Add an agent on the Agents page.')).toBeTruthy();
	expect([field.value, questions]).toEqual(['And by month?', []]);
});

test('keeps the options chosen for a question with its draft', async () => {
	const user = userEvent.setup();
	const show = () =>
		renderWithProviders(
			<MemoryRouter>
				<ConversationView mark={mark} kept={kept} agents={[guide]} />
			</MemoryRouter>,
		);
	const namespace = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Namespace' });
	show();
	await user.type(screen.getByRole('textbox', { name: 'Ask a question' }), 'And by month?');
	await user.clear(namespace());
	await user.type(namespace(), 'nature');
	cleanup();
	show();
	expect(namespace().value).toBe('nature');
	await user.clear(screen.getByRole('textbox', { name: 'Ask a question' }));
	cleanup();
	show();
	expect(namespace().value).toBe('shop');
});

test('keeps suggestions in place when one is picked', async () => {
	const user = userEvent.setup();
	const examples = ['Describe airports', 'Describe items', 'Describe rivers'];
	const params = { namespaces: ['aviation', 'shop', 'nature'] };
	const card = {
		...{ name: 'guide', description: 'Answers.', version: '1', defaultInputModes: [], defaultOutputModes: [] },
		capabilities: { extensions: [{ uri: exampleNamespacesUri, params }] },
		skills: [{ id: 's', name: 'Skill', description: 'Answers.', tags: [], examples }],
		...{ securitySchemes: {}, securityRequirements: [], supportedInterfaces: [] },
	};
	vi.stubGlobal('fetch', async (url: string) =>
		url === guide.agentCard ? Response.json(card) : Response.json({ message: 'Not here.' }, { status: 404 }),
	);
	renderWithProviders(
		<MemoryRouter>
			<ConversationView mark={null} kept={[]} agents={[guide]} />
		</MemoryRouter>,
	);
	const namespace = screen.getByRole<HTMLInputElement>('combobox', { name: 'Namespace' });
	await user.clear(namespace);
	await user.type(namespace, 'shop');
	const shown = () => screen.getAllByRole('button', { name: /^Describe/ }).map((chip) => chip.textContent);
	await screen.findByRole('button', { name: /^Describe rivers/ });
	const before = shown();
	await user.click(screen.getByRole('button', { name: /^Describe rivers/ }));
	expect([namespace.value, shown()]).toEqual(['nature', before]);
});

test('shows a question from the agent and sends the reply', async () => {
	const user = userEvent.setup();
	const message = { parts: [{ text: 'Which year?' }] };
	const asked = fold(begin(start), [
		{
			event: { kind: 'status', taskId: 'task', contextId: 'c', status: { state: inputRequired, message } },
			at: 1_500,
		},
	]);
	const turns = [end(asked, { kind: 'said', state: inputRequired }, 2_000)];
	renderWithProviders(
		<MemoryRouter>
			<ConversationView mark={mark} kept={turns} agents={[guide]} />
		</MemoryRouter>,
	);
	expect(await screen.findByText('guide needs more information')).toBeTruthy();
	expect(screen.getByText('Which year?')).toBeTruthy();
	const field = screen.getByRole('textbox', { name: 'Reply' });
	await user.type(field, '2024');
	await user.click(screen.getByRole('button', { name: 'Reply' }));
	await vi.waitFor(() => expect(questions).toEqual(['2024']));
});
