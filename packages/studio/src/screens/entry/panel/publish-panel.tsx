/** What readers see of the entry, what publishing it changes in each language, and the next step. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Entry } from '../../../api/types.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { useNames } from '../../../frame/people.ts';
import { usePermission } from '../../../frame/use-place.ts';
import { Alert, Button, onDemand, Stack, Text, useDisclosure } from '../../../ui/index.ts';
import { PublishDialog } from '../publish/publish-dialog-on-demand.ts';
import { PublishSummary } from '../publish/publish-summary.tsx';
import { languagesPublished } from '../publish/summary.ts';
import { type LanguageToPublish, usePublishSummary } from '../publish/use-publish-summary.ts';
import { useTransition } from '../use-transition.ts';
import styles from './entry-panel.module.css';
import type { PanelProperties } from './panel-properties.ts';

const DeliveryResponse = onDemand(async () => (await import('../publish/delivery-response.tsx')).DeliveryResponse);

const WhoPublishes = onDemand(async () => (await import('../publish-hint.tsx')).WhoPublishes);

const UnseenNews = onDemand(async () => (await import('./unseen-news.tsx')).UnseenNews);

export function PublishPanel({ go, jump, found, onPublish }: PanelProperties): ReactNode {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  const hasNews = useDraft(draft, ({ news }) => news.length > 0);
  const summary = usePublishSummary(found.problems);
  if (entry === null)
    return (
      <Text size="sm">
        <Trans>Nobody sees this entry yet. Your first words save it as a draft.</Trans>
      </Text>
    );
  // The server compares versions: what was taken back by hand or by discarding stays "changed".
  const isSame = entry.status === 'changed' && summary !== null && languagesPublished(summary) === 0;
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500}>
          <WhatReadersSee entry={entry} isSame={isSame} />
        </Text>
        <LastChange entry={entry} />
      </div>
      {hasNews && <UnseenNews jump={jump} />}
      {summary !== null && entry.status !== 'archived' && <PublishSummary summary={summary} jump={jump} />}
      {entry.status === 'changed' && !isSame && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.quiet}
          onClick={() => go.show({ a: entry.published_version ?? undefined, b: undefined })}
        >
          <Trans>Compare with the published version</Trans>
        </Button>
      )}
      {isSame ? <AsSitesGetIt /> : <NextStep entry={entry} summary={summary ?? []} jump={jump} onPublish={onPublish} />}
    </Stack>
  );
}

interface WhatReadersSeeProperties {
  readonly entry: Entry;
  /** Whether it was changed and is again as readers have it. */
  readonly isSame: boolean;
}

function WhatReadersSee({ entry, isSame }: WhatReadersSeeProperties): ReactNode {
  const { i18n } = useLingui();
  const at = entry.published_at;
  const when = at === null ? '' : i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' });
  if (entry.status === 'archived')
    return <Trans>Archived: readers do not see it, and nobody can change it until it is unarchived.</Trans>;
  if (entry.status === 'published') return <Trans>Published on {when}. Readers see exactly what is here.</Trans>;
  if (isSame)
    return (
      <Trans>
        Published on {when}. Readers see exactly what is here; the status stays Changed because it was edited since.
      </Trans>
    );
  if (entry.status === 'changed')
    return <Trans>Changed since it was published on {when}. Readers do not see these changes yet.</Trans>;
  if (entry.first_published_at !== null)
    return <Trans>Readers do not see it any more. Publish it to bring it back.</Trans>;
  return <Trans>A draft: readers do not see it until it is published.</Trans>;
}

function LastChange({ entry }: { readonly entry: Entry }): ReactNode {
  const nameOf = useNames();
  const name = nameOf(entry.updated_by);
  return (
    <Text size="xs" c="dimmed">
      <Trans comment="By whom and when, such as: Last changed by Ada, 5 minutes ago">
        Last changed by <bdi>{name}</bdi>, <Moment at={entry.updated_at} />
      </Trans>
    </Text>
  );
}

interface NextStepProperties extends Pick<PanelProperties, 'jump' | 'onPublish'> {
  readonly entry: Entry;
  readonly summary: readonly LanguageToPublish[];
}

/** The one thing to do next. */
function NextStep({ entry, summary, jump, onPublish }: NextStepProperties): ReactNode {
  const mayPublish = usePermission('entry.publish');
  const mayEdit = usePermission('entry.update_own');
  const [first] = summary.flatMap(({ problems }) => problems);
  const languages = languagesPublished(summary);
  if (entry.status === 'published') return <AsSitesGetIt />;
  if (!mayPublish) return mayEdit && <WhoPublishes />;
  if (entry.status === 'archived') return <Unarchive />;
  if (first !== undefined)
    return (
      <Button size="xs" variant="default" onClick={() => jump(first.field, first.locale, first.path)}>
        <Trans>Go to the first problem</Trans>
      </Button>
    );
  return (
    <Button
      size="xs"
      variant="default"
      onPointerEnter={PublishDialog.preload}
      onFocus={PublishDialog.preload}
      onClick={onPublish}
    >
      {languages > 1 ? (
        <Plural value={languages} one="Review and publish # language" other="Review and publish # languages" />
      ) : (
        <Trans>Review and publish</Trans>
      )}
    </Button>
  );
}

function AsSitesGetIt(): ReactNode {
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" aria-expanded={opened} onClick={toggle}>
        <Trans>See what sites get</Trans>
      </Button>
      {opened && <DeliveryResponse />}
    </>
  );
}

function Unarchive(): ReactNode {
  const transition = useTransition();
  return (
    <>
      <Button size="xs" variant="default" loading={transition.isPending} onClick={() => transition.mutate('unarchive')}>
        <Trans>Unarchive</Trans>
      </Button>
      {transition.error !== null && (
        <Alert color="red" role="alert" p="xs">
          {transition.error.message}
        </Alert>
      )}
    </>
  );
}
