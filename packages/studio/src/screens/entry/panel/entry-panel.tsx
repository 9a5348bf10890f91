/** What stands beside the fields, one part at a time. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { onDemand, Tabs, VisuallyHidden } from '../../../ui/index.ts';
import { PANELS, type PanelName } from '../entry-search.ts';
import { useFoundProblems } from '../publish/use-found-problems.ts';
import { useInRelease } from '../release/in-release.ts';
import styles from './entry-panel.module.css';
import { lastPanel, rememberPanel } from './last-panel.ts';
import { linksIn } from './links-in.ts';
import type { PanelProperties } from './panel-properties.ts';
import { PublishPanel } from './publish-panel.tsx';

/** The parts that are not shown at first. */
const laterParts = {
  problems: onDemand(async () => (await import('./problems-panel.tsx')).ProblemsPanel),
  links: onDemand(async () => (await import('./links-panel.tsx')).LinksPanel),
  history: onDemand(async () => (await import('../history/history-list.tsx')).HistoryList),
  preview: onDemand(async () => (await import('../preview/preview-panel.tsx')).loadPreviewPanel()),
  details: onDemand(async () => (await import('./details-panel.tsx')).DetailsPanel),
} as const;

const parts = { publish: PublishPanel, ...laterParts } satisfies Record<PanelName, unknown>;

export function EntryPanel(properties: Omit<PanelProperties, 'found' | 'remember'>): ReactNode {
  const { t } = useLingui();
  const { search, go } = properties;
  const inRelease = useInRelease();
  const found = useFoundProblems();
  const counts = useCounts(found.problems.length);
  const names: Readonly<Record<PanelName, string>> = {
    publish:
      inRelease === null
        ? t({ message: 'Publish', comment: 'Tab beside an entry: what publishing it changes' })
        : t`Release`,
    problems: t({ message: 'Problems', comment: 'Tab beside an entry: what keeps it from being published' }),
    links: t({ message: 'Links', comment: 'Tab beside an entry: what it links to, and what links to it' }),
    history: t({ message: 'History', comment: 'Tab beside an entry: its versions' }),
    preview: t({ message: 'Preview', comment: 'Tab beside an entry: the page that shows its draft' }),
    details: t({ message: 'Details', comment: 'Tab beside an entry: its id, who made it, and when' }),
  };
  // It is that of the draft, and would be taken for that of the release.
  const isHere = (name: PanelName) => inRelease === null || name !== 'history';
  const wanted = search.panel ?? lastPanel();
  const shown = isHere(wanted) ? wanted : PANELS[0];
  const Part = shown === 'publish' && inRelease !== null ? inRelease.Panel : parts[shown];
  const choose = (name: string | null) => {
    const chosen = name as PanelName;
    rememberPanel(chosen);
    go.show({ panel: chosen });
  };
  return (
    <Tabs value={shown} variant="none" keepMounted={false} onChange={choose}>
      <Tabs.List
        className={styles.tabs}
        aria-label={t({ message: 'About this entry', comment: 'Name of the tabs beside an entry' })}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {PANELS.filter(isHere).map((name) => (
          <Tabs.Tab key={name} value={name} className={styles.tab}>
            {names[name]}
            {(counts[name] ?? 0) > 0 && (
              <span className={styles.count} data-panel={name}>
                {counts[name]}
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown} className={styles.part}>
        <VisuallyHidden component="h2">{names[shown]}</VisuallyHidden>
        <Part {...properties} found={found} remember={() => rememberPanel(shown)} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** How much there is in those parts that may have nothing. */
function useCounts(toPublish: number): Readonly<Partial<Record<PanelName, number>>> {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  const refused = useDraft(draft, (now) => now.problems.length);
  const links = useMemo(() => (entry === null ? 0 : linksIn(entry.fields).length), [entry]);
  return { problems: refused + toPublish, links };
}

/** Whoever turns to the tabs is about to open another one. */
function preload(): void {
  for (const part of Object.values(laterParts)) part.preload();
}
