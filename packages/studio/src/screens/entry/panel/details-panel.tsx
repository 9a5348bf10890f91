/** Who made the entry and when, how large it is, and the names by which programs know it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useNames } from '../../../frame/people.ts';
import { CheckIcon, CodeIcon, CopyIcon, LinkIcon } from '../../../ui/icons.ts';
import {
  ActionIcon,
  Button,
  Code,
  CopyButton,
  CopyTextButton,
  Group,
  onDemand,
  Stack,
  Text,
  useDisclosure,
} from '../../../ui/index.ts';
import { PartBoundary } from '../part-boundary.tsx';
import styles from './entry-panel.module.css';

const JsonView = onDemand(async () => (await import('../json-view.tsx')).JsonView);

const BYTES_PER_KB = 1000;

export function DetailsPanel(): ReactNode {
  const { i18n, t } = useLingui();
  const { draft, type } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  const nameOf = useNames();
  const [isJson, json] = useDisclosure(false);
  const bytes = useMemo(() => (entry === null ? 0 : new Blob([JSON.stringify(entry.fields)]).size), [entry]);
  if (entry === null)
    return (
      <Text size="sm" c="dimmed">
        <Trans>Its id and dates show here once something is written.</Trans>
      </Text>
    );
  const when = (at: string | null) =>
    at === null
      ? t({ message: 'never', comment: 'When an entry was published' })
      : i18n.date(at, { dateStyle: 'medium', timeStyle: 'short' });
  const by = (at: string, person: string) => `${when(at)}, ${nameOf(person)}`;
  const size = i18n.number(bytes / BYTES_PER_KB, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 1,
  });
  const facts = [
    [t({ message: 'Type', comment: 'The content type of an entry' }), type.name],
    [t({ message: 'Created', comment: 'When, and by whom' }), by(entry.created_at, entry.created_by)],
    [
      t({ message: 'Changed', comment: 'When an entry was last changed, and by whom' }),
      by(entry.updated_at, entry.updated_by),
    ],
    [t`First published`, when(entry.first_published_at)],
    [t`Last published`, when(entry.published_at)],
    [t({ message: 'Version', comment: 'The number of an entry’s version' }), i18n.number(entry.version)],
    [t({ message: 'Size', comment: 'Of an entry, in kilobytes' }), size],
  ] as const;
  return (
    <Stack gap="md">
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Copied name={t({ message: 'Id', comment: 'Of an entry, for programs' })} value={entry.id} />
        <Copied name={t({ message: 'Key', comment: 'The part of an id that a person can choose' })} value={entry.key} />
        {entry.slug !== null && <Copied name={t`Slug`} value={entry.slug} />}
      </dl>
      <Group gap="xs">
        <CopyTextButton
          value={location.href}
          leftSection={<LinkIcon size={14} aria-hidden />}
          copiedWords={<Trans>Link copied</Trans>}
        >
          <Trans>Copy link</Trans>
        </CopyTextButton>
        <Button
          size="xs"
          variant="default"
          leftSection={<CodeIcon size={14} aria-hidden />}
          onPointerEnter={JsonView.preload}
          onClick={json.open}
        >
          <Trans>Open as JSON</Trans>
        </Button>
      </Group>
      <PartBoundary>{isJson && <JsonView entry={entry} onClose={json.close} />}</PartBoundary>
    </Stack>
  );
}

interface FactProperties {
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ name, children }: FactProperties): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface CopiedProperties {
  readonly name: string;
  readonly value: string;
}

function Copied({ name, value }: CopiedProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Fact name={name}>
      <span className={styles.copied}>
        <Code>{value}</Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon size="sm" aria-label={copied ? t`Copied` : t`Copy ${name}`} onClick={copy}>
              {copied ? <CheckIcon size={14} aria-hidden /> : <CopyIcon size={14} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      </span>
    </Fact>
  );
}
