import type { OpenedFile, RowSource } from '../../rows/index.ts';
import type { OutputItem } from './output-item.ts';

/** What a view of an output's rows is given. It fills its parent, which has a height. */
export interface OutputBodyProps {
	readonly buildRunId: string;
	readonly item: OutputItem;
	readonly file: OpenedFile;
	/** The rows of the file. */
	readonly source: RowSource;
}
