/** The bar over an entry: its title and status, how safe it is, which locales are shown, and what can be done with it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import type { Locale } from '../../api/types.ts';
import { useDraft, useOpenEntry } from '../../fields/open-entry.tsx';
import type { PublishProblem } from '../../fields/publish-problems.ts';
import { StatusBadge } from '../../fields/status-badge.tsx';
import { useSurroundings } from '../../fields/surroundings.tsx';
import { lastList } from '../../frame/last-list.ts';
import { PageTitle } from '../../frame/page-title.tsx';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { BackIcon, InfoIcon } from '../../ui/icons.ts';
import { ActionIcon, Button, onDemand, Text, Title, useDisclosure } from '../../ui/index.ts';
import { LinkButton } from '../../ui/links.tsx';
import styles from './entry.module.css';
import { EntryActions } from './entry-actions.tsx';
import { LocaleChoice } from './locale-choice.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { PublishHint } from './publish-hint.tsx';
import { SaveState } from './save-state.tsx';
import { useBars } from './use-bars.ts';
import type { EntryNavigation } from './use-entry-navigation.ts';
import { useEntryTitle } from './use-entry-title.ts';

const PublishDialog = onDemand(async () => (await import('./publish/publish-dialog.tsx')).PublishDialog);

interface EntryHeadProperties {
  readonly shownLocales: readonly Locale[];
  readonly go: EntryNavigation;
  jump(field: string, locale: string): void;
  onProblems(problems: readonly PublishProblem[]): void;
}

export function EntryHead({ shownLocales, go, jump, onProblems }: EntryHeadProperties): ReactNode {
  const { t } = useLingui();
  const { draft, type } = useOpenEntry();
  const { locales } = useSurroundings();
  const place = usePlace();
  const entry = useDraft(draft, (now) => now.entry);
  const mayPublish = usePermission('entry.publish');
  const mayEdit = usePermission('entry.update_own');
  const head = useRef<HTMLDivElement>(null);
  useBars(head);
  const [publishing, { open, close }] = useDisclosure(false);
  const hasNews = useDraft(draft, (now) => now.entry?.status !== 'published' || now.state.status !== 'saved');
  return (
    <div className={styles.head} ref={head}>
      <LinkButton
        to="/spaces/$space/$environment/content"
        params={place}
        search={lastList(place)}
        variant="subtle"
        size="compact-sm"
        aria-label={t`Back to the list`}
      >
        <BackIcon size={16} aria-hidden />
      </LinkButton>
      <div className={styles.title}>
        <EntryTitle />
        <Text size="xs" c="dimmed" truncate="end">
          {type.name}
        </Text>
      </div>
      {entry !== null && <StatusBadge status={entry.status} />}
      <SaveState draft={draft} />
      {locales.length > 1 && (
        <LocaleChoice shown={shownLocales} onChange={(codes) => go.show({ locales: codes.join(',') })} />
      )}
      <ActionIcon
        className={styles.narrowOnly}
        variant="default"
        size={30}
        aria-label={t`Details`}
        onClick={() => go.show({ panel: 'state' })}
      >
        <InfoIcon size={16} />
      </ActionIcon>
      {!mayPublish && mayEdit && entry !== null && <PublishHint />}
      {mayPublish && (
        <Button
          size="xs"
          disabled={entry?.status === 'archived' || !hasNews}
          onPointerEnter={PublishDialog.preload}
          onFocus={PublishDialog.preload}
          onClick={open}
        >
          {entry?.published_at == null ? <Trans>Publish…</Trans> : <Trans>Publish changes…</Trans>}
        </Button>
      )}
      <EntryActions go={go} />
      {publishing && (
        <PartBoundary>
          <PublishDialog onClose={close} jump={jump} onProblems={onProblems} />
        </PartBoundary>
      )}
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
      <Title order={1} size="h3" lineClamp={1} dir="auto">
        {title}
      </Title>
    </>
  );
}
