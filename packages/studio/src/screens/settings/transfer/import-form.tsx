/** Begins an import: the file of an export, into this space or into a new one, or only to see what it would do. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { MAIN_ENVIRONMENT } from '../../../api/main-environment.ts';
import { spacesQuery } from '../../../api/queries.ts';
import { uploadArchive } from '../../../api/upload.ts';
import { FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { Progress, Radio, Select, Stack, Switch, Text, TextInput } from '../../../ui/index.ts';
import { useReadyEnvironments } from '../environments/use-ready-environments.ts';
import { NeedsRole } from '../page/needs-role.tsx';
import { importsQuery } from './transfer-queries.ts';
import { useSending } from './use-sending.ts';

const WHOLE = 100;

/** An import that was begun here, with its file. */
export interface Begun {
  readonly id: string;
  readonly file: File;
  readonly environment: string | null;
}

interface ImportFormProperties {
  readonly onBegun: (begun: Begun) => void;
  readonly onClose: () => void;
}

export function ImportForm({ onBegun, onClose }: ImportFormProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const [isNewSpace, setIsNewSpace] = useState(false);
  const [environment, setEnvironment] = useState<string | null>(null);
  const { share, begin } = useBeginning();
  const newSpace = useNewSpace();

  const submit = async (given: FormData) => {
    const file = given.get('file');
    if (!(file instanceof File)) return;
    if (isNewSpace) {
      const made = await newSpace.make(textIn(given, 'name'));
      const { id } = await begin(made, file, { environment: null, dryRun: false });
      return newSpace.go(made, id);
    }
    const { id } = await begin(space, file, { environment, dryRun: given.get('dry_run') !== null });
    onBegun({ id, file, environment });
  };
  return (
    <FormDialog title={t`Import an export`} action={t`Start import`} onSubmit={submit} onClose={onClose}>
      <TextInput
        type="file"
        label={t`File of an export`}
        description={t`A .tar file, as Export and import of any space gives it`}
        name="file"
        accept=".tar,application/x-tar"
        required
        data-autofocus
      />
      <Where isNewSpace={isNewSpace} onChange={setIsNewSpace} />
      {isNewSpace ? (
        <TextInput label={t`Name of the new space`} name="name" required maxLength={255} />
      ) : (
        <InThisSpace environment={environment} onChange={setEnvironment} />
      )}
      {share !== null && (
        <Stack gap={4} role="status">
          <Text size="sm">
            <Trans>Sending the file. Keep this page open until it has arrived.</Trans>
          </Text>
          <Progress value={share * WHOLE} aria-label={t`Sending the file`} />
        </Stack>
      )}
    </FormDialog>
  );
}

interface WhereProperties {
  readonly isNewSpace: boolean;
  readonly onChange: (isNewSpace: boolean) => void;
}

function Where({ isNewSpace, onChange }: WhereProperties): ReactNode {
  const { t } = useLingui();
  const mayMake = usePermission('space.create');
  return (
    <Radio.Group
      label={t`Destination`}
      value={isNewSpace ? 'new' : 'this'}
      onChange={(value) => onChange(value === 'new')}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="this" label={t`Into this space`} />
        <Radio value="new" label={t`Into a new space`} disabled={!mayMake} />
        {!mayMake && <NeedsRole permission="space.create" />}
      </Stack>
    </Radio.Group>
  );
}

interface InThisSpaceProperties {
  readonly environment: string | null;
  readonly onChange: (environment: string | null) => void;
}

function InThisSpace({ environment, onChange }: InThisSpaceProperties): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <Select
        label={t`Environment`}
        description={t`The export of one environment can go to another one here.`}
        placeholder={t`As the export names it`}
        data={useReadyEnvironments()}
        value={environment}
        onChange={onChange}
        clearable
        data-path="query.environment"
      />
      <Switch
        label={t`Check only`}
        description={t`The report says what would be created and changed. Nothing is written.`}
        name="dry_run"
        defaultChecked
      />
    </>
  );
}

interface Wanted {
  readonly environment: string | null;
  readonly dryRun: boolean;
}

/** Sends files into spaces. Leaving stops it. */
export function useBeginning(): {
  /** How much of the file has been sent, 0 to 1; null where none is. */
  readonly share: number | null;
  readonly begin: (space: string, file: File, wanted: Wanted) => Promise<{ readonly id: string }>;
} {
  const client = useQueryClient();
  const { share, send } = useSending();
  const begin = (space: string, file: File, wanted: Wanted) =>
    send(async (sending) => {
      const begun = await uploadArchive(space, file, { ...wanted, ...sending });
      await client.invalidateQueries(importsQuery(space));
      return begun;
    });
  return { share, begin };
}

/** Makes the space that an export goes into, once, even where the file has to be sent again; and goes there. */
function useNewSpace(): {
  readonly make: (name: string) => Promise<string>;
  readonly go: (space: string, id: string) => Promise<void>;
} {
  const client = useQueryClient();
  const navigate = useNavigate();
  const made = useRef<{ readonly id: string; readonly name: string } | null>(null);
  const make = async (name: string) => {
    if (made.current?.name !== name)
      made.current = { id: (await bodyOf(api.POST('/spaces', { body: { name } }))).id, name };
    await client.invalidateQueries(spacesQuery);
    return made.current.id;
  };
  const go = async (space: string, id: string) => {
    const params = { space, environment: MAIN_ENVIRONMENT };
    const to = '/spaces/$space/$environment/settings/transfer';
    await navigate({ to, params, search: { open: id } as never });
  };
  return { make, go };
}
