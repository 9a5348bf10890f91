/** What readers see of the entry, and what publishing it would change, in each locale. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Entry } from '../../../api/types.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Button, Stack, Text } from '../../../ui/index.ts';
import styles from '../entry.module.css';
import { differencesOf } from '../history/differences.ts';
import { versionQuery } from '../history/versions.ts';
import { Missing } from '../locale-choice.tsx';
import type { PanelProperties } from './panel-properties.ts';

export function StatePanel({ go }: PanelProperties): ReactNode {
  const { draft } = useOpenEntry();
  const { locales } = useSurroundings();
  const entry = useDraft(draft, (now) => now.entry);
  return (
    <Stack gap="md">
      <Text size="sm">
        <Seen entry={entry} />
      </Text>
      <ul className={styles.rows}>
        {locales.map((locale) => (
          <li key={locale.code} className={styles.row}>
            <span>
              <bdi>{locale.name}</bdi>{' '}
              <Text component="span" size="xs" c="dimmed">
                {locale.code}
              </Text>
            </span>
            <span>
              {entry?.status === 'changed' && <ChangesIn entry={entry} locale={locale.code} />}{' '}
              <Missing locale={locale} />
            </span>
          </li>
        ))}
      </ul>
      {entry?.status === 'changed' && (
        <Button
          variant="default"
          size="xs"
          onClick={() => go.show({ a: entry.published_version ?? undefined, b: undefined })}
        >
          <Trans>Compare with what readers see</Trans>
        </Button>
      )}
    </Stack>
  );
}

function Seen({ entry }: { readonly entry: Entry | null }): ReactNode {
  const { i18n } = useLingui();
  const at = entry?.published_at;
  const when = at == null ? '' : i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' });
  if (entry === null) return <Trans>This entry is created by its first change.</Trans>;
  if (entry.status === 'archived') return <Trans>Archived. Readers do not see it, and it cannot be changed.</Trans>;
  if (entry.status === 'published') return <Trans>Readers see it as it stands here, since {when}.</Trans>;
  if (entry.status === 'changed') return <Trans>Readers see the state of {when}, without the changes since.</Trans>;
  return <Trans>Readers do not see it.</Trans>;
}

interface ChangesInProperties {
  readonly entry: Entry;
  readonly locale: string;
}

/** How many values of the locale differ from what readers see. */
function ChangesIn({ entry, locale }: ChangesInProperties): ReactNode {
  const { type } = useOpenEntry();
  const { place } = useSurroundings();
  const { data } = useQuery(versionQuery(place, entry.id, entry.published_version ?? entry.version));
  if (data === undefined) return null;
  const count = differencesOf(type.fields, [locale], data.fields, entry.fields).length;
  if (count === 0) return null;
  return (
    <Text component="span" size="xs" fw={600} me={8}>
      <Plural value={count} one="# change" other="# changes" />
    </Text>
  );
}
