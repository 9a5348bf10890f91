/** Who made the entry and when, and the names by which programs know it. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useNames } from '../../../frame/people.ts';
import { Button, Code, CopyButton, Stack, Text } from '../../../ui/index.ts';
import styles from '../entry.module.css';

export function InfoPanel(): ReactNode {
  const { i18n, t } = useLingui();
  const { draft, type } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  const nameOf = useNames();
  if (entry === null)
    return (
      <Text size="sm" c="dimmed">
        <Trans>Nothing yet.</Trans>
      </Text>
    );
  const when = (at: string | null) => (at === null ? '–' : i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' }));
  const facts = [
    [t`Content type`, type.name],
    [t`Version`, String(entry.version)],
    [t`Created`, `${when(entry.created_at)}, ${nameOf(entry.created_by)}`],
    [t`Changed`, `${when(entry.updated_at)}, ${nameOf(entry.updated_by)}`],
    [t`First published`, when(entry.first_published_at)],
    [t`Last published`, when(entry.published_at)],
  ] as const;
  return (
    <Stack gap="sm">
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Copied name={t`Id`} value={entry.id} />
      <Copied name={t`Key`} value={entry.key} />
    </Stack>
  );
}

interface CopiedProperties {
  readonly name: string;
  readonly value: string;
}

function Copied({ name, value }: CopiedProperties): ReactNode {
  const { t } = useLingui();
  return (
    <div className={styles.row}>
      <span>
        {name} <Code>{value}</Code>
      </span>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="subtle" size="compact-xs" aria-label={t`Copy ${name}`} onClick={copy}>
            {copied ? t`Copied` : t`Copy`}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
