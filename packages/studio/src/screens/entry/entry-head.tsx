/** The bar over an entry: its title and status, how safe it is, which locales are shown, and what can be done with it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { releasesOfEntryQuery } from '../../api/releases-of-entry.ts';
import type { Locale } from '../../api/types.ts';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import { StatusBadge } from '../../fields/status-badge.tsx';
import { useSurroundings } from '../../fields/surroundings.tsx';
import { lastList } from '../../frame/last-list.ts';
import { PageTitle } from '../../frame/page-title.tsx';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { loadWords } from '../../languages/languages.ts';
import { BackIcon } from '../../ui/icons.ts';
import { Button, onDemand, Title } from '../../ui/index.ts';
import { LinkButton } from '../../ui/links.tsx';
import styles from './entry.module.css';
import { EntryActions } from './entry-actions.tsx';
import { LocaleChoice } from './locale-choice.tsx';
import { lastPanel } from './panel/last-panel.ts';
import { PartBoundary } from './part-boundary.tsx';
import { PublishDialog } from './publish/publish-dialog-on-demand.ts';
import { PublishMenu } from './publish/publish-menu.tsx';
import { StateWords } from './publish/state-words.tsx';
import { NO_PROBLEMS, usePublishSummary } from './publish/use-publish-summary.ts';
import { useInRelease } from './release/in-release.ts';
import { SaveState } from './save-state.tsx';
import { useBars } from './use-bars.ts';
import type { EntryNavigation } from './use-entry-navigation.ts';
import { useEntryTitle } from './use-entry-title.ts';

const ReleasesOfEntry = onDemand(async () => {
  const [{ ReleasesOfEntry }] = await Promise.all([import('./release/releases-of-entry.tsx'), loadWords('releases')]);
  return ReleasesOfEntry;
});

/** Few may write and not publish. */
const PublishHint = onDemand(async () => (await import('./publish-hint.tsx')).PublishHint);

interface EntryHeadProperties {
  readonly shownLocales: readonly Locale[];
  readonly go: EntryNavigation;
  onPublish(): void;
}

export function EntryHead({ shownLocales, go, onPublish }: EntryHeadProperties): ReactNode {
  const { t } = useLingui();
  const { draft } = useOpenEntry();
  const { locales } = useSurroundings();
  const place = usePlace();
  const isStored = useDraft(draft, (now) => now.entry !== null);
  const mayPublish = usePermission('entry.publish');
  const mayEdit = usePermission('entry.update_own');
  const inRelease = useInRelease();
  const head = useRef<HTMLDivElement>(null);
  useBars(head);
  return (
    <div className={styles.head} ref={head}>
      <LinkButton
        to="/spaces/$space/$environment/content"
        params={place}
        search={lastList(place)}
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={t`Back to the list`}
      >
        <BackIcon size={16} aria-hidden />
      </LinkButton>
      <div className={styles.title}>
        <EntryTitle />
        <Standing shownLocales={shownLocales} />
      </div>
      <div className={styles.actions}>
        {locales.length > 1 && (
          <LocaleChoice shown={shownLocales} onChange={(codes) => go.show({ locales: codes.join(',') })} />
        )}
        <Button
          className={styles.narrowOnly}
          variant="default"
          size="xs"
          onClick={() => go.show({ panel: lastPanel() })}
        >
          <Trans comment="Button that opens the sheet with Publish, Problems, Links and so on of an entry">Info</Trans>
        </Button>
        {inRelease !== null && <inRelease.Actions go={go} />}
        {inRelease === null && !mayPublish && mayEdit && isStored && <PublishHint />}
        {inRelease === null && mayPublish && <PublishButton onPublish={onPublish} />}
        <div className={styles.menu}>
          <EntryActions go={go} />
        </div>
      </div>
    </div>
  );
}

/**
 * What the entry is, what readers have of it, and how safe it is. It is the end of its line: whatever its words become, nothing
 * else moves.
 */
function Standing({ shownLocales }: Pick<EntryHeadProperties, 'shownLocales'>): ReactNode {
  const { draft, type } = useOpenEntry();
  const { locales } = useSurroundings();
  const status = useDraft(draft, (now) => now.entry?.status ?? null);
  const id = useDraft(draft, (now) => now.entry?.id ?? null);
  return (
    <div className={styles.standing}>
      {status !== null && <StatusBadge status={status} />}
      <span className={styles.typeName}>{type.name}</span>
      {locales.length > 1 && status === 'changed' && <Languages shownLocales={shownLocales} />}
      {id !== null && <Releases entry={id} />}
      <SaveState draft={draft} />
    </div>
  );
}

/** Most entries are in none. */
function Releases({ entry }: { readonly entry: string }): ReactNode {
  const { data } = useQuery(releasesOfEntryQuery(usePlace(), entry));
  if (data === undefined || data.releases.length + data.scheduled.length === 0) return null;
  return (
    <PartBoundary>
      <ReleasesOfEntry {...data} />
    </PartBoundary>
  );
}

/** What readers have of each language that is shown. */
function Languages({ shownLocales }: Pick<EntryHeadProperties, 'shownLocales'>): ReactNode {
  const summary = usePublishSummary(NO_PROBLEMS) ?? [];
  const codes = shownLocales.map(({ code }) => code);
  return summary
    .filter(({ locale }) => codes.includes(locale.code))
    .map(({ locale, ...language }) => (
      <span key={locale.code} className={styles.languageState}>
        {locale.code} <StateWords {...language} />
      </span>
    ));
}

/** Publishes what is written, and has a menu of the other ways beside it. */
function PublishButton({ onPublish }: Pick<EntryHeadProperties, 'onPublish'>): ReactNode {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  const hasNews = useDraft(draft, (now) => now.entry?.status !== 'published' || now.state.status !== 'saved');
  const hasMenu = entry !== null && entry.status !== 'archived';
  return (
    <div className={styles.split}>
      <Button
        size="xs"
        disabled={entry?.status === 'archived' || !hasNews}
        onPointerEnter={PublishDialog.preload}
        onFocus={PublishDialog.preload}
        onClick={onPublish}
      >
        <span className={entry?.published_at == null ? undefined : styles.narrowOnly}>
          <Trans>Publish…</Trans>
        </span>
        {entry?.published_at != null && (
          <span className={styles.wideOnly}>
            <Trans>Publish changes…</Trans>
          </span>
        )}
      </Button>
      {hasMenu && <PublishMenu entry={entry} hasNews={hasNews} onPublish={onPublish} />}
    </div>
  );
}

/** The title as it is being written. It stands alone, so that its keys wake nothing else. */
function EntryTitle(): ReactNode {
  const { draft, type } = useOpenEntry();
  const { title } = useEntryTitle(draft, type);
  return (
    <>
      <PageTitle title={title} />
      <Title order={1} className={styles.name} lineClamp={2} dir="auto" title={title}>
        {title}
      </Title>
    </>
  );
}
