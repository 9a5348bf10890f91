/** The files whose texts this device keeps because the server has not got them, each to be opened to go on. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { assetQuery } from '../../api/queries.ts';
import { assetName } from '../../fields/asset-name.ts';
import { useKeptEdits } from '../../frame/use-kept-edits.ts';
import { useDefaultLocale, usePlace } from '../../frame/use-place.ts';
import { Alert, Button, Group } from '../../ui/index.ts';

interface KeptTextsProperties {
  /** Id of the file that is open: it tells of itself. */
  readonly shown: string | undefined;
  readonly onOpen: (id: string) => void;
}

export function KeptTexts({ shown, onOpen }: KeptTextsProperties): ReactNode {
  const { space, environment } = usePlace();
  const files = useKeptEdits(shown).filter(
    ({ kind, address }) =>
      kind === 'file' && address.key !== shown && address.space === space && address.environment === environment,
  );
  if (files.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title={<Trans>This device has texts that are not saved yet</Trans>}>
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
