/** A short form over a screen, or a question alone: one button that does it, one that does not. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, Form, Group, Modal, Stack, Text, TextInput } from '../ui/index.ts';
import { Problem } from './problem.tsx';
import { useCloseQuestion } from './use-close-question.ts';
import { useFormAttempt } from './use-form-attempt.ts';

interface FormDialogProperties {
  readonly title: string;
  /** What the button that does it says. */
  readonly action: string;
  /** Whether it takes something away for good. */
  readonly danger?: boolean;
  /** Does it, with what the form's fields hold by their names. The dialog closes afterwards, or shows why it failed; a toast does where it was closed before. */
  readonly onSubmit: (given: FormData) => Promise<void>;
  /** Whether something else takes its place once it is done, so that it does not close. */
  readonly isReplaced?: boolean;
  /** Whether what it asks for is still on its way, so that it cannot be done yet. */
  readonly isWaiting?: boolean;
  readonly onClose: () => void;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** What is refused stands at the input whose `name` or `data-path` is its path, or above all where none is. */
export function FormDialog(properties: FormDialogProperties): ReactNode {
  const {
    title,
    action,
    danger = false,
    size = 'md',
    onSubmit,
    isReplaced = false,
    isWaiting = false,
    onClose,
    children,
  } = properties;
  const mayClose = useCloseQuestion();
  const { problem, busy, run, placing, isShown } = useFormAttempt(title);
  const [isTyped, setIsTyped] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    void run(async () => {
      await onSubmit(given);
      // Whoever closed it meanwhile may have opened another one.
      if (isShown.current && !isReplaced) onClose();
    });
  };
  // A press beside the dialog, or Escape, is easily made by accident. What is on its way is not lost.
  const isLost = isTyped && !danger && !busy;
  const leave = () => {
    if (mayClose(isLost)) onClose();
  };
  return (
    <Modal opened onClose={leave} title={title} size={size} centered>
      <Form onSubmit={send} onChange={() => setIsTyped(true)} {...placing}>
        <Stack gap="sm">
          <Problem error={problem} />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={busy} disabled={isWaiting} {...(danger ? { color: 'red' } : {})}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

interface DangerDialogProperties extends Omit<FormDialogProperties, 'danger'> {
  /** The name of what goes, where much goes with it: it has to be typed. */
  readonly nameToType?: string;
}

/** Asks before something is taken away for good. Its children say what that means. */
export function DangerDialog({ nameToType, children, ...dialog }: DangerDialogProperties): ReactNode {
  const { t } = useLingui();
  return (
    <FormDialog danger {...dialog}>
      <Text size="sm" component="div">
        {children}
      </Text>
      {nameToType !== undefined && (
        <TextInput
          label={t`Type ${nameToType} to confirm`}
          name="typed-name"
          required
          pattern={patternOf(nameToType)}
          data-advice={t`This is not the name. Type ${nameToType}.`}
          autoComplete="off"
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

/** What fits a name, however many spaces are in it: as it is shown, nobody can count them. */
function patternOf(name: string): string {
  return String.raw`\s*${name.trim().split(/\s+/).map(RegExp.escape).join(String.raw`\s+`)}\s*`;
}

/** The text that a form holds under a name, without spaces around it. */
export function textIn(given: FormData, name: string): string {
  return String(given.get(name) ?? '').trim();
}
