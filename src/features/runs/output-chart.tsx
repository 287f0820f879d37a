import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { ChartView } from '../../ui/chart/chart-view.tsx';
import { readChart, writeChart } from './chart-search.ts';
import type { OutputBodyProps } from './output-body-props.ts';

/** An output's rows as a picture. What is drawn is in the address. */
export function OutputChart({ item, source }: OutputBodyProps) {
	const [params, setParams] = useSearchParams();
	const spec = useMemo(() => readChart(params), [params]);
	return (
		<ChartView
			source={source}
			name={item.name}
			spec={spec}
			onSpec={(next) => setParams((before) => writeChart(before, next), { replace: true, preventScrollReset: true })}
		/>
	);
}
