import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { create } from 'zustand';
import { prefetchWhenIdle } from '../../lib/browser/when-idle.ts';
import { isMissingChunk } from '../../lib/missing-chunk.ts';

/** A lazy-loaded part of a page. */
export interface Part<P> {
	readonly Body: ComponentType<P>;
	/** Preloads it. */
	warm(): void;
}

/** A part from a module and the name of its component. */
export function lazyPart<P extends object, N extends string>(
	load: () => Promise<Readonly<Record<N, ComponentType<P>>>>,
	name: N,
): Part<P> {
	let known: ComponentType<P> | null = null;
	let isWaitedFor = false;
	const get = async (): Promise<ComponentType<P>> => {
		known = (await load())[name];
		return known;
	};
	const Waiting = lazy(async () => {
		isWaitedFor = true;
		return { default: await get() };
	});
	prefetchWhenIdle(get);
	return {
		// React shows a fallback for at least 300 ms, so a loaded part renders without Suspense. The component's identity
		// doesn't change.
		get Body() {
			return known !== null && !isWaitedFor ? known : Waiting;
		},
		warm: () => void get().catch(() => {}),
	};
}

/** Number of parts that failed to load since the page loaded. Browsers cache the failure until a reload. */
export const useMissingParts = create<{ readonly count: number }>(() => ({ count: 0 }));

export const noteMissingPart = (): void => useMissingParts.setState(({ count }) => ({ count: count + 1 }));

interface LazyPartProps<P> {
	readonly part: Part<P>;
	readonly props: P;
	/** Called if the part can't be loaded, to close what would have opened. */
	readonly onMissing?: () => void;
}

/** If a part can't be loaded, renders nothing; the page stays, and the shell shows a notice. */
export const LazyPart = <P extends object>({ part: { Body }, props, onMissing = () => {} }: LazyPartProps<P>) => (
	<PartBoundary onMissing={onMissing}>
		<Suspense>
			<Body {...props} />
		</Suspense>
	</PartBoundary>
);

/** A part that the first screen doesn't need: it loads once the first screen has been drawn. */
export function LaterPart<P extends object>(props: LazyPartProps<P>) {
	const { isDrawn } = useFirstScreen();
	useEffect(waitUntilDrawn, []);
	return isDrawn && <LazyPart {...props} />;
}

const useFirstScreen = create(() => ({ isDrawn: false }));

let isWaiting = false;

function waitUntilDrawn(): void {
	if (isWaiting) return;
	isWaiting = true;
	const drawn = () => useFirstScreen.setState({ isDrawn: true });
	if (typeof requestIdleCallback === 'function') requestIdleCallback(drawn, { timeout: 1_000 });
	else setTimeout(drawn);
}

interface BoundaryProps {
	readonly onMissing?: () => void;
	readonly children: ReactNode;
}

/** Catches missing code, so the surrounding page stays. Use another `key` for another part. */
export class PartBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
	override state = { error: null };

	static getDerivedStateFromError(error: unknown) {
		return { error };
	}

	override componentDidCatch(error: unknown) {
		if (!isMissingChunk(error)) return;
		noteMissingPart();
		this.props.onMissing?.();
	}

	override render() {
		const { error } = this.state;
		if (error === null) return this.props.children;
		if (isMissingChunk(error)) return null;
		throw error;
	}
}
