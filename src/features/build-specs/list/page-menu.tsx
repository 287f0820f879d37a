import { IconDots, IconFileExport, IconFileImport, IconGitBranch, IconHistory, IconSitemap } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type BuildSpec, createBuildSpec, undeleteBuildSpec } from '#contract/build-spec.ts';
import { checkPipeline } from '#contract/pipeline.ts';
import { paths } from '../../../routing/paths.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { useOffers, useScope } from '../../session/queries.ts';
import { isFiltered, readListSearch } from './list-search.ts';

const deletedSpecs = lazyPart(() => import('./deleted-specs.tsx'), 'DeletedSpecs');

interface PageMenuProps {
	readonly items: readonly BuildSpec[];
	readonly shown: RefObject<readonly BuildSpec[]>;
}

/** Further actions on BuildSpecs, loaded after the first screen. */
export function PageMenu({ items, shown }: PageMenuProps) {
	const [params] = useSearchParams();
	const save = (specs: readonly BuildSpec[]) =>
		void import('../import/spec-export.ts').then(({ exportSpecs }) => exportSpecs(specs, new Date()));
	const someFilter = isFiltered(readListSearch(params));
	const scope = useScope();
	const canUndelete = useOffers(undeleteBuildSpec);
	const canCreate = useOffers(createBuildSpec);
	const hasPipelines = useOffers(checkPipeline);
	const [showsDeleted, setShowsDeleted] = useState(false);
	const [exportProblem, setExportProblem] = useState<string | null>(null);
	const exportVersions = async () => {
		const { exportWholeVersionHistory } = await import('../versions/version-history-export.ts');
		setExportProblem(await exportWholeVersionHistory(scope));
	};
	return (
		<>
			<Muted role="status">{exportProblem}</Muted>
			{showsDeleted && <LazyPart part={deletedSpecs} props={{ onClose: () => setShowsDeleted(false) }} />}
			<MenuButton
				label="BuildSpec actions"
				size="lg"
				icon={<IconDots size={16} aria-hidden />}
				entries={[
					...(canCreate && hasPipelines
						? [{ label: 'New pipeline…', icon: IconGitBranch, to: paths.newPipeline() }]
						: []),
					{ label: 'Lineage', icon: IconSitemap, to: paths.lineage() },
					{ label: 'Import…', icon: IconFileImport, to: paths.importBuildSpecs() },
					...(items.length === 0
						? []
						: [{ label: 'Export all as zip', icon: IconFileExport, onClick: () => save(items) }]),
					...(someFilter
						? [{ label: 'Export filtered as zip', icon: IconFileExport, onClick: () => save(shown.current) }]
						: []),
					...(canUndelete
						? [{ label: 'Recently deleted…', icon: IconHistory, onClick: () => setShowsDeleted(true) }]
						: []),
					{ label: 'Export version history (this browser)', icon: IconHistory, onClick: () => void exportVersions() },
				]}
			/>
		</>
	);
}
