/** Asks what becomes of what was written and is not saved when somebody logs out, and says what it is. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Remaining } from '../drafts/types.ts';
import { Button, Group, List, Modal, Stack, Text } from '../ui/index.ts';

const LISTED_MAX = 10;
const EXCERPT_CHARACTERS_MAX = 60;

interface LeaveDialogProperties {
  readonly remaining: readonly Remaining[];
  onStay(): void;
  onKeep(): void;
  onForget(): void;
}

export function LeaveDialog({ remaining, onStay, onKeep, onForget }: LeaveDialogProperties): ReactNode {
  return (
    <Modal opened onClose={onStay} title={<Trans>Some of what you wrote is not saved</Trans>} centered>
      <Stack gap="sm">
        <List size="sm">
          {remaining.slice(0, LISTED_MAX).map((one) => (
            <List.Item key={Object.values(one.address).join('/')}>
              <RemainingLine {...one} />
            </List.Item>
          ))}
        </List>
        {remaining.length > LISTED_MAX && (
          <Text size="sm">
            <Plural value={remaining.length - LISTED_MAX} one="And # more." other="And # more." />
          </Text>
        )}
        <Text size="sm">
          <Trans>
            Stay logged in to save it. If this device keeps it, Studio shows it to you alone when you log in here again,
            but others who use this browser profile could find it on the disk.
          </Trans>
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onStay} data-autofocus>
            <Trans>Stay logged in</Trans>
          </Button>
          <Button variant="default" onClick={onKeep}>
            <Trans>Keep it and log out</Trans>
          </Button>
          <Button color="red.9" onClick={onForget}>
            <Trans>Delete it and log out</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function RemainingLine({ kind, contentType, at, values }: Remaining): ReactNode {
  const { t, i18n } = useLingui();
  const text = [...values.values()].find((value) => typeof value === 'string');
  const when = i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  const what = kind === 'edit' ? t`Changes of a file or content type` : contentType;
  return (
    <>
      {what}
      {typeof text === 'string' && (
        <>
          {': '}
          <bdi>{text.slice(0, EXCERPT_CHARACTERS_MAX)}</bdi>
        </>
      )}{' '}
      <Text component="span" size="xs" c="dimmed">
        {when}
      </Text>
    </>
  );
}
