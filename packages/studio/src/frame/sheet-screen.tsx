/** A screen that belongs to no space, such as the log-in: the name, one sheet, nothing else. */
import type { ReactNode } from 'react';
import { NamePlate } from '../ui/index.ts';
import { PageTitle } from './page-title.tsx';
import styles from './sheet-screen.module.css';

interface SheetScreenProperties {
  readonly title: string;
  /** A sentence or two under the title. */
  readonly about?: ReactNode;
  readonly children: ReactNode;
  /** What stands below the sheet. */
  readonly after?: ReactNode;
}

export function SheetScreen({ title, about, children, after }: SheetScreenProperties): ReactNode {
  return (
    <main className={styles.page}>
      <PageTitle title={title} />
      <div className={styles.column}>
        <NamePlate />
        <div className={styles.sheet}>
          <div>
            <h1 className={styles.title}>{title}</h1>
            {about !== undefined && <p className={styles.about}>{about}</p>}
          </div>
          <div>{children}</div>
        </div>
        {after}
      </div>
    </main>
  );
}
