import type { editor, IRange, languages, Position } from 'monaco-editor/editor';
import { callAt } from '../../lib/sql/cursor.ts';
import type { Monaco } from './editor-options.ts';
import { knowledgeOf, markersOf, rangeOf, sqlOf } from './model-knowledge.ts';
import { describeAt, describeFunction, plain } from './sql/describe.ts';
import { nearestColumns, replacing, type TextChange } from './sql/fixes.ts';
import { callText, loadFunctions } from './sql/functions.ts';
import { type Offer, offersAt } from './sql/offers.ts';
import type { EditorFix, EditorMarker } from './types.ts';

const actCommand = 'console.act';

/** Registers Monaco's SQL providers, once for all texts. */
export function installSql(monaco: Monaco): void {
	monaco.editor.registerCommand(actCommand, (_accessor: unknown, act: () => void) => act());
	monaco.languages.registerCompletionItemProvider('sql', {
		triggerCharacters: ['.'],
		provideCompletionItems: (model, position) => complete(monaco, model, position),
		resolveCompletionItem: resolveDetails,
	});
	monaco.languages.registerHoverProvider('sql', { provideHover: (model, position) => hover(monaco, model, position) });
	monaco.languages.registerSignatureHelpProvider('sql', {
		signatureHelpTriggerCharacters: ['(', ','],
		signatureHelpRetriggerCharacters: [')'],
		provideSignatureHelp: signatures,
	});
	monaco.languages.registerCodeActionProvider('sql', {
		provideCodeActions: (model, range) => fixes(monaco, model, range),
	});
}

const kinds = {
	column: 'Field',
	alias: 'Variable',
	dataset: 'Struct',
	namespace: 'Module',
	function: 'Function',
	keyword: 'Keyword',
	type: 'TypeParameter',
} as const satisfies Record<Offer['kind'], keyof typeof languages.CompletionItemKind>;

const functionsOf = (model: editor.ITextModel) => loadFunctions(knowledgeOf(model).dialect);

interface OfferItem extends languages.CompletionItem {
	readonly offer: Offer;
	readonly model: editor.ITextModel;
}

async function complete(
	monaco: Monaco,
	model: editor.ITextModel,
	position: Position,
): Promise<languages.CompletionList> {
	const sql = sqlOf(model);
	const offset = model.getOffsetAt(position);
	const { offers, cursor, isPart } = await offersAt(sql, offset, knowledgeOf(model), await functionsOf(model));
	const isQuoted = cursor.typed.startsWith('"');
	const replace = rangeOf(monaco, model, cursor);
	const insert = isQuoted ? replace : replace.setEndPosition(position.lineNumber, position.column);
	const range = { insert, replace };
	const isCalled = sql.text[cursor.end] === '(';
	const suggestions = offers.map((offer, index): OfferItem => {
		const isCall = offer.kind === 'function' && !isCalled;
		const takesNothing = offer.fn?.calls.every((call) => call.takes.length === 0 && call.more === undefined) ?? false;
		return {
			offer,
			model,
			// Shown in `detail`, so that screen readers read it.
			label: { label: offer.label, ...(offer.detail === '' ? {} : { detail: `  ${offer.detail}` }) },
			kind: monaco.languages.CompletionItemKind[kinds[offer.kind]],
			insertText: isCall ? `${offer.text}(${takesNothing ? '' : '$0'})` : offer.text,
			...(isCall ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet } : {}),
			...(isCall && !takesNothing ? { command: { id: 'editor.action.triggerParameterHints', title: '' } } : {}),
			...(offer.fn === undefined ? {} : { documentation: { value: describeFunction(offer.fn).join('\n\n') } }),
			filterText: filterText(offer, isQuoted),
			sortText: `${offer.rank}${String(index).padStart(5, '0')}`,
			range,
		};
	});
	return { suggestions, incomplete: isPart };
}

/**
 * Keywords without their spaces: after a keyword's first word, the user may be typing a name, such as an alias, which
 * no key may turn into the keyword.
 */
function filterText({ kind, label }: Offer, isQuoted: boolean): string {
	if (kind === 'keyword') return label.replaceAll(' ', '');
	return isQuoted ? `"${label}"` : label;
}

