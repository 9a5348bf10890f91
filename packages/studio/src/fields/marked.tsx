/** A part of two compared values: as it is where both have it, else marked as added or removed, by colour, line and name. */
import type { ReactNode } from 'react';
import styles from './compared.module.css';
import type { PartKind } from './compared-parts.ts';

interface MarkedProperties {
  readonly kind: PartKind;
  /** Whether it stands on lines of its own. */
  readonly isBlock?: boolean;
  readonly children: ReactNode;
}

export function Marked({ kind, isBlock = false, children }: MarkedProperties): ReactNode {
  if (kind === 'same') return isBlock ? <div className={styles.same}>{children}</div> : <span>{children}</span>;
  const Tag = kind === 'added' ? 'ins' : 'del';
  return (
    <Tag className={styles[kind]} data-block={isBlock || undefined}>
      {children}
    </Tag>
  );
}
