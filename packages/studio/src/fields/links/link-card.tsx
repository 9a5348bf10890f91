/** A linked entry or asset: picture, title, type and status, and what can be done with the link. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent, ReactNode } from 'react';
import { CloseIcon } from '../../ui/icons.ts';
import { ActionIcon, isPlainClick, LateSkeleton, Text, UnstyledButton, VisuallyHidden } from '../../ui/index.ts';
import { StatusBadge } from '../status-badge.tsx';
import { useSurroundings } from '../surroundings.tsx';
import { type Card, useCard } from './cards.ts';
import type { LinkValue } from './link-value.ts';
import styles from './links.module.css';
import { SmallPicture } from './small-picture.tsx';

interface LinkCardProperties {
  readonly link: LinkValue;
  /** Missing where the link cannot be removed. */
  readonly onRemove?: () => void;
  /** Stands before the remove button. */
  readonly actions?: ReactNode;
}

export function LinkCard({ link, onRemove, actions }: LinkCardProperties): ReactNode {
  const { t } = useLingui();
  const { place, locales, expectEntry, addressOf, openEntry } = useSurroundings();
  const card = useCard(link);
  const title = card?.title ?? link.id;
  return (
    <div className={styles.card}>
      <SmallPicture place={place} locale={locales[0]?.code ?? ''} card={card} />
      {link.type === 'entry' && card ? (
        // Opened over the entry as ever, and on its own in another tab.
        <UnstyledButton
          component="a"
          href={addressOf(link)}
          draggable={false}
          className={styles.words}
          onPointerEnter={expectEntry}
          onFocus={expectEntry}
          onClick={(event: MouseEvent<HTMLAnchorElement>) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            openEntry(link);
          }}
        >
          <VisuallyHidden>
            <Trans>Open</Trans>
          </VisuallyHidden>
          <CardWords card={card} />
        </UnstyledButton>
      ) : (
        <div className={styles.words}>{card === null ? <Missing link={link} /> : <CardWords card={card} />}</div>
      )}
      {card?.status && <StatusBadge status={card.status} />}
      {actions}
      {onRemove !== undefined && (
        <ActionIcon size="md" onClick={onRemove} aria-label={t`Remove link to ${title}`}>
          <CloseIcon size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

/** The words of a card; grey bars while it is read. */
export function CardWords({ card }: { readonly card: Card | undefined }): ReactNode {
  if (card === undefined) return <LateSkeleton height={12} width="60%" my={4} />;
  return (
    <>
      <Text size="sm" fw={500} truncate="end" dir="auto">
        {card.title}
      </Text>
      <Text size="xs" c="dimmed" truncate="end">
        {card.detail}
      </Text>
    </>
  );
}

function Missing({ link }: { readonly link: LinkValue }): ReactNode {
  return (
    <>
      <Text size="sm" fw={500} c="var(--failed)">
        {link.type === 'entry' ? <Trans>This entry does not exist</Trans> : <Trans>This asset does not exist</Trans>}
      </Text>
      <Text size="xs" c="dimmed" truncate="end">
        {link.id}
      </Text>
    </>
  );
}
