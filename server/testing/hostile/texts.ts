/** A string from another user that tries to have an effect where it should only be displayed. */
export interface HostileText {
	/** What it attempts. */
	readonly tries: 'script' | 'markdown' | 'direction' | 'prototype' | 'formula' | 'path' | 'host' | 'template';
	readonly text: string;
}

/** Part of each hostile text, so that a test finds where it's shown. */
export const mark = 'Lockvogel';

/**
 * Strings for every location that shows, sends or writes names chosen by others.
 * @param trap URL of a server that must never be called, without a trailing slash
 */
export function hostileTexts(trap: string): readonly HostileText[] {
	const host = new URL(trap).host;
	const all: readonly (readonly [HostileText['tries'], readonly string[]])[] = [
		[
			'script',
			[
				`<script src="${trap}/script.js"></script><script>ran('script')</script>${mark}`,
				`${mark}<img src="${trap}/img.png" onerror="ran('img')"><svg onload="ran('svg')"><image href="${trap}/svg.png"/></svg>`,
				`"><iframe src="${trap}/frame" srcdoc="<script>parent.ran('frame')</script>"></iframe>${mark}`,
				`' onmouseover='ran("attribute")' style='background:url(${trap}/style.png)' x='${mark}`,
				`javascript:ran('address')//${mark}`,
				`data:text/html,<script>ran('data')</script>${mark}`,
				`</style><style>@import url(${trap}/import.css);*{background:url(${trap}/css.png)}</style>${mark}`,
				`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${trap}/mutated onerror=ran('mutated')&gt;">${mark}`,
			],
		],
		[
			'markdown',
			[
				`![${mark}](${trap}/markdown.png) [${mark}](javascript:ran('link')) <${trap}/autolink>`,
				`[![${mark}](${trap}/inner.png)](${trap}/outer) ![a][p]\n\n[p]: ${trap}/reference.png`,
			],
		],
		['direction', [`${mark}\u202Efdp.exe`, `\u2066${mark}\u2067 admin \u2069\u200F`, `${mark}\u001b[31m\u0007\u0008`]],
		['prototype', ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'then']],
		[
			'formula',
			[
				`=HYPERLINK("${trap}/formula","${mark}")`,
				`@SUM(1)*cmd|'/c calc'!${mark}`,
				`+${mark}`,
				`-${mark}`,
				`\t=1+1 ${mark}`,
			],
		],
		[
			'path',
			[
				`../../${mark}`,
				`..\\..\\${mark}`,
				`/etc/${mark}`,
				`%2e%2e%2f${mark}`,
				`${mark}\u0000.csv`,
				`${mark}?x=1#y`,
				`//${host}/${mark}`,
			],
		],
		['host', [`${trap}/${mark}`, `http://127.0.0.1@${host}/${mark}`, `http://127.0.0.1.evil.example/${mark}`]],
		['template', [`\${ran('template')} {{ran('template')}} $& $1 %s ${mark}`, `'; DROP TABLE users; -- ${mark}`]],
	];
	return all.flatMap(([tries, texts]) => texts.map((text) => ({ tries, text })));
}

/** Strings of one kind, for testing the code that guards against them. */
export const textsThatTry = (tries: HostileText['tries'], trap = 'http://trap.example'): readonly string[] =>
	hostileTexts(trap)
		.filter((text) => text.tries === tries)
		.map((text) => text.text);
