/** The square picture of a linked entry or file in a line. All that appear together are read by one request. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Place } from '../../api/queries.ts';
import { EntryIcon, FileIcon } from '../../ui/icons.ts';
import { type Card, cardQuery } from './cards.ts';
import styles from './links.module.css';

interface SmallPictureProperties {
  readonly place: Place;
  readonly locale: string;
  /** Undefined while it is read; null for what does not exist. */
  readonly card: Pick<Card, 'thumbnail' | 'picture' | 'status'> | null | undefined;
}

/** It says nothing that does not stand beside it. */
export function SmallPicture({ place, locale, card }: SmallPictureProperties): ReactNode {
  const id = card?.picture ?? null;
  const link = { type: 'asset', id: id ?? '' } as const;
  const picture = useQuery({ ...cardQuery(place, link, locale), enabled: id !== null }).data;
  const thumbnail = card?.thumbnail ?? picture?.thumbnail;
  if (thumbnail)
    return (
      <img
        className={styles.thumbnail}
        style={{ backgroundColor: thumbnail.color ?? undefined }}
        src={thumbnail.src}
        alt=""
        loading="lazy"
        decoding="async"
      />
    );
  const Icon = card?.status ? EntryIcon : FileIcon;
  return <span className={styles.thumbnail}>{card && <Icon size={18} aria-hidden />}</span>;
}
