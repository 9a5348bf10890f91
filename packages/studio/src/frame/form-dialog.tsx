/** A short form over a screen, or a question alone: one button that does it, one that does not. */
import { Trans } from '@lingui/react/macro';
import type { FormEvent, ReactNode } from 'react';
import { Button, Form, Group, Modal, Stack, Text } from '../ui/index.ts';
import { Problem } from './problem.tsx';
import { useAttempt } from './use-attempt.ts';

interface FormDialogProperties {
  readonly title: string;
  /** What the button that does it says. */
  readonly action: string;
  /** Whether it takes something away for good. */
  readonly danger?: boolean;
  /** Does it, with what the form's fields hold by their names. The dialog closes afterwards, or shows why it failed. */
  readonly onSubmit: (given: FormData) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog(properties: FormDialogProperties): ReactNode {
  const { title, action, danger = false, onSubmit, onClose, children } = properties;
  const { problem, busy, run } = useAttempt();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    void run(async () => {
      await onSubmit(given);
      onClose();
    });
  };
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Form onSubmit={send}>
        <Stack gap="sm">
          <Problem words={problem} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={busy} {...(danger ? { color: 'red.9' } : {})}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

/** Asks before something is taken away for good. Its children say what that means. */
export function DangerDialog({ children, ...dialog }: Omit<FormDialogProperties, 'danger'>): ReactNode {
  return (
    <FormDialog danger {...dialog}>
      <Text size="sm">{children}</Text>
    </FormDialog>
  );
}

/** The text that a form holds under a name, without spaces around it. */
export function textIn(given: FormData, name: string): string {
  return String(given.get(name) ?? '').trim();
}
