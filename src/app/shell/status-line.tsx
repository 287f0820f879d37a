import { Inline } from '../../ui/primitives/layout.tsx';
import { LaterPart, lazyPart } from '../../ui/states/lazy-part.tsx';
import { partLoader } from './load-part.ts';
import classes from './status-line.module.css';

const factsPart = lazyPart(partLoader('status'), 'StatusLineFacts');

/** Status line. Its space is reserved on the first screen; its content loads later. */
export const StatusLine = () => (
	<Inline component="footer" nowrap gap={1} tone="muted" size="small" className={classes.line}>
		<LaterPart part={factsPart} props={{}} />
	</Inline>
);
