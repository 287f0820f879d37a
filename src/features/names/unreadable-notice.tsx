import { formatCount } from '../../lib/format.ts';
import { Box } from '../../ui/primitives/layout.tsx';
import { Notice } from '../../ui/states/states.tsx';

/** Says that a list lacks the items that the service sent in an unknown shape. @param of for example "runs" */
export const UnreadableNotice = ({ count, of }: { count: number; of: string }) =>
	count > 0 && (
		<Box pb={3}>
			<Notice tone="warning" title={`${formatCount(count)} of the ${of} cannot be read and are left out`} />
		</Box>
	);
