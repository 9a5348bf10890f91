/** The picture in a field for one, as wide as the field, with its name and size and whether it has an alternative text. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Asset } from '../../api/types.ts';
import { CloseIcon, ExternalIcon } from '../../ui/icons.ts';
import { ActionIcon, Text } from '../../ui/index.ts';
import type { Card } from './cards.ts';
import { thumbnailOf } from './entry-pictures.ts';
import { CardWords } from './link-card.tsx';
import styles from './links.module.css';

/** Pixels: as wide as a field on a dense screen. */
const WIDTH = 1280;
/** The most that it is as high as wide; what is higher is cut off around its focal point. */
const STEEPEST = 0.45;

interface PictureCardProperties {
  readonly card: Card;
  readonly file: Asset;
  /** Address of the file in the media library. */
  readonly address: string;
  /** Missing where the link cannot be removed. */
  readonly onRemove?: () => void;
}

export function PictureCard({ card, file, address, onRemove }: PictureCardProperties): ReactNode {
  const { t } = useLingui();
  const { title } = card;
  const ratio = Math.min(STEEPEST, (file.height ?? 1) / (file.width ?? 1));
  const picture = thumbnailOf(file, { w: WIDTH, h: Math.round(WIDTH * ratio) });
  const hasText = Object.values(file.alt).some((text) => text.trim() !== '');
  return (
    <div className={styles.large}>
      {picture !== null && (
        <img
          src={picture.src}
          alt={Object.values(file.alt)[0] ?? ''}
          style={{ backgroundColor: picture.color ?? undefined, aspectRatio: `${1 / ratio}` }}
          decoding="async"
        />
      )}
      <div className={styles.caption}>
        <div className={styles.words}>
          <CardWords card={card} />
        </div>
        {!hasText && (
          <Text size="xs" c="var(--changed)">
            <Trans>No alternative text</Trans>
          </Text>
        )}
        <ActionIcon
          component="a"
          href={address}
          target="_blank"
          rel="noopener"
          size="md"
          aria-label={t`Open ${title} in Media`}
        >
          <ExternalIcon size={16} aria-hidden />
        </ActionIcon>
        {onRemove !== undefined && (
          <ActionIcon size="md" onClick={onRemove} aria-label={t`Remove link to ${title}`}>
            <CloseIcon size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}
