/** The mark of Lectern, an open book on its stand, and the name beside it. */
import type { ReactNode } from 'react';
import styles from './name-plate.module.css';

/** The mark alone. @param size of its sides, in pixels */
export function Mark({ size = 24 }: { readonly size?: number }): ReactNode {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="m5.500 8.500 9.500 2.700v8L5.500 16.300zM26.500 8.500 17 11.200v8l9.500-2.900zM14.900 20.800h2.200v3.700h4.400v2H10.500v-2h4.400z" />
    </svg>
  );
}

/** The mark with the name, for the log-in and other screens that belong to no space. */
export function NamePlate(): ReactNode {
  return (
    <span className={styles.plate}>
      <Mark size={28} />
      Lectern
    </span>
  );
}
