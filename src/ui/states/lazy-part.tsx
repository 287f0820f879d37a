import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { create } from 'zustand';
import { prefetchWhenIdle } from '../../lib/browser/when-idle.ts';
import { isMissingChunk } from '../../lib/missing-chunk.ts';

/** A part of a page whose code comes after the first screen. */
export interface Part<P> {
	readonly Body: ComponentType<P>;
	/** Loads it, so that it is there when it is opened. */
	warm(): void;
}

/** A part from a module and the name of the component in it. */
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
		// React keeps what stands in for a part for 300 ms: one that is there is drawn without it. It stays the same component.
		get Body() {
			return known !== null && !isWaitedFor ? known : Waiting;
		},
		warm: () => void get().catch(() => {}),
	};
}

/** How many parts could not be loaded since the page was; a browser keeps that they failed until the page is loaded anew. */
export const useMissingParts = create<{ readonly count: number }>(() => ({ count: 0 }));

export const noteMissingPart = (): void => useMissingParts.setState(({ count }) => ({ count: count + 1 }));

interface LazyPartProps<P> {
	readonly part: Part<P>;
	readonly props: P;
	/** Called when the part cannot be loaded: what would have been opened is closed again. */
	readonly onMissing?: () => void;
}

/** Where a part cannot be loaded nothing is drawn in its place; the page around it stays, and the shell says so. */
export const LazyPart = <P extends object>({ part: { Body }, props, onMissing = () => {} }: LazyPartProps<P>) => (
	<PartBoundary onMissing={onMissing}>
		<Suspense>
			<Body {...props} />
		</Suspense>
	</PartBoundary>
);

interface BoundaryProps {
	readonly onMissing?: () => void;
	readonly children: ReactNode;
}

/** Around a part whose code may be missing: the page around it stays. Give it another `key` with another part. */
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
