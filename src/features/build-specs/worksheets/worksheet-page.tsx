import { useForm } from '@mantine/form';
import { IconSchema } from '@tabler/icons-react';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { startScratchRun } from '#contract/build-run.ts';
import { type BuildSpec, createBuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { endsOpen, statementAt, statementsOf } from '#lib/sql/statements.ts';
import { altName, keyName } from '../../../lib/browser/keys.ts';
import { useKeys } from '../../../lib/browser/use-keys.ts';
import { useCommands } from '../../../lib/commands.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useSteady } from '../../../lib/use-steady.ts';
import { paths } from '../../../routing/paths.ts';
import { listDrafts } from '../../../storage/drafts.ts';
import type { Scope } from '../../../storage/web-storage.ts';
import {
	moveWorksheetRuns,
	readOpenWorksheets,
	removeWorksheetRuns,
	storeWorksheetRun,
	type WorksheetRun,
} from '../../../storage/worksheets.ts';
import { loadMonaco } from '../../../ui/editor/load-monaco.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { FormDialog } from '../../../ui/primitives/form-dialog.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { Muted, Prose, Text } from '../../../ui/primitives/text.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { CodeText } from '../../../ui/text/code-text.tsx';
import { runQuery } from '../../runs/queries.ts';
import { descriptionQuery, useOffers, useScope } from '../../session/queries.ts';
import { firstWorksheetName, renameWorksheet, worksheetDraftId, worksheetNames } from '../draft-ids.ts';
import { recoverOwnDrafts } from '../drafts/recover-own-drafts.ts';
import { StoredDraft } from '../drafts/stored-draft-panel.tsx';
import { emptyText } from '../model.ts';
import { DestinationField } from '../workbench/destination-field.tsx';
import { createdPage, useCreation } from '../workbench/use-create.ts';
import { useSuggestions } from '../workbench/use-suggestions.ts';
import { useWorkbench, type WorkbenchState } from '../workbench/use-workbench.ts';
import { Workbench } from '../workbench/workbench.tsx';
import { DraftNotices } from '../workbench/workbench-parts.tsx';
import { WriteProblem } from '../workbench/write-problem.tsx';
import { type OpenWorksheets, useOpenWorksheets } from './open-worksheets.ts';
import { ParameterFields } from './parameter-fields.tsx';
import { type ParameterTypes, useParameters } from './parameters.ts';
import { useGuessedTypes } from './use-guessed-types.ts';
import { exportWorksheet } from './worksheet-files.ts';
import { WorksheetHistory, worksheetHistoryQuery } from './worksheet-history.tsx';
import { WorksheetMenu } from './worksheet-menu.tsx';
import { inCode, WorksheetTabs } from './worksheet-tabs.tsx';

export const loadWorksheet = (queryClient: QueryClient) => async () => {
	loadMonaco().catch(() => {});
	await Promise.all([recoverOwnDrafts(), queryClient.ensureQueryData(descriptionQuery)]);
	return null;
};

/** Queries without a BuildSpec, stored in this browser. The URL has the current one. */
export function WorksheetPage() {
	const [params] = useSearchParams();
	const isOffered = useOffers(startScratchRun);
	const scope = useScope();
	const named = params.get('name');
	const [last] = useState(() => readOpenWorksheets(scope).at(-1) ?? worksheetNames(listDrafts(scope))[0]);
	const name = named ?? last ?? firstWorksheetName;
	const worksheets = useOpenWorksheets(scope, isOffered ? name : null);
	if (!isOffered) {
		const empty = <EmptyState title={notSupported} />;
		return (
			<StoredDraft
				key={name}
				draftId={worksheetDraftId(name)}
				title={notSupported}
				otherwise={<PageFrame title="Worksheets">{empty}</PageFrame>}
			/>
		);
	}
	return <WorksheetWorkbench key={name} name={name} worksheets={worksheets} />;
}

/** Cursor position when a worksheet is opened. */
const start = { line: 1, column: 1 };

const notSupported = 'This service doesn’t support worksheets';

function WorksheetWorkbench({ name, worksheets }: { name: string; worksheets: OpenWorksheets }) {
	const scope = useScope();
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	const editAddress = useAddressEdit();
	const reread = (worksheet: string) =>
		queryClient.invalidateQueries({ queryKey: worksheetHistoryQuery(scope, worksheet).queryKey });
	const [guessed, setGuessed] = useState<ParameterTypes>(() => new Map());
	const parameters = useParameters(scope, name, guessed);
	/** The running code, as written. */
	const written = useRef('');
	const [refused, setRefused] = useState<string | null>(null);
	const workbench = useWorkbench({
		scope,
		bind: parameters.bind,
		draftId: worksheetDraftId(name),
		saved: null,
		fresh: emptyText,
		hasStatements: true,
		earlier: useLatestRun(scope, name),
		onStarted: ({ id }, { code, sources }) => {
			const { payload } = code;
			const run = { id, worksheet: name, at: Date.now(), payload, sources: sources.map(formatCoordinate) };
			const values = parameters.usedBy(written.current);
			const bound = Object.keys(values).length === 0 ? {} : { written: written.current, parameters: values };
			// If it can't be stored, the run is still in the list of runs.
			void storeWorksheetRun(scope, { ...run, ...bound, isPinned: false }).then(
				() => reread(name),
				() => {},
			);
		},
	});
	const types = useGuessedTypes(workbench.text.payload, workbench.read, scope.user);
	useEffect(() => setGuessed(types), [types]);
	const { state } = useLocation();
	const [isInCode] = useState(state?.code === true);
	const [making, setMaking] = useState<Made | null>(null);
	const run = useQuery({ ...runQuery(workbench.preview.runId ?? ''), enabled: workbench.preview.runId !== null });
	const canMake = useOffers(createBuildSpec);
	const fileName = `${name.replaceAll(/[^\p{L}\p{N}_-]/gu, '_')}.sql`;
	const { text, editor } = workbench;
	const go = (to: string | null) =>
		void navigate(to === null ? paths.allWorksheets() : paths.worksheet(to), { state: inCode });
	const { open } = worksheets;
	const beside = (step: 1 | -1) => open[(open.indexOf(name) + step + open.length) % open.length] ?? name;
	const statements = () => (workbench.language === 'sql' ? statementsOf(text.payload) : []);
	/** The selection, or else the statement at the cursor, or else everything. */
	const codeToRun = (): Made => {
		const selected = editor.current?.selected() ?? '';
		if (selected.trim() !== '') return { code: selected, what: 'the selected code' };
		const one = statements().length < 2 ? null : statementAt(text.payload, editor.current?.cursor() ?? 0);
		return one == null
			? { code: text.payload, what: 'this code' }
			: { code: one.text, what: 'the statement at the cursor' };
	};
	/** Like `codeToRun`, but with several statements, the one whose rows are shown. */
	const codeToSave = (): Made => {
		const code = codeToRun();
		if (code.what !== 'the statement at the cursor') return code;
		const shown = run.data?.definition.code.payload;
		const ran = statements().find((statement) => parameters.bind(statement.text).text === shown);
		return ran === undefined ? code : { code: ran.text, what: 'the statement whose rows are shown' };
	};
	// Stable, so typing doesn't rerender components that only call these.
	const acts = useSteady({
		/** Text typed in another tab since then stays a worksheet. */
		discardMade: (payload: string) => workbench.text.payload === payload && workbench.discard(),
		previewOf: (payload: string) => {
			const code = payload === text.payload ? codeToRun().code : payload;
			const problem = parameters.problemIn(code);
			setRefused(problem);
			// Only one run at a time, so that each is stored with its own code.
			if (problem !== null || workbench.preview.pending) return;
			written.current = code;
			void workbench.previewText(code);
		},
		make: () => canMake && setMaking(codeToSave()),
		close: (closed: string) => {
			if (closed === name) workbench.storeNow();
			const next = worksheets.close(closed);
			if (closed === name) go(next);
		},
		begin: () => go(worksheets.freeName()),
		show: (runId: string) => editAddress((address) => address.set('run', runId)),
		/** Appends to the existing code. */
		use: ({ payload, written = payload, parameters: values, sources }: WorksheetRun) => {
			const before = text.payload.trimEnd();
			const isThere = statements().some((statement) => statement.text.trim() === written.trim());
			// A trailing line comment would swallow appended text.
			const end = /--[^\n]*$/.test(before) ? '\n;' : ';';
			const isEnded = workbench.language !== 'sql' || !endsOpen(before);
			const between = before === '' ? '' : isEnded ? '\n\n' : `${end}\n\n`;
			if (!isThere && before !== written.trim())
				workbench.edit({
					payload: `${before}${between}${written}`,
					sources: [...new Set([...text.sources, ...sources])],
				});
			if (values !== undefined) parameters.putBack(values);
			editor.current?.focus();
		},
	});
	const next = () => go(beside(1));
	const previous = () => go(beside(-1));
	const closeThis = () => acts.close(name);
	useKeys({ 'Alt+KeyN': acts.begin, 'Alt+PageDown': next, 'Alt+PageUp': previous, 'Alt+KeyW': closeThis });
	useCommands([
		{ id: 'preview', label: 'Preview', keys: keyName('Enter'), run: () => acts.previewOf(text.payload) },
		{ id: 'worksheet-new', label: 'New worksheet', keys: altName('N'), run: acts.begin },
		{ id: 'worksheet-next', label: 'Next worksheet', keys: altName('PageDown'), run: next },
		{ id: 'worksheet-previous', label: 'Previous worksheet', keys: altName('PageUp'), run: previous },
		{ id: 'worksheet-close', label: 'Close worksheet', keys: altName('W'), run: closeThis },
		{ id: 'worksheet-all', label: 'All worksheets', run: () => go(null) },
		...(canMake ? [{ id: 'worksheet-make', label: 'Save as BuildSpec…', keys: keyName('S'), run: acts.make }] : []),
	]);
	const { runId } = workbench.preview;
	const history = useMemo(
		() => <WorksheetHistory scope={scope} worksheet={name} shownId={runId} onShow={acts.show} onUse={acts.use} />,
		[scope, name, runId, acts],
	);

	return (
		<>
			<Workbench
				title={name}
				tabs={<WorksheetTabs open={open} shown={name} onClose={acts.close} onNew={acts.begin} />}
				subtitle={null}
				actions={
					<>
						{canMake && (
							<SecondaryButton leftSection={<IconSchema size={16} aria-hidden />} onClick={acts.make}>
								Save as BuildSpec…
							</SecondaryButton>
						)}
						<WorksheetMenu
							name={name}
							scope={scope}
							isKept={workbench.dirty}
							onRename={(to) => {
								workbench.storeNow();
								renameWorksheet(scope, name, to);
								parameters.moveTo(to);
								void moveWorksheetRuns(scope, name, to).then(
									() => reread(to),
									() => {},
								);
								worksheets.rename(name, to);
								editAddress((address) => address.set('name', to));
							}}
							onExport={() => exportWorksheet(text, fileName)}
							onDelete={() => {
								workbench.discard();
								parameters.moveTo(null);
								void removeWorksheetRuns(scope, name).catch(() => {});
								go(worksheets.close(name));
							}}
						/>
					</>
				}
				notices={
					<>
						<DraftNotices workbench={workbench} fileName={fileName} />
						<ParameterFields
							payload={text.payload}
							parameters={parameters}
							isRefused={refused !== null}
							onRun={() => acts.previewOf(text.payload)}
						/>
						{refused !== null && refused === parameters.problemIn(text.payload) && (
							<Text component="p" tone="error" role="alert">
								{refused}
							</Text>
						)}
					</>
				}
				workbench={workbench}
				hasDestination={false}
				fileName={fileName}
				onPreview={acts.previewOf}
				onSave={acts.make}
				history={history}
				// A new object each time, so the editor goes there again.
				location={isInCode ? { ...start } : null}
			/>
			{making !== null && (
				<MakeDialog
					workbench={workbench}
					made={{ ...making, code: parameters.bind(making.code).text }}
					isBound={Object.keys(parameters.usedBy(making.code)).length > 0}
					onClose={() => setMaking(null)}
					onMade={(spec) => {
						acts.discardMade(spec.code.payload);
						void navigate(createdPage(spec, workbench.preview.runId));
					}}
				/>
			)}
		</>
	);
}

/** The run shown when a worksheet opens; null if the service has none. */
function useLatestRun(scope: Scope, name: string): string | null {
	const history = useQuery(worksheetHistoryQuery(scope, name));
	const id = history.data?.[0]?.id ?? null;
	const run = useQuery({ ...runQuery(id ?? ''), enabled: id !== null, retry: false });
	return run.isSuccess ? id : null;
}

/** Code, and which part of the worksheet it is. */
interface Made {
	readonly code: string;
	readonly what: string;
}

interface MakeDialogProps {
	readonly workbench: WorkbenchState;
	readonly made: Made;
	/** Whether parameters were replaced by values. */
	readonly isBound: boolean;
	readonly onClose: () => void;
	readonly onMade: (spec: BuildSpec) => void;
}

function MakeDialog({ workbench, made: { code, what }, isBound, onClose, onMade }: MakeDialogProps) {
	const form = useForm({ initialValues: { destination: '' } });
	const suggestions = useSuggestions();
	const creation = useCreation(form.setErrors, onMade);
	const create = form.onSubmit((values) =>
		creation.create({ ...workbench.text, payload: code, ...values }, workbench.me),
	);
	const { destination: problem, ...others } = form.errors;

	return (
		<FormDialog
			title="Save as BuildSpec"
			submitLabel="Create BuildSpec"
			size="lg"
			pending={creation.isPending}
			disabled={creation.isAway}
			onClose={onClose}
			onSubmit={create}
		>
			<Prose>This creates a BuildSpec from {what} and the worksheet’s sources. Which dataset should it build?</Prose>
			<CodeText text={code} language="sql" label="Code" />
			{isBound && (
				<Muted component="p">
					BuildSpecs can’t have parameters, so the current parameter values are written into the code.
				</Muted>
			)}
			<Box>
				<DestinationField
					destination={form.values.destination}
					me={workbench.me}
					known={suggestions.known}
					problem={problem}
					onChange={(text) => {
						form.clearErrors();
						form.setFieldValue('destination', text);
					}}
					onFocus={suggestions.load}
					focused
				/>
			</Box>
			{Object.entries(others).map(([field, problem]) => (
				<Text key={field} component="p" tone="error" role="alert">
					{problem}
				</Text>
			))}
			{creation.error !== null && Object.keys(form.errors).length === 0 && (
				<WriteProblem
					error={creation.error}
					title="Couldn’t create the BuildSpec"
					verb="Create"
					onAgain={() => create()}
					onLook={creation.look}
				/>
			)}
		</FormDialog>
	);
}
