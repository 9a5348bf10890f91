/** What a component looks like, beside its name. All that appear together are read by one request. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Place } from '../../api/queries.ts';
import type { ContentType } from '../../api/types.ts';
import { ComponentIcon } from '../../ui/icons.ts';
import { cardQuery } from '../links/cards.ts';
import { thumbnailOf } from '../links/entry-pictures.ts';
import styles from './component-picture.module.css';

/** Pixels: enough for its place on a dense screen. One size, so that each is made once. */
const PICTURE = { w: 160, h: 120 };

type Component = Pick<ContentType, 'preview_picture'>;

/** Whether a list shows pictures: without any, it is a list of names, and no place is kept for them. */
export function havePictures(components: readonly Component[]): boolean {
  return components.some(({ preview_picture: id }) => id !== null);
}

interface ComponentPictureProperties {
  readonly place: Place;
  readonly locale: string;
  readonly component: Component;
}

/** It says nothing that does not stand beside it, and is as large where there is no picture, or no longer. */
export function ComponentPicture({ place, locale, component }: ComponentPictureProperties): ReactNode {
  const { preview_picture: id } = component;
  const link = { type: 'asset', id: id ?? '' } as const;
  const card = useQuery({ ...cardQuery(place, link, locale), enabled: id !== null }).data;
  const picture = card?.file ? thumbnailOf(card.file, PICTURE) : null;
  if (picture === null) {
    const isAwaited = id !== null && card === undefined;
    return <span className={styles.picture}>{!isAwaited && <ComponentIcon size={18} aria-hidden />}</span>;
  }
  return (
    <img
      className={styles.picture}
      style={{ backgroundColor: picture.color ?? undefined }}
      src={picture.src}
      alt=""
      decoding="async"
    />
  );
}
