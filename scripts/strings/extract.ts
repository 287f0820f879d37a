import { ts } from '@ts-morph/common';

/** Purpose of a text. `button`: something to press; `docs`: a paragraph, heading or table cell of Markdown. */
export type Kind = 'button' | 'label' | 'text' | 'message' | 'error' | 'docs';

export interface Entry {
	readonly file: string;
	/** 1-based. */
	readonly line: number;
	/** Inserted values are written as {…}. */
	readonly text: string;
	readonly kind: Kind;
}

const labelAttributes = new Set([
	'label',
	'aria-label',
	'title',
	'placeholder',
	'description',
	'alt',
	'heading',
	'empty',
	'hint',
	'confirm',
	'action',
	'name',
	'text',
	'note',
	'message',
	'reason',
]);
const buttonElements = /(^|\.)(Button|IconButton|MenuItem|ActionIcon|SubmitButton|TextButton)$/;
const errorClasses = /(Error|Problem|Refusal|Impossible|Unread)$/;

/** All texts in a file of the product. @param file its path; `.md` is parsed as Markdown, anything else as TypeScript */
export const entriesOf = (file: string, source: string): Entry[] =>
	file.endsWith('.md') ? fromDocs(file, source) : fromCode(file, source);

/** Headings, paragraphs, list items and table cells, without markup; no code. */
function fromDocs(file: string, source: string): Entry[] {
	const found: Entry[] = [];
	let paragraph: { text: string; line: number } | null = null;
	const add = (text: string, line: number): void => {
		// A command, path or name alone is code.
		if (/^(`[^`]+`[,; ]*)+$/.test(text.trim())) return;
		const plain = text
			.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
			.replaceAll(/\*\*|`/g, '')
			.trim();
		if (/\p{L}{2}/u.test(plain)) found.push({ file, line, text: plain, kind: 'docs' });
	};
	const end = (): void => {
		if (paragraph !== null) add(paragraph.text, paragraph.line);
		paragraph = null;
	};
	let isCode = false;
	for (const [index, raw] of source.split('\n').entries()) {
		const text = raw.trim();
		if (text.startsWith('```')) isCode = !isCode;
		const begins = /^(#{1,6} |[-*] |\d+\. |> )/.test(text);
		if (isCode || text === '' || begins || text.startsWith('|') || text.startsWith('```')) end();
		if (isCode || text === '' || text.startsWith('```')) continue;
		if (text.startsWith('|')) for (const cell of text.split('|')) add(cell, index + 1);
		else if (paragraph === null) paragraph = { text: text.replace(/^(#{1,6} |[-*] |\d+\. |> )/, ''), line: index + 1 };
		else paragraph.text += ` ${text}`;
	}
	end();
	return found;
}

function fromCode(file: string, source: string): Entry[] {
	const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
	const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
	const found: Entry[] = [];
	const add = (node: ts.Node, text: string, of: Kind): void => {
		const plain = text.replaceAll(/\s+/g, ' ').trim();
		if (!/\p{L}{2}/u.test(plain.replaceAll('{…}', ''))) return;
		found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: plain, kind: of });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
		if (ts.isJsxElement(node) || ts.isJsxFragment(node)) visitElement(node);
		else if (ts.isJsxAttribute(node)) visitAttribute(node);
		else if (isText(node)) {
			const text = textOf(node);
			if (isRead(node, text)) add(node, text, kindOf(node));
			if (ts.isTemplateExpression(node)) for (const { expression } of node.templateSpans) visit(expression);
		} else ts.forEachChild(node, visit);
	};
	const visitElement = (node: ts.JsxElement | ts.JsxFragment): void => {
		const name = ts.isJsxElement(node) ? node.openingElement.tagName.getText() : '';
		if (ts.isJsxElement(node)) visit(node.openingElement.attributes);
		// Toggles and links are named after what they show.
		const isToggle =
			ts.isJsxElement(node) && /\baria-(pressed|checked)=|\bcomponent=\{Link\}/.test(node.openingElement.getText());
		const isButton = buttonElements.test(name) && !isToggle;
		let run = '';
		let from: ts.Node | null = null;
		const end = () => {
			if (from !== null) add(from, run, isButton ? 'button' : 'text');
			[run, from] = ['', null];
		};
		for (const child of node.children) {
			if (ts.isJsxText(child)) {
				if (child.text.trim() !== '') from ??= child;
				run += child.text;
			} else if (ts.isJsxExpression(child)) {
				const { expression } = child;
				if (expression === undefined) continue;
				if (isText(expression) && expression.getText().length > 5) {
					from ??= child;
					run += textOf(expression);
				} else {
					if (isButton && isOnly(node)) for (const text of choicesIn(expression)) add(expression, text, 'button');
					run += '{…}';
					if (!isButton) visit(expression);
				}
			} else {
				// "<b>3</b> rows" is one sentence, a box isn't.
				const inline = /^(b|strong|em|i|code|Code|kbd|Kbd|a|Link|TextLink|Mono|Muted|Name)$/;
				const element = ts.isJsxElement(child) ? child.openingElement.tagName.getText() : '';
				if (inline.test(element)) run += '{…}';
				else end();
				visit(child);
			}
		}
		end();
	};
	const visitAttribute = (node: ts.JsxAttribute): void => {
		const name = node.name.getText();
		const value = node.initializer;
		if (value === undefined) return;
		const expression = ts.isJsxExpression(value) ? value.expression : value;
		if (expression === undefined) return;
		if (!labelAttributes.has(name)) {
			if (!ts.isStringLiteral(value)) visit(expression);
			return;
		}
		const element = node.parent.parent as ts.JsxOpeningLikeElement;
		const isButton = /^(label|aria-label)$/.test(name) && buttonElements.test(element.tagName.getText());
		const texts = choicesIn(expression);
		for (const text of texts) if (/[\p{L}]/u.test(text)) add(node, text, isButton ? 'button' : 'label');
		if (texts.length === 0) visit(expression);
	};
	visit(tree);
	return found;
}

const isOnly = ({ children }: ts.JsxElement | ts.JsxFragment): boolean =>
	children.filter((child) => !ts.isJsxText(child) || child.text.trim() !== '').length === 1;

type Text = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;
const isText = (node: ts.Node): node is Text =>
	ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);

const textOf = (node: Text): string =>
	ts.isTemplateExpression(node)
		? node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('')
		: node.text;

/** The possible texts of an expression: both branches of a condition. */
function choicesIn(node: ts.Node): string[] {
	if (isText(node)) return [textOf(node)];
	if (ts.isParenthesizedExpression(node)) return choicesIn(node.expression);
	if (ts.isConditionalExpression(node)) return [...choicesIn(node.whenTrue), ...choicesIn(node.whenFalse)];
	return [];
}

/** Texts that only programs read, by what occurs in no sentence. */
const notForPeople: readonly RegExp[] = [
	// Parts of SQL statements, and names of types.
	/\b(IS (NOT )?(NULL|DISTINCT)|NULLS LAST|FILTER \(|OVER \(|QUALIFY|HAVING|LEFT JOIN|USING SAMPLE|IN \(SELECT|COMPRESSION|HEADER (true|false))(?!\w)/,
	/\b(coalesce|regexp_\w+|isfinite|is(nan|inf)|hash|abs|greatest|floor|pow|date_part|json|read_parquet|approx_\w+|TRY_CAST)\(/i,
	/^(count|sum|min|max|trim|typeof)\(|^select [a-z_]+\(|^[\w'.]+ AS \w+$|[=<>] CASE WHEN\b/,
	/^[A-Z0-9_ ,(){}…]+$/,
	// Regular expressions.
	/\(\?[:=!]|\\[wWdbs]\b|\\[wWdbs][*+]/,
	// Styles and selectors.
	/sans-serif|monospace|^\d+px |^(min|max|translate|scale)\(|^\[|^[a-z]+, [a-z]+, (\[|select)/,
	// Headers, keyboard shortcuts, JSON and shell.
	/^[\w-]+-src(-elem)? |max-age=|^(sandbox|attachment);|^Content-Type:|^(Control|Alt|Meta)\+|^\{"/,
	/^(if|set) (\[|-)|ulimit -[a-z] \{|^\{…\} -t /,
];

/** Whether a text is shown to people, as opposed to a key, address, class, query or pattern. */
function isRead(node: Text, text: string): boolean {
	const { parent } = node;
	if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
	if (ts.isElementAccessExpression(parent) || ts.isTaggedTemplateExpression(parent)) return false;
	if (ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText())) return false;
	if (ts.isCaseClause(parent) || ts.isEnumMember(parent)) return false;
	if (
		/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|FROM|WHERE|SET|COPY|ATTACH|PRAGMA|DESCRIBE|EXPLAIN|JOIN|LEFT|AND|OR|ORDER|GROUP|ON|BEGIN|LOAD|CALL|VACUUM|CHECKPOINT|LOCK|NOT EXISTS|EXISTS|CASE|AS|IN|PRIMARY|RETURNING|VALUES|UNION)\b/.test(
			text,
		)
	)
		return false;
	if (
		/[{}]\s|=>|^[\w-]+:\s?[^;]+;|^[\w-]+:\s?[\w#(-]+;?$|^\.|^\/|^https?:|^#|^--|^@|^var\(/.test(
			text.replaceAll('{…}', 'x'),
		)
	)
		return false;
	if (/\b(SELECT|FROM|WHERE|JOIN|COUNT|CAST)\b.*[(,="]/.test(text)) return false;
	if (notForPeople.some((pattern) => pattern.test(text))) return false;
	// Word lists are data: keywords of SQL, words of a language, or search terms.
	if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'split') return false;
	if (/\/palette\/|\/guides\.ts$/.test(node.getSourceFile().fileName) && /^[a-z0-9 ]+$/.test(text)) return false;
	const length = text.split(/\s+/).length;
	const isSentence =
		/[.:;!?…,]/.test(text) || (length < 40 && /\b(of|in|to) (the|an?) |\b(that|which) (is|are|has) /.test(text));
	if (length > 12 && !isSentence) return false;
	if (/(\w+[:,]){6}|(\b[\w-]+, ){8}|<[a-z!?]/.test(text.replaceAll(/\s/g, ''))) return false;
	const words = text
		.replaceAll('{…}', ' ')
		.trim()
		.split(/\s+/)
		.filter((word) => /\p{L}{2}/u.test(word));
	if (words.length >= 3) return true;
	const starts = /^["“]?\p{Lu}\p{Ll}/u.test(text.replace(/^\{…\}\s*/, ''));
	return starts && words.length > 0 && !/^[A-Z][a-z]+([A-Z]|\.|$)/.test(text.replaceAll(' ', '  '))
		? words.length > 1 || isShown(node)
		: false;
}

/** A single word is a text if it's the value of a member named after something displayed. */
const isShown = ({ parent }: Text): boolean =>
	ts.isPropertyAssignment(parent) && labelAttributes.has(parent.name.getText().replaceAll("'", ''));

function kindOf(node: ts.Node): Kind {
	for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
		if (ts.isNewExpression(at)) return errorClasses.test(at.expression.getText()) ? 'error' : 'message';
		if (ts.isPropertyAssignment(at) && /^(label|title|placeholder|heading)$/.test(at.name.getText())) return 'label';
		if (ts.isBlock(at) || ts.isSourceFile(at)) break;
	}
	return 'message';
}
