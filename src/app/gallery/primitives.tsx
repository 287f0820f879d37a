import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { LineProperty, Property, PropertyLine, PropertyList } from '../../ui/primitives/property-list.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { SimpleTable } from '../../ui/primitives/simple-table.tsx';
import { Muted, Prose, Text } from '../../ui/primitives/text.tsx';
import { TextButton } from '../../ui/primitives/text-button.tsx';

const tones = ['text', 'muted', 'info', 'success', 'warning', 'error'] as const;

export function Primitives() {
	return (
		<Stack gap={4}>
			<Stack gap={2}>
				<SectionHeader>Section</SectionHeader>
				<Prose>Sentences to be read are larger, and no wider than is pleasant.</Prose>
				<Inline gap={[0, 4]}>
					{tones.map((tone) => (
						<Text key={tone} tone={tone}>
							{tone}
						</Text>
					))}
					<Muted size="small">small</Muted>
					<Text mono>mono</Text>
					<Text weight="strong">strong</Text>
					<TextButton>a button in text</TextButton>
				</Inline>
			</Stack>
			<PropertyLine>
				<LineProperty name="Rows">20,000</LineProperty>
				<LineProperty name="Size">179.3 kB</LineProperty>
			</PropertyLine>
			<PropertyList collapses>
				<Property name="Coordinate">
					<code>demo/aviation/flights</code>
				</Property>
				<Property name="Written by">no build</Property>
			</PropertyList>
			<SimpleTable hover cards="flow" aria-label="Columns">
				<thead>
					<tr>
						<th scope="col">Column</th>
						<th scope="col">Type</th>
					</tr>
				</thead>
				<tbody>
					<tr>
						<th scope="row">flight_id</th>
						<td>BIGINT</td>
					</tr>
					<tr>
						<th scope="row">departure</th>
						<td>TIMESTAMP</td>
					</tr>
				</tbody>
			</SimpleTable>
			<Bullets>
				<li>One thing</li>
				<li>Another</li>
			</Bullets>
		</Stack>
	);
}
