import { skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { blameLines } from '../../../lib/blame-lines.ts';
import { relativeTime } from '../../../lib/relative-time.ts';
import { readPreference, writePreference } from '../../../storage/preferences.ts';
import { useScope } from '../../session/queries.ts';
import { buildSpecKeys } from '../queries.ts';
import { versionTextQuery } from '../version-queries.ts';
import { useHistory } from '../versions/versions.ts';
import type { Saved } from '../work.ts';

const preference = 'workbench/blame';
/** The newest versions, whose texts are read. */
const most = 30;
const longestName = 12;

export type Blame = ReturnType<typeof useBlame>;

/** Who wrote each line of a code and when, for the editor's gutter; null where it isn't wanted, or not known yet. */
export function useBlame(saved: Saved, payload: string) {
	const [isOn, setOn] = useState(() => readPreference(preference, z.boolean()) ?? false);
	const [now] = useState(() => Date.now());
	const scope = useScope();
	const { id } = saved.value;
	const { keeps, listed, lines, readable } = useHistory(saved.value, isOn);
	const isRead = !keeps || !listed.isPending;
	const versions = readable.slice(0, most);
	const { data } = useQuery({
		queryKey: [...buildSpecKeys.all, 'texts', id, versions],
		queryFn:
			isOn && isRead && versions.length > 0
				? async ({ client }) => {
						const read = versions.map((version) => client.fetchQuery(versionTextQuery(scope, id, version)));
						const texts = (await Promise.all(read)).map((text) => text?.payload ?? '');
						return { texts, labels: ['not saved', ...versions.map((version) => labelOf(version, lines, now))] };
					}
				: skipToken,
		staleTime: Number.POSITIVE_INFINITY,
	});
	const text = useDeferredValue(payload);
	const gutter = useMemo(() => {
		if (!isOn || data === undefined) return null;
		const { labels, texts } = data;
		const width = Math.max(...labels.map((label) => label.length));
		const written = blameLines([text, ...texts]).map((index) => labels[index] ?? '');
		// A label stands at the first of the lines that it is about.
		return written.map((label, at) => (label === written[at - 1] ? '' : label).padEnd(width, '\u00a0'));
	}, [isOn, data, text]);
	const toggle = () => {
		setOn(!isOn);
		writePreference(preference, !isOn);
	};
	return { gutter, isOn, toggle };
}

/** "v3 demo, 2 days ago" */
function labelOf(version: number, lines: ReturnType<typeof useHistory>['lines'], now: number): string {
	const line = lines.find((line) => line.kind === 'version' && line.version === version);
	if (line?.kind !== 'version') return `v${version}`;
	const at = line.savedAt === null ? Number.NaN : Date.parse(line.savedAt);
	const author = line.author === null ? '' : ` ${line.author.slice(0, longestName)}`;
	return `v${version}${author}${Number.isNaN(at) ? '' : `, ${relativeTime(at, now)}`}`;
}
