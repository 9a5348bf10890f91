/** What a link leads to in a list that has no drawers and is there as a whole: its row, or words that it is gone. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert, Table } from '../../../ui/index.ts';
import styles from './opened-row.module.css';
import { useOpened } from './use-opened.ts';

interface OpenedRowProperties {
  readonly id: string;
  readonly children: ReactNode;
}

/** A row that is marked and in sight where the address names its thing. */
export function OpenedRow({ id, children }: OpenedRowProperties): ReactNode {
  const isOpened = useOpened().id === id;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isOpened) row.current?.scrollIntoView({ block: 'center' });
  }, [isOpened]);
  return (
    <Table.Tr ref={row} {...(isOpened ? { 'aria-current': true, className: styles.opened } : {})}>
      {children}
    </Table.Tr>
  );
}

interface OpenedGoneProperties {
  /** What the ids of such things begin with: a page may list things of two kinds. */
  readonly prefix: string;
  readonly items: readonly { readonly id: string }[];
  readonly words: string;
}

/** Says that what the address names is not in the list any more. */
export function OpenedGone({ prefix, items, words }: OpenedGoneProperties): ReactNode {
  const { t } = useLingui();
  const { id, close } = useOpened();
  if (id === undefined || !id.startsWith(prefix) || items.some((item) => item.id === id)) return null;
  return (
    <Alert role="status" withCloseButton closeButtonLabel={t`Close`} onClose={close}>
      {words}
    </Alert>
  );
}
