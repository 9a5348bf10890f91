/** What stands beside the fields, one part at a time. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { HistoryIcon, InfoIcon, LinkIcon, PreviewIcon, ProblemIcon, StateIcon } from '../../../ui/icons.ts';
import { onDemand, Tabs, Title } from '../../../ui/index.ts';
import { PANELS, type PanelName } from '../entry-search.ts';
import type { PanelProperties } from './panel-properties.ts';
import { StatePanel } from './state-panel.tsx';

/** The parts that are not shown at first. */
const laterParts = {
  problems: onDemand(async () => (await import('./problems-panel.tsx')).ProblemsPanel),
  links: onDemand(async () => (await import('./links-panel.tsx')).LinksPanel),
  history: onDemand(async () => (await import('../history/history-list.tsx')).HistoryList),
  preview: onDemand(async () => (await import('./preview-panel.tsx')).PreviewPanel),
  info: onDemand(async () => (await import('./info-panel.tsx')).InfoPanel),
} as const;

const parts = { state: StatePanel, ...laterParts } satisfies Record<PanelName, unknown>;

const icons = {
  state: StateIcon,
  problems: ProblemIcon,
  links: LinkIcon,
  history: HistoryIcon,
  preview: PreviewIcon,
  info: InfoIcon,
} as const;

export function EntryPanel(properties: PanelProperties): ReactNode {
  const { t } = useLingui();
  const names: Readonly<Record<PanelName, string>> = {
    state: t`State`,
    problems: t`Problems`,
    links: t`Links`,
    history: t`History`,
    preview: t`Preview`,
    info: t`Information`,
  };
  const shown = properties.search.panel ?? 'state';
  const Part = parts[shown];
  return (
    <Tabs value={shown} keepMounted={false} onChange={(name) => properties.go.show({ panel: name as PanelName })}>
      <Tabs.List grow mb="sm" aria-label={t`Details`} onPointerEnter={preload} onFocus={preload}>
        {PANELS.map((name) => {
          const Icon = icons[name];
          return (
            <Tabs.Tab key={name} value={name} aria-label={names[name]} title={names[name]} px={8}>
              <Icon size={16} aria-hidden />
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      <Tabs.Panel value={shown}>
        <Title order={2} size="h3" mb="xs">
          {names[shown]}
        </Title>
        <Part {...properties} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Whoever turns to the tabs is about to open another one. */
function preload(): void {
  for (const part of Object.values(laterParts)) part.preload();
}
