/** The bar over a list with a selection: how many are selected, the actions, and what went wrong. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CloseIcon } from '../../ui/icons.ts';
import { ActionIcon, Alert, Group, List, Text } from '../../ui/index.ts';
import { Problem } from '../problem.tsx';
import styles from './selection.module.css';
import type { Refusal } from './use-bulk.ts';

interface SelectionBarProperties {
  readonly name: string;
  readonly selected: ReadonlySet<string>;
  /** What the list shows; what else is selected has left it since. */
  readonly items: readonly { readonly id: string }[];
  /** For how many an action can be done at once. */
  readonly most: number;
  readonly clear: () => void;
  /** Why nothing was done; null where nothing went wrong. */
  readonly problem: Error | null;
  readonly refusals: readonly Refusal[];
  /** The buttons. */
  readonly children: ReactNode;
}

export function SelectionBar(properties: SelectionBarProperties): ReactNode {
  const { name, selected, items, most, clear, problem, refusals, children } = properties;
  const { t } = useLingui();
  const count = items.filter(({ id }) => selected.has(id)).length;
  const gone = selected.size - count;
  return (
    <div className={styles.bar}>
      <Problem error={problem} />
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      <Group gap="xs" role="toolbar" aria-label={name} justify="center">
        <Text size="sm" fw={600}>
          <Plural value={count} one="# selected" other="# selected" />
        </Text>
        {gone > 0 && (
          <Text size="sm" c="dimmed">
            <Plural value={gone} one="# is no longer in this list" other="# are no longer in this list" />
          </Text>
        )}
        {children}
        {count > most && (
          <Text size="sm">
            <Trans>At most {most} at once.</Trans>
          </Text>
        )}
        <ActionIcon aria-label={t`Clear selection`} title={t`Clear selection`} onClick={clear}>
          <CloseIcon size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
}

function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }): ReactNode {
  const { t } = useLingui();
  return (
    <Alert color="red" variant="light" role="alert" title={t`Not done`} className={styles.refusals}>
      <List size="sm">
        {refusals.map(({ title, message }) => (
          <List.Item key={title + message}>
            <bdi>
              <b>{title}</b>
            </bdi>
            : {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
