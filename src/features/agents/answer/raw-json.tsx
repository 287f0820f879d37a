import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { Text } from '../../../ui/primitives/text.tsx';

/** Maximum text rendered, in UTF-16 units. */
const maxLength = 100_000;

export const RawJson = ({ values }: { values: readonly unknown[] }) => (
	<Text component="pre" size="small" mono pre breaks boxed scroll mt={1} p={2} style={{ maxHeight: '20rem' }}>
		{visibleText(values.map((value) => stringifyJson(value, 2)).join('\n')).slice(0, maxLength)}
	</Text>
);
