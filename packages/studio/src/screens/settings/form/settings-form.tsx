/**
 * A form of settings that is saved on purpose: what differs from what is saved is counted, can be discarded, is not left by
 * accident, and is shown before it is saved where it hits others. What the server refuses stands at its input.
 */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { useFormAttempt } from '../../../frame/use-form-attempt.ts';
import { useLeaveGuard } from '../../../frame/use-leave-guard.ts';
import { Alert, Button, Form, Group, Stack, Text } from '../../../ui/index.ts';
import { OPENED } from '../list/opened.ts';
import { Differences, type ValueWords } from './differences.tsx';

type Values = Readonly<Record<string, unknown>>;

/** What the address says of the drawer that a form may stand in, and of its part. */
const DRAWER = [OPENED, 'part'];

/** What the inputs of the form show and change. */
export interface WorkingValues<Saved extends Values> {
  readonly values: Saved;
  readonly set: <Name extends keyof Saved & string>(name: Name, value: Saved[Name]) => void;
}

interface SettingsFormProperties<Saved extends Values> {
  /** The values as the server has them. */
  readonly saved: Saved;
  /** The name of each value, and how it is shown in the difference. */
  readonly words: { readonly [Name in keyof Saved]: ValueWords<Saved[Name]> };
  /** Saves what was changed. The form shows the values that `saved` has afterwards. */
  readonly onSave: (changes: Partial<Saved>) => Promise<void>;
  /** Who is hit by a change, where the difference has to be seen before it is saved; null where nobody is. */
  readonly hits?: (changes: Partial<Saved>) => ReactNode;
  /** Whether the person may only read. */
  readonly isReadOnly?: boolean;
  readonly children: (working: WorkingValues<Saved>) => ReactNode;
}

export function SettingsForm<Saved extends Values>(form: SettingsFormProperties<Saved>): ReactNode {
  const { saved, words, onSave, hits, isReadOnly = false, children } = form;
  const { t } = useLingui();
  const [edits, setEdits] = useState<Partial<Saved>>({});
  // What was saved when the person changed it: somebody else may save another value until they do.
  const [seen, setSeen] = useState<Partial<Saved>>({});
  const { problem, busy, run, placing } = useFormAttempt();
  const [asked, setAsked] = useState<ReactNode>(null);
  const changes = changesOf(saved, edits);
  const names = Object.keys(changes);
  useLeaveGuard(names.length > 0, undefined, DRAWER);

  const save = async () => {
    await onSave(changes);
    // What was changed while it was on its way is still to be saved.
    setEdits((now) => changesOf(changes, now));
    setSeen(changes);
  };
  const edit = <Name extends keyof Saved & string>(name: Name, value: Saved[Name]) => {
    if (!(name in edits)) setSeen((now) => ({ ...now, [name]: saved[name] }));
    setEdits((now) => ({ ...now, [name]: value }));
  };
  const send = () => {
    const who = hits?.(changes) ?? null;
    if (who === null) return void run(save);
    setAsked(who);
  };
  return (
    <>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        {...placing}
      >
        <Stack gap="md">
          <Problem error={problem} />
          <ChangedMeanwhile saved={saved} seen={seen} changes={changes} words={words} />
          {children({ values: { ...saved, ...edits }, set: edit })}
          {!isReadOnly && <SaveBar count={names.length} busy={busy} onDiscard={() => setEdits({})} />}
        </Stack>
      </Form>
      {asked !== null && (
        <FormDialog
          title={t`Save these changes?`}
          action={t`Save`}
          size="lg"
          onSubmit={() => run(save)}
          onClose={() => setAsked(null)}
        >
          <Text size="sm" component="div">
            {asked}
          </Text>
          <Differences saved={saved} changes={changes} words={words} />
        </FormDialog>
      )}
    </>
  );
}

interface ChangedMeanwhileProperties<Saved extends Values>
  extends Pick<SettingsFormProperties<Saved>, 'saved' | 'words'> {
  readonly seen: Partial<Saved>;
  readonly changes: Partial<Saved>;
}

/** What somebody else has saved where the person changed something too: theirs and what would replace it. */
function ChangedMeanwhile<Saved extends Values>(meanwhile: ChangedMeanwhileProperties<Saved>): ReactNode {
  const { saved, seen, changes, words } = meanwhile;
  const { t } = useLingui();
  const theirs = Object.entries(changes).filter(([name]) => name in seen && isOther(seen[name], saved[name]));
  if (theirs.length === 0) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      title={t`Someone else has changed the same values. Saving replaces what they saved.`}
    >
      <Differences saved={saved} changes={Object.fromEntries(theirs) as Partial<Saved>} words={words} />
    </Alert>
  );
}

interface SaveBarProperties {
  readonly count: number;
  readonly busy: boolean;
  readonly onDiscard: () => void;
}

function SaveBar({ count, busy, onDiscard }: SaveBarProperties): ReactNode {
  return (
    <Group gap="sm">
      <Button type="submit" disabled={count === 0} loading={busy}>
        <Trans>Save</Trans>
      </Button>
      <Button variant="default" disabled={count === 0} onClick={onDiscard}>
        <Trans>Discard</Trans>
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {count === 0 ? (
          <Trans>Saved</Trans>
        ) : (
          <Plural value={count} one="# change not saved" other="# changes not saved" />
        )}
      </Text>
    </Group>
  );
}

/** The edits that differ from what is saved. */
function changesOf<Saved extends Values>(saved: Partial<Saved>, edits: Partial<Saved>): Partial<Saved> {
  const changed = Object.entries(edits).filter(([name, value]) => isOther(value, saved[name]));
  return Object.fromEntries(changed) as Partial<Saved>;
}

function isOther(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
