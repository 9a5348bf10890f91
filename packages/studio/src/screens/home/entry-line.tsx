/** Entries on the home screen. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Entry } from '../../api/types.ts';
import { titleIn } from '../../fields/entry-title.ts';
import { pictureFieldOf, pictureIdOf } from '../../fields/links/entry-pictures.ts';
import { SmallPicture } from '../../fields/links/small-picture.tsx';
import { StatusBadge } from '../../fields/status-badge.tsx';
import { Moment } from '../../frame/moments.tsx';
import { useNames } from '../../frame/people.ts';
import { useContentTypes, useDefaultLocale, usePlace } from '../../frame/use-place.ts';
import { LinkAnchor, Text } from '../../ui/index.ts';
import styles from './home.module.css';

/** A few entries, each with its main picture where types have one, its title, which leads to it, its type, who changed it last and when, and its status. */
export function EntryLines({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  return (
    <ul className={styles.lines}>
      {entries.map((entry) => (
        <EntryLine key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function EntryLine({ entry }: { readonly entry: Entry }): ReactNode {
  const nameOf = useNames();
  const place = usePlace();
  const types = useContentTypes();
  const type = types.find(({ api_id: id }) => id === entry.content_type);
  const locale = useDefaultLocale().code;
  const title = titleIn(entry, type, { locale });
  const card = { thumbnail: null, picture: pictureIdOf(entry, type, locale), status: entry.status };
  const hasPictures = types.some((one) => pictureFieldOf(one) !== undefined);
  // It is not kept in a clone.
  const who = entry.updated_by === null ? '' : nameOf(entry.updated_by);
  return (
    <li className={styles.line}>
      {hasPictures && <SmallPicture place={place} locale={locale} card={card} />}
      <div className={styles.words}>
        <EntryLink entry={entry} />
        <Text size="xs" c="dimmed" truncate>
          {[type?.name ?? entry.content_type, title?.other, who].filter(Boolean).join(' · ')} ·{' '}
          <Moment at={entry.updated_at} />
        </Text>
      </div>
      <StatusBadge status={entry.status} />
    </li>
  );
}

/** The title of an entry, which leads to it. */
export function EntryLink({ entry }: { readonly entry: Entry }): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const type = useContentTypes().find(({ api_id: id }) => id === entry.content_type);
  return (
    <LinkAnchor
      to="/spaces/$space/$environment/content/$key"
      params={{ ...place, key: entry.key }}
      className={styles.title}
      c="inherit"
      dir="auto"
    >
      {titleIn(entry, type, { locale: useDefaultLocale().code })?.text ?? t`Untitled`}
    </LinkAnchor>
  );
}
