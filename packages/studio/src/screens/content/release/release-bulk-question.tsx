/** Asks before something is done with many entries of a release, and says what it means once that goes out. */
import { Plural } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Entry } from '../../../api/types.ts';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { Stack, Text } from '../../../ui/index.ts';
import type { Chosen } from '../use-bulk-action.ts';
import { type BulkInRelease, fitting } from './bulk-in-release.ts';
import { useBulkWords } from './words.ts';

interface ReleaseBulkQuestionProperties {
  readonly asked: Chosen<BulkInRelease>;
  readonly onConfirm: (chosen: Chosen<BulkInRelease>) => void;
  readonly onClose: () => void;
}

export function ReleaseBulkQuestion({ asked, onConfirm, onClose }: ReleaseBulkQuestionProperties): ReactNode {
  const { action, shown } = asked;
  const { button, title } = useBulkWords()[action];
  const fits = fitting(action, shown);
  const others = shown.length - fits.length;
  return (
    <FormDialog
      title={title}
      action={button}
      danger={action === 'take-out'}
      onSubmit={async () => onConfirm(asked)}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">
          <Consequence action={action} entries={fits} />
        </Text>
        {others > 0 && (
          <Text size="sm">
            {action === 'take-out' ? (
              <Plural value={others} one="# entry is not in the release." other="# entries are not in the release." />
            ) : (
              <Plural
                value={others}
                one="# entry is left out: its status does not allow this, or the release has it already."
                other="# entries are left out: their status does not allow this, or the release has them already."
              />
            )}
          </Text>
        )}
      </Stack>
    </FormDialog>
  );
}

interface ConsequenceProperties {
  readonly action: BulkInRelease;
  readonly entries: readonly Entry[];
}

function Consequence({ action, entries }: ConsequenceProperties): ReactNode {
  const count = entries.length;
  switch (action) {
    case 'publish':
      return (
        <Plural
          value={count}
          one="The draft of # entry goes out with the release, as it stands then. Until then, readers see nothing of it."
          other="The drafts of # entries go out with the release, as they stand then. Until then, readers see nothing of them."
        />
      );
    case 'unpublish':
      return (
        <Plural
          value={count}
          one="Readers see # entry until the release goes out, and no longer after that."
          other="Readers see # entries until the release goes out, and no longer after that."
        />
      );
    case 'archive':
      return (
        <Plural
          value={count}
          one="# entry is archived when the release goes out. Readers no longer see it then."
          other="# entries are archived when the release goes out. Readers no longer see them then."
        />
      );
    case 'delete':
      return (
        <Plural
          value={count}
          one="# entry is deleted when the release goes out, with all of its versions."
          other="# entries are deleted when the release goes out, with all of their versions."
        />
      );
    case 'take-out':
      return <TakenOut entries={entries} />;
  }
}

function TakenOut({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  const count = entries.length;
  const made = entries.filter(({ change }) => change === 'create').length;
  if (made === count)
    return (
      <Plural
        value={made}
        one="The release creates # entry. What was written in it is lost."
        other="The release creates # entries. What was written in them is lost."
      />
    );
  return (
    <>
      <Plural
        value={count}
        one="What the release does with # entry is lost."
        other="What the release does with # entries is lost."
      />{' '}
      {made === 0 ? (
        <Plural value={count} one="The entry itself stays as it is." other="The entries themselves stay as they are." />
      ) : (
        <Plural
          value={made}
          one="# of them is new in the release, and is lost as a whole. The others stay as they are outside of it."
          other="# of them are new in the release, and are lost as a whole. The others stay as they are outside of it."
        />
      )}
    </>
  );
}
