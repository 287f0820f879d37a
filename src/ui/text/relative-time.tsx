import { exactTime, relativeTime } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';

/** When something was, from now; the exact time in the person's zone on hover. What does not parse is shown as it came. */
export function RelativeTime({ iso }: { iso: string }) {
	const now = useNow();
	const at = Date.parse(iso);
	if (Number.isNaN(at)) return <span>{iso}</span>;
	return (
		<time dateTime={iso} title={exactTime(at)}>
			{relativeTime(at, now)}
		</time>
	);
}
