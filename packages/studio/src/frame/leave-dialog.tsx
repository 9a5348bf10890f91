/** Asks what becomes of what was written and is not saved when somebody logs out, and says what it is. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { assetQuery, contentTypesQuery, localesQuery } from '../api/queries.ts';
import { entryName } from '../drafts/entry-name.ts';
import { readEntry } from '../drafts/requests.ts';
import type { Remaining } from '../drafts/types.ts';
import { pathOf } from '../drafts/value-path.ts';
import { assetName } from '../fields/asset-name.ts';
import { Button, Group, Modal, Stack, Text } from '../ui/index.ts';
import { Moment } from './moments.tsx';
import { kindOfEdit } from './use-kept-edits.ts';
import { useKeptTitle } from './use-kept-title.ts';
import { useSession } from './use-session.ts';

const LISTED_MAX = 10;
const EXCERPT_CHARACTERS_MAX = 60;

interface LeaveDialogProperties {
  readonly remaining: readonly Remaining[];
  onStay(): void;
  onKeep(): void;
  onForget(): void;
}

export function LeaveDialog({ remaining, onStay, onKeep, onForget }: LeaveDialogProperties): ReactNode {
  const hasEnded = useSession().status === 'ended';
  return (
    <Modal opened onClose={onStay} title={<Trans>Some of your work is not saved yet</Trans>} size="lg" centered>
      <Stack gap="sm">
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {remaining.slice(0, LISTED_MAX).map((one) => (
            <li key={`${one.kind} ${entryName(one.address)}`}>
              <RemainingLine {...one} />
            </li>
          ))}
        </Stack>
        {remaining.length > LISTED_MAX && (
          <Text size="sm">
            <Plural value={remaining.length - LISTED_MAX} one="And # more." other="And # more." />
          </Text>
        )}
        <Text size="sm">
          {hasEnded ? <Trans>Log in again to save it.</Trans> : <Trans>Stay logged in to save it.</Trans>}{' '}
          <Trans>
            If you keep it on this device, Studio shows it only to you when you log in here again. Others who use this
            browser profile could still find it on the disk.
          </Trans>
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onStay} data-autofocus>
            {hasEnded ? <Trans>Back to log-in</Trans> : <Trans>Stay logged in</Trans>}
          </Button>
          <Button variant="default" onClick={onKeep}>
            <Trans>Keep and log out</Trans>
          </Button>
          <Button color="red" onClick={onForget}>
            <Trans>Delete and log out</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function RemainingLine(remaining: Remaining): ReactNode {
  if (remaining.kind === 'entry') return <EntryLine {...remaining} />;
  const Line = kindOfEdit(remaining.address) === 'file' ? FileLine : TypeLine;
  return <Line {...remaining} />;
}

function EntryLine({ address, contentType, entry, at, values }: Remaining): ReactNode {
  const { t } = useLingui();
  const { data: read = null } = useQuery({
    queryKey: ['remaining', address],
    // Where it cannot be read, what was written says which entry it is.
    queryFn: () => readEntry(address).catch(() => null),
    enabled: entry === null,
  });
  const kept = (field: string, locale: string) => values.get(pathOf(field, locale));
  const { title, typeName } = useKeptTitle({ address, contentType, entry: entry ?? read, kept });
  const texts = [...values.values()].filter((value) => typeof value === 'string');
  const excerpt = texts.find((text) => text.trim() !== '' && text !== title)?.slice(0, EXCERPT_CHARACTERS_MAX);
  return (
    <Line name={title ?? t`Untitled`} kind={typeName} at={at}>
      {excerpt !== undefined && (
        <Text size="sm" truncate>
          <bdi>{excerpt}</bdi>
        </Text>
      )}
    </Line>
  );
}

function FileLine({ address, at }: Remaining): ReactNode {
  const { t } = useLingui();
  const { data: locales = [] } = useQuery(localesQuery(address.space));
  const { data: file } = useQuery(assetQuery(address.key));
  const name = file && assetName(file, locales[0]?.code ?? '');
  return <Line name={name ?? address.key} kind={t`File`} at={at} />;
}

function TypeLine({ address, at }: Remaining): ReactNode {
  const { t } = useLingui();
  const { data: types = [] } = useQuery(contentTypesQuery(address));
  const name = types.find(({ id }) => id === address.key)?.name;
  return <Line name={name ?? address.key} kind={t`Content type`} at={at} />;
}

interface LineProperties extends Pick<Remaining, 'at'> {
  readonly name: string;
  readonly kind: string;
  /** What was written, if that says more. */
  readonly children?: ReactNode;
}

function Line({ name, kind, at, children }: LineProperties): ReactNode {
  return (
    <>
      <Text size="sm" fw={600} truncate>
        <bdi>{name}</bdi>
      </Text>
      {children}
      <Text size="xs" c="dimmed" truncate>
        {kind} · <Moment at={new Date(at).toISOString()} />
      </Text>
    </>
  );
}
