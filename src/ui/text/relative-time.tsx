import { exactTime, relativeTime } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';

/** A relative time, with the exact time in the user's zone on hover, which takes 15 ms to compute at first. Invalid text is shown unchanged. */
export function RelativeTime({ iso }: { iso: string }) {
	const now = useNow();
	const at = Date.parse(iso);
	if (Number.isNaN(at)) return <span>{iso}</span>;
	return (
		<time dateTime={iso} onPointerEnter={({ currentTarget }) => (currentTarget.title = exactTime(at))}>
			{relativeTime(at, now)}
		</time>
	);
}
