import { NativeSelect } from '@mantine/core';
import { InPaneBar } from '../../../ui/layout/pane-bar.tsx';

interface OutputSelectProps {
	readonly value: string;
	readonly outputs: readonly (string | { readonly value: string; readonly label: string })[];
	readonly onChange: (name: string) => void;
}

/** Selects one of a run's outputs; hidden if there is only one. */
export const OutputSelect = ({ value, outputs, onChange }: OutputSelectProps) =>
	outputs.length > 1 && (
		<InPaneBar slot="choices">
			<NativeSelect
				size="xs"
				maw="14rem"
				style={{ flex: 'none' }}
				aria-label="Output"
				value={value}
				data={outputs}
				onChange={({ currentTarget }) => onChange(currentTarget.value)}
			/>
		</InPaneBar>
	);
