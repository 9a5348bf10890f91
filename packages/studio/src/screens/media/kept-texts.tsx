/** The files whose texts this device keeps because the server has not got them, each to be opened to go on. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDrafts } from '../../frame/use-drafts.ts';
import { useDefaultLocale, usePlace } from '../../frame/use-place.ts';
import { Alert, Button, Group } from '../../ui/index.ts';
import { assetQuery } from './asset-query.ts';
import { assetName } from './asset-words.ts';

/** What begins the ids of files. */
const FILE = 'ast_';
const LOOK_EVERY_MS = 2_000;
/** What was written later than this is just being saved, in all likelihood. */
const SAVED_AFTER_MS = 2_000;

interface KeptTextsProperties {
  /** Id of the file that is open: it tells of itself. */
  readonly shown: string | undefined;
  readonly onOpen: (id: string) => void;
}

export function KeptTexts({ shown, onOpen }: KeptTextsProperties): ReactNode {
  const { space, environment } = usePlace();
  const { edits } = useDrafts();
  const { data: kept = [] } = useQuery({
    queryKey: ['kept-texts', shown],
    queryFn: async () => (await edits.kept()).filter(({ at }) => Date.now() - at > SAVED_AFTER_MS),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  });
  const files = kept.filter(
    ({ address }) =>
      address.key.startsWith(FILE) &&
      address.key !== shown &&
      address.space === space &&
      address.environment === environment,
  );
  if (files.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title={<Trans>This device keeps texts that are not saved yet</Trans>}>
      <Group gap="xs">
        {files.map(({ address: { key } }) => (
          <OpenFile key={key} id={key} onOpen={onOpen} />
        ))}
      </Group>
    </Alert>
  );
}

function OpenFile({ id, onOpen }: { readonly id: string; readonly onOpen: (id: string) => void }): ReactNode {
  const locale = useDefaultLocale().code;
  const { data } = useQuery(assetQuery(id));
  return (
    <Button size="xs" variant="default" onClick={() => onOpen(id)}>
      {(data && assetName(data, locale)) ?? id}
    </Button>
  );
}
