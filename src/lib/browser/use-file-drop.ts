import { type DragEvent, useState } from 'react';

/** Properties of an element onto which files are dropped; `data-over` while some are dragged over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
	const [isOver, setOver] = useState(false);
	return {
		'data-over': isOver || undefined,
		onDragOver: (event: DragEvent) => {
			event.preventDefault();
			setOver(true);
		},
		onDragLeave: () => setOver(false),
		onDrop: (event: DragEvent) => {
			event.preventDefault();
			setOver(false);
			onFiles([...event.dataTransfer.files]);
		},
	};
}
