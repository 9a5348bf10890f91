/** The dialog in which a block is turned into something else: why it cannot be, or what happens and the button that does it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { meQuery } from '../../api/queries.ts';
import { Alert, Button, Form, Group, LinkAnchor, Modal, Stack, Text } from '../../ui/index.ts';
import { useOpenEntry } from '../open-entry.tsx';
import { useSurroundings } from '../surroundings.tsx';
import type { Block } from './blocks-in.ts';
import { type TurnDialogProperties, useObstacle } from './use-turned.ts';

interface ShellProperties {
  readonly block: TurnDialogProperties;
  readonly title: string;
  /** What the button that does it says. */
  readonly action: string;
  /** Does it, and says why not where it throws; null where it cannot be done. */
  readonly onSubmit: (() => Promise<void>) | null;
  readonly children: ReactNode;
}

export function TurnDialog({ block, title, action, onSubmit, children }: ShellProperties): ReactNode {
  const obstacle = useObstacle(block);
  const [problem, setProblem] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const isPossible = onSubmit !== null && obstacle === null;

  async function submit(): Promise<void> {
    if (busy || onSubmit === null) return;
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit();
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
    setBusy(false);
  }

  // What is on its way ends first, so that everybody sees what came of it.
  const leave = () => !busy && block.onClose();
  return (
    <Modal opened onClose={leave} title={title} centered>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          {problem !== null && (
            <Alert color="red" variant="light" role="alert">
              {problem.message}
            </Alert>
          )}
          {obstacle === null ? children : <Obstacle obstacle={obstacle} />}
          <Group justify="flex-end">
            <Button variant="default" disabled={busy} onClick={leave}>
              {isPossible ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
            </Button>
            {isPossible && (
              <Button type="submit" loading={busy} data-autofocus>
                {action}
              </Button>
            )}
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

/** Reads what others wrote, and throws where the block is not what the person saw in the dialog, which shows what it is now. */
export function useRequireUnchanged({ actions }: Pick<TurnDialogProperties, 'actions'>) {
  const { t } = useLingui();
  const { draft } = useOpenEntry();
  return async (seen: Block): Promise<void> => {
    await draft.refresh();
    if (!actions.holds(seen)) throw new Error(t`Someone changed this block meanwhile. Check it, then try again.`);
  };
}

function Obstacle({ obstacle }: { readonly obstacle: NonNullable<ReturnType<typeof useObstacle>> }): ReactNode {
  return (
    <Text size="sm">
      {obstacle === 'unfinished' ? (
        <Trans>A value in this block is not complete. Correct it first, or it would be lost.</Trans>
      ) : (
        <Trans>Someone else changed this field at the same time. First choose whose change stays.</Trans>
      )}
    </Text>
  );
}

/** The way to the model for those who may change it, and whom to ask for all others. @param type `api_id` of the content type to go to */
export function ToModel({ type, children }: { readonly type?: string; readonly children: ReactNode }): ReactNode {
  const { place } = useSurroundings();
  const mayManage = useQuery(meQuery).data?.permissions.includes('content_type.manage');
  if (mayManage === undefined) return null;
  if (!mayManage)
    return (
      <Text size="sm" c="dimmed">
        <Trans>A developer or admin can change that in the model.</Trans>
      </Text>
    );
  return type === undefined ? (
    <LinkAnchor to="/spaces/$space/$environment/model" params={{ ...place }} size="sm">
      {children}
    </LinkAnchor>
  ) : (
    <LinkAnchor to="/spaces/$space/$environment/model/$type" params={{ ...place, type }} size="sm">
      {children}
    </LinkAnchor>
  );
}