async function resolveDetails(item: languages.CompletionItem): Promise<languages.CompletionItem> {
	const { offer, model } = item as OfferItem;
	if (offer.column === undefined) return item;
	const { dataset, name } = offer.column;
	const knowledge = knowledgeOf(model);
	const known = (await knowledge.columnsOf(dataset))?.find((column) => column.name === name);
	const values = await knowledge.valuesOf(dataset, name);
	const paragraphs = [
		plain(`${known?.type ?? ''} of ${dataset.owner}/${dataset.namespace}/${dataset.datasetName}`),
		...(known?.description ? [plain(known.description)] : []),
		...(values === null || values === '' ? [] : [plain(values)]),
	];
	return { ...item, documentation: { value: paragraphs.join('\n\n') } };
}

async function hover(monaco: Monaco, model: editor.ITextModel, position: Position): Promise<languages.Hover | null> {
	const offset = model.getOffsetAt(position);
	const found = await describeAt(sqlOf(model), offset, knowledgeOf(model), await functionsOf(model));
	if (found === null || model.isDisposed()) return null;
	return {
		contents: found.paragraphs.map((value) => ({ value })),
		range: rangeOf(monaco, model, found),
	};
}

async function signatures(model: editor.ITextModel, position: Position): Promise<languages.SignatureHelpResult | null> {
	const call = callAt(sqlOf(model), model.getOffsetAt(position));
	if (call === null) return null;
	const fn = (await functionsOf(model)).find((fn) => fn.name === call.name);
	if (fn === undefined) return null;
	const fits = fn.calls.findIndex(({ takes, more }) => takes.length > call.argument || more !== undefined);
	const active = Math.max(0, fits);
	const last = (fn.calls[active]?.takes.length ?? 1) - (fn.calls[active]?.more === undefined ? 1 : 0);
	return {
		value: {
			signatures: fn.calls.map((call) => {
				const { text, parameters } = callText(fn.name, call);
				return {
					label: text,
					parameters: parameters.map(([from, to]) => ({ label: [from, to] })),
					...(fn.about === undefined ? {} : { documentation: { value: plain(fn.about) } }),
				};
			}),
			activeSignature: active,
			activeParameter: Math.min(call.argument, last),
		},
		dispose: () => {},
	};
}

async function fixes(monaco: Monaco, model: editor.ITextModel, range: IRange): Promise<languages.CodeActionList> {
	const actions: languages.CodeAction[] = [];
	for (const { marker, range: marked } of markersOf(model)) {
		if (!monaco.Range.areIntersectingOrTouching(monaco.Range.lift(marked), range)) continue;
		for (const fix of await fixesOf(model, marker, marked)) {
			const edit = fix.change && {
				resource: model.uri,
				versionId: model.getVersionId(),
				textEdit: { range: rangeOf(monaco, model, fix.change), text: fix.change.text },
			};
			actions.push({
				title: fix.title,
				kind: 'quickfix',
				isPreferred: actions.length === 0,
				...(edit === undefined ? {} : { edit: { edits: [edit] } }),
				...(fix.act === undefined ? {} : { command: { id: actCommand, title: fix.title, arguments: [fix.act] } }),
			});
		}
	}
	return { actions, dispose: () => {} };
}

interface Fix {
	readonly title: string;
	readonly change?: TextChange;
	readonly act?: () => void;
}

async function fixesOf(model: editor.ITextModel, marker: EditorMarker, range: IRange): Promise<Fix[]> {
	const sql = sqlOf(model);
	const start = model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn });
	const end = model.getOffsetAt({ lineNumber: range.endLineNumber, column: range.endColumn });
	const change = ({ title, replacement, act }: EditorFix): Fix => ({
		title,
		...(replacement === undefined ? {} : { change: replacing(sql, start, end, replacement) }),
		...(act === undefined ? {} : { act }),
	});
	const given = (marker.fixes ?? []).map(change);
	if (given.length > 0 || marker.severity !== 'error') return given;
	const near = await nearestColumns(sql, start, knowledgeOf(model));
	return near.map((change) => ({ title: `Change to ${change.text}`, change }));
}
